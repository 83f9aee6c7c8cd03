"""The desk: what waits for whoever organizes."""
