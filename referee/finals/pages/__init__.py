"""The pages of the bracket and of decisions."""
