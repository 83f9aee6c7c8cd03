"""Rules, answers and examples in words."""
