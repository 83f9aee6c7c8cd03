"""The pages of calls."""
