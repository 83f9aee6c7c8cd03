"""Tables over HTTP, for programs and for the tablet."""
