"""Lists that somebody brings as a CSV file: bytes in, cells and their faults out.  Their meaning is read elsewhere."""
