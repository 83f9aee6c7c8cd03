"""The bundle for a laptop without a network: what builds it (`python3 dev.py bundle`), and the files in it."""
