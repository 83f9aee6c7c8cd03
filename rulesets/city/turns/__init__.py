"""A turn: throw, move, land, dodge, chance, jail, railroads."""
