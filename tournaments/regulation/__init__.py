"""Regulations: how an event is played, as versioned data.

`load.load_text` reads a regulation from the text of a TOML file, `shipped` has those that come with the program,
`deviation` tells two apart key by key.  The grammar is in docs/regulations.md.
"""
