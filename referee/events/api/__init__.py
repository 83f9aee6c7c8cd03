"""Events, regulations and the audit log over HTTP, for programs."""
