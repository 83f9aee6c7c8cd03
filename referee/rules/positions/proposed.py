"""A position written by hand that is to become a table's: by a ruling, whose form begins with it."""

from __future__ import annotations

from referee.core.problems import Problem
from referee.rules.positions.fields import has_fields
from referee.rules.positions.packed import unpacked
from referee.rules.positions.values import values
from rulesets.kernel.record import open_header
from rulesets.kernel.ruleset import Game


def proposed(text: str, game: Game) -> dict[str, str]:
    """The fields of a ruling that sets the position of a packed header at a table whose game is ``game``.

    Empty where there is none, or one for another board or other seats.
    """
    try:
        other = open_header(unpacked(text)).game if text else None
    except Problem:  # cut off on the way: the form begins without it
        return {}
    if other is None or not has_fields(game) or not has_fields(other):
        return {}
    mine, theirs = game.state.table, other.state.table
    if (mine.seats, mine.edition.name, game.ruleset.name) != (theirs.seats, theirs.edition.name, other.ruleset.name):
        return {}
    return {**values(other), "effect": "set", "base": str(game.seq)}
