"""Cases: what the arbiter rules, appeals, and precedents."""
