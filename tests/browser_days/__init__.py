"""Whole days held through the pages in a real browser, from an empty service to the verified archive.

``python -m tests.browser_days 24 116`` holds days of these sizes and prints clicks and seconds; the day of nine runs in
the tests.
"""
