"""Core: what every subject needs: the database, access, problems, language, settings, news."""
