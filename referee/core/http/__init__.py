"""The HTTP API: how an endpoint is declared, read, answered, described and refused."""
