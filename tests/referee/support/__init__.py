"""What tests of the service share: worlds, running services, browsers, servers, bad networks."""
