"""How the database is made, step by step, from the first day on."""
