"""Venues: what an event hands over to a final held elsewhere, and who comes from there into this one."""
