"""Self-registration of players: the form, the places, the waiting list, and cancelling by a private link."""
