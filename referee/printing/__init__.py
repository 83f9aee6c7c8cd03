"""The printed documents of an event: their facts, read from the database, their layout, and how they become PDFs."""
