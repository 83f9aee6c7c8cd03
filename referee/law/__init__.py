"""The law on the device: what a browser judges with, and where it is fetched from."""
