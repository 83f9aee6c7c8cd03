"""The pages of a seating."""
