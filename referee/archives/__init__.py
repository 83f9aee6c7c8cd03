"""The archive of an event: written from the database, and verified from the archive alone, without one."""
