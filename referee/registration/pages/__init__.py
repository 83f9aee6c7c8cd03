"""The pages of self-registration, for players and for the desk."""
