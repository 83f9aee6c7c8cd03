"""Results: how the games at the tables ended, entered and confirmed."""
