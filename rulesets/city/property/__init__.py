"""Districts and what stands on them: rent, buildings, hazards, monuments, swaps, mortgages."""
