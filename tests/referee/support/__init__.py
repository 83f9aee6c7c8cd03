"""Shared support for the tests of the service: worlds, running services, browsers, servers, bad networks."""
