"""Penalties: the steps and categories of a regulation, the step that is next, and what a step does to the order."""
