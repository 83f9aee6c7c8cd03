"""Running the service: how it starts and stops, where it is reached, its certificates."""
