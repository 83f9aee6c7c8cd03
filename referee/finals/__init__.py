"""Finals: who advances, which decisions that needs, and the bracket."""
