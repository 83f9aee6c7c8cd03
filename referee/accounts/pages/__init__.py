"""The HTML pages of accounts."""
