"""Venues: what an event hands over to a final held elsewhere, and taking a venue's best into a final here."""
