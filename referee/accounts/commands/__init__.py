"""What changes accounts, sessions, roles, private links and devices."""
