"""Accounts as pages."""
