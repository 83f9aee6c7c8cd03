"""The public pages, the projector's and a player's own."""
