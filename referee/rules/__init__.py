"""The searchable rules: what can be found, the search itself, and the case that a question is about."""
