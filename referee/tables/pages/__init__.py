"""The tablet's page, and a table as pages show it."""
