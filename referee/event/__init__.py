"""The tournament in the database: what `tournaments` works out, read from the rows and written to them."""
