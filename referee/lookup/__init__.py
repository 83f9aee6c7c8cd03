"""Looking up the rules, together with the regulation and the precedents of an event."""
