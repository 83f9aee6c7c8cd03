"""Benchmarks: ratios against a reference measured in the same run.  No test depends on them."""
