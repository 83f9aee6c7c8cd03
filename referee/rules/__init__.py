"""The rules as they are looked up: what can be found, the search over it, what a case is about."""
