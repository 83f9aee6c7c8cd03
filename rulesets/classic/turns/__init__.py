"""A turn: throw, move, land, cards, taxes, jail."""
