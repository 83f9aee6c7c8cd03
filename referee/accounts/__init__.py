"""Accounts: people, their roles, private links and devices."""
