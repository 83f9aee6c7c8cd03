"""The service: storage, log, access, clocks, the interface for programs.  On SQLite and on a real PostgreSQL server."""
