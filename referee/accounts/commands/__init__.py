"""Commands for accounts, sessions, roles, private links and devices."""
