"""When the bank's houses or hotels do not suffice for all who want them."""
