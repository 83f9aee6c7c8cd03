"""Results as a list: one row for each player at a table, imported with a preview of every fault."""
