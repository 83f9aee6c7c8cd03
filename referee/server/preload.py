"""Warming a process up, so that its first requests take no longer than its later ones."""

from __future__ import annotations

import gc

from referee.core.database.database import Database, is_unavailable
from referee.core.problems import texts
from rulesets.kernel.registry import BrokenRuleset, load, names
from rulesets.languages import LANGUAGES

YOUNG, MIDDLE, OLD = 20_000, 20, 50
"""How much is made before Python looks for circles in the young, the middle and the old of it.  Games have none and are
given back at once when they are let go; the defaults would have it look through all of them every few seconds, and
nobody is served meanwhile."""


CONNECTIONS = 8
"""Connections that are opened at once.  A PostgreSQL server takes a hundred unless it is set otherwise,
and up to `MOST_WORKERS` processes share it."""


def preload(database: Database) -> None:
    """Open connections, read the rulesets and the sentences, and put all that was loaded out of the garbage collector's
    sight.
    """
    try:
        database.connect(CONNECTIONS)
    except Exception as error:  # a database that is away comes back, and requests say so meanwhile
        if not is_unavailable(error):
            raise
    preload_texts()
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, MIDDLE, OLD)


def preload_texts() -> None:
    """Read the rulesets and the sentences."""
    for name in names():
        try:
            ruleset = load(name)
        except BrokenRuleset:  # a stranger's; whoever plays by it gets the error
            continue
        game = ruleset.start(["A", "B", "C", "D"][: max(2, ruleset.seats[0])])
        ruleset.judge(game, {"type": "roll", "player": "A", "dice": [1, 2]})
    for language in LANGUAGES:
        texts(language)
