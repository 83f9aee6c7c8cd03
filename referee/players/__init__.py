"""Players: registered, checked in, leaving and coming back."""
