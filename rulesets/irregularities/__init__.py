"""The irregularity guide: what goes wrong at tables, how it is recognised, and what mends it by when it is found.

``guide.toml`` holds the facts (clauses, where the rules are silent, remedies, examples that the engine plays),
``guide.LANG.toml`` the words.
"""
