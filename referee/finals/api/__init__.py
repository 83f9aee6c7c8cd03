"""Finals over HTTP, for programs."""
