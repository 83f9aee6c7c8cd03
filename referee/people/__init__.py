"""People across events: the register, ratings over all events, and seasons."""
