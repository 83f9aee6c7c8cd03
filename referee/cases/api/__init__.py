"""Cases over HTTP, for programs."""
