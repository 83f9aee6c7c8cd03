"""The pages of results."""
