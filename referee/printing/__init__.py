"""The documents of an event: their facts read from the rows, their layout, and how they are printed."""
