"""An event to look at and to practise with: people, seating and results that nobody ever saw, drawn from a seed."""
