"""Standings: who is ahead, and why."""
