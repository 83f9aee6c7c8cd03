"""What a form asks for when a position is set up by hand: declared beside a game's law."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from rulesets.kernel.telling.assets import ChosenPiece, CountedPiece, Names
from rulesets.languages import LANGUAGES


@dataclass(frozen=True, slots=True)
class Placed:
    """A field of a position.

    ``key``: its name, with a dot before a field within.  ``choices``: the values with their names; without any, it is a
    number, or an amount if it is ``money``.  ``several``: a list, in which each
    of the choices may be any number of times.
    """

    key: str
    names: Names
    choices: Sequence[tuple[Any, Names]] = ()
    several: bool = False
    money: bool = False


@dataclass(frozen=True, slots=True)
class Placing:
    """The fields that a position has besides whose turn it is, cash, spaces, deeds with their owners and mortgages, and
    what is counted on them (`Assets`).

    ``game``: of the whole; ``player``: of each player; ``deed``: of each deed.  ``opened``: parts that belong to the
    moment: they go when the moment changes, and the law says what is open then.
    """

    game: Sequence[Placed] = ()
    player: Sequence[Placed] = ()
    deed: Sequence[Placed] = ()
    opened: Sequence[str] = ("due",)


def same(word: object) -> Names:
    return dict.fromkeys(LANGUAGES, str(word))


def placed(piece: CountedPiece) -> Placed:
    if isinstance(piece, ChosenPiece):
        several = any(isinstance(value, list) for value, _ in piece.choices)
        choices = [(value[0], names) for value, names in piece.choices if value] if several else piece.choices
        return Placed(piece.key, piece.names, choices, several)
    return Placed(piece.key, piece.names, [(size, same(size)) for size in piece.sizes], bool(piece.sizes))


def placing_of(game: Any) -> Placing:
    """The fields that a game declares besides those that every position has."""
    declare = getattr(game.ruleset.mechanics, "placing", None)
    return declare(game.state.table) if declare else Placing()
