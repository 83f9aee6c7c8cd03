"""A demo event to look at and practise with: fictional people, seating and results, generated from a seed."""
