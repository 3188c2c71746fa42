"""Machines at the table: thinking beside the server's work, and rules compiled before anybody waits for them."""
