"""The pages of penalties."""
