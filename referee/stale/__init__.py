"""What was made from results or people, stands by itself, and no longer says what it would if it were made now."""
