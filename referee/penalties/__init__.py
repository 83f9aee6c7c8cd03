"""Penalties: given, signed and cancelled."""
