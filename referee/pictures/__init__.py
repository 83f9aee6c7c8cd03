"""Pictures that the service draws itself, as SVG and PNG: a moment of a game, the preview card of a link."""
