"""Penalties: the steps and categories of a regulation, the next step for a player, and the effect of a step on the
standings.
"""
