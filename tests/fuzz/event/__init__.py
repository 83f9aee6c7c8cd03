"""Plays whole events by a machine: whatever people may do in a hall, in any order, with laws after every step."""
