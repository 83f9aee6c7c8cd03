"""The final count of a table: what each player's sheet says, who agrees, and what still stands in the way."""
