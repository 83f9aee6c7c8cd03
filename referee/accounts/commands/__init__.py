"""Commands on accounts, sessions, roles, private links and devices."""
