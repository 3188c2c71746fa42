"""The table server: the collection open day and night. The only authority over what happens at a table."""
