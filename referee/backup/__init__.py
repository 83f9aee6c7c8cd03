"""Backups: everything in the database in one file, the same for SQLite and PostgreSQL.

A backup is a text of JSON Lines (UTF-8), packed with gzip:

- a header: ``{"referee_backup": 1, "step": ..., "made_at": ..., "version": ..., "why": ...}``, ``step`` being that of
  the migrations that the tables were at, ``made_at`` the moment (ms since 1970, UTC) that the whole backup shows;
- for each table, those that others refer to first, ``{"table": ..., "columns": [...]}``, and its rows by their keys,
  each a list of values in the order of the columns;
- a trailer: ``{"rows": ..., "sha256": ...}``, the number of rows and the SHA-256 of all lines before.

What is not in it: the service's secret, which codes and links are derived from (``secret`` in the data directory).
"""
