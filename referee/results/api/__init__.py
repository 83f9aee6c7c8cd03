"""Results over HTTP, for programs."""
