"""Lists that somebody brings as a CSV file: bytes in, cells and their faults out.  What they mean is said elsewhere."""
