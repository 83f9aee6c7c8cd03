"""Pages for people: what all of them share."""
