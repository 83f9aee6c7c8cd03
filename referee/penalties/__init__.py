"""Penalties: given, signed off and cancelled."""
