"""The floor plan of an event's hall."""
