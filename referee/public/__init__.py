"""What strangers and players see of an event without a log-in: only what is published."""
