"""Calls: a table wants a judge or the arbiter, and somebody comes."""
