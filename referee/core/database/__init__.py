"""Storage: one database, embedded or shared, and how it is made, read and written."""
