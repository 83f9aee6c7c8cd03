"""Results as a list: one row for a player at a table, read with a preview of every fault."""
