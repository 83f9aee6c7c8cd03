"""Looking up: the rules with the regulation and the precedents of an event."""
