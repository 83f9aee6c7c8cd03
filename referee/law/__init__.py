"""The law on the device: what a browser needs to judge by itself, and where it fetches that from."""
