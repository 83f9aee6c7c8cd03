"""The pages of players who register themselves, and of the desk."""
