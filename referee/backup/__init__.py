"""Backups of the database: made, copied, restored and verified; the same for SQLite and PostgreSQL."""
