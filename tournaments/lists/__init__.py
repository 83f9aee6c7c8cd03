"""Imported lists, such as CSV files: bytes in, cells and faults out.  What the cells mean is decided elsewhere."""
