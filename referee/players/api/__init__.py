"""Players over HTTP, for programs."""
