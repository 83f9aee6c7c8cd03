"""Clocks: how long a table has played and may still play, and what happens when its time is up."""
