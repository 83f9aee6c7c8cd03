"""Rule books side by side: what each says about the same thing, as data (``topics.toml``), and where they differ."""
