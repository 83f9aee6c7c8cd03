"""What everybody sees of an event without logging in: only what is published."""
