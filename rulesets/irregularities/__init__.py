"""The irregularity guide: what goes wrong at tables, how to recognise it, and what to do, by when it is found.

``guide.toml`` holds the facts (clauses, where the rules are silent, remedies, examples that the engine plays),
``guide.LANG.toml`` the texts.
"""
