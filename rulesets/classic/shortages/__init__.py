"""Shortages: the bank has too few houses or hotels for everybody who wants them."""
