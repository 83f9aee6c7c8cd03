"""Pictures that the service draws itself, as SVG and PNG: a moment of a game, what an event is about."""
