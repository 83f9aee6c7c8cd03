"""Finals: who goes on, what has to be decided about it, and the bracket."""
