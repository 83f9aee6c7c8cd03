"""Standings: ordered criteria, shared ranks, and explanations."""
