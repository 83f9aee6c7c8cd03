"""Rule books side by side: what each says about the same topic, as data (``topics.toml``), and where they differ."""
