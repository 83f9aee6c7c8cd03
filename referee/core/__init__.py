"""The core that every subject builds on: the database, access, problems, language, settings, news."""
