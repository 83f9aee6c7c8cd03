"""Events, their round plans and the regulations that they are held under."""
