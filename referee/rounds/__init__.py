"""Rounds: planning, running and closing them."""
