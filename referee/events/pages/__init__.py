"""The pages of an event's regulation."""
