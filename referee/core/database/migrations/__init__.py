"""The migrations of the database, in order, from the first version on."""
