"""Cases: the arbiter's rulings, appeals and precedents."""
