"""Running the service: start-up and shutdown, its addresses, its certificates."""
