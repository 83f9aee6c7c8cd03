"""Typesetting: fonts by language, runs, line breaking, fitting, vertical writing.  Lengths are points (1/72 inch)."""
