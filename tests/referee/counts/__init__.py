"""The final count of a table."""
