"""The bundle for a laptop without a network: what makes it (`python3 dev.py bundle`), and what lies in it."""
