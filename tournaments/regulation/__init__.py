"""Regulations: how an event is played, as versioned data.

`load.load_text` reads a regulation from TOML text, `shipped` has those that come with the program, and `deviation`
compares two key by key.  The grammar is in docs/regulations.md.
"""
