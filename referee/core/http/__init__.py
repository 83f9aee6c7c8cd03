"""HTTP for programs: how an endpoint is declared, read, answered, described and refused."""
