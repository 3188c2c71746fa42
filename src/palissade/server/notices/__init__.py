"""Notices to who has left a table, by Web Push and by mail."""
