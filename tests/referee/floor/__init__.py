"""The floor plan of the hall."""
