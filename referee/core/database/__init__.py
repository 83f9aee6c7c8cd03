"""The database, embedded or shared: how it is created, read and written."""
