"""How the plain fields of reports are parsed, and the shapes of plain reports: seats, deeds, dice, times."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from rulesets.kernel.refusal import malformed
from rulesets.kernel.report import FACT, Field, Form, Nature, Parser, listed, shown
from rulesets.kernel.track.table import BANK, Table


def seat(value: Any, table: Table) -> int:
    """A seat of this game, as its number."""
    if isinstance(value, str):
        try:
            return table.seat_number[value]
        except KeyError:
            pass
    malformed("seat_unknown", value=shown(value), seats=list(table.seats))


def party(value: Any, table: Table) -> int:
    """A seat or ``bank``."""
    return BANK if value == "bank" else seat(value, table)


def several(most: int = 64) -> Callable[[Any, Any], tuple[int, ...]]:
    """A seat, or a list of up to ``most`` where it is a rule, and not the form, that asks for a single one."""
    them = listed(seat, least=2, most=most)
    return lambda value, table: them(value, table) if isinstance(value, list) else (seat(value, table),)


def deed(value: Any, table: Table) -> int:
    """A deed of the edition, as its number."""
    if isinstance(value, str):
        try:
            return table.edition.deed_number[value]
        except KeyError:
            pass
    malformed("deed_unknown", value=shown(value))


def space(value: Any, table: Table) -> int:
    """A space of the edition, as its number."""
    number = table.edition.space_index.get(value) if isinstance(value, str) else None
    if number is None:
        malformed("space_unknown", value=shown(value))
    return number


def dice(value: Any, _table: object) -> tuple[int, int]:
    """Two dice, 1 to 6 each."""
    if isinstance(value, list) and len(value) == 2:
        first, second = value
        if type(first) is int and type(second) is int and 1 <= first <= 6 and 1 <= second <= 6:
            return first, second
    malformed("dice_malformed", value=shown(value) if not isinstance(value, list) else shown(str(value[:4])))


def moment(value: Any, _table: object) -> float:
    """Seconds since the game began, 0 or more."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 10**9:
        malformed("time_malformed", value=shown(value))
    return value


def or_none(parse: Parser, none: Any) -> Callable[[Any, Any], Any]:
    """A value, or ``none`` if null is given."""
    return lambda value, table: none if value is None else parse(value, table)


AT = Field("at", moment, required=False)
"""The time of a report, for the types that a timer limits."""


class ByPlayer(NamedTuple):
    """A report that names a player and nothing else."""

    player: int


class OnDeed(NamedTuple):
    """A report that names a player and a deed."""

    player: int
    deed: int


class OnDeeds(NamedTuple):
    """A report that names a player and deeds."""

    player: int
    deeds: tuple[int, ...]


def by_player(name: str, nature: Nature = FACT) -> Form:
    """The form of a type of report that names a player and nothing else."""
    return Form(name, ByPlayer, Field("player", seat), nature=nature)


def on_deed(name: str, nature: Nature = FACT) -> Form:
    """The form of a type of report with a player and a deed."""
    return Form(name, OnDeed, Field("player", seat), Field("deed", deed), nature=nature)


def on_deeds(name: str, most: int) -> Form:
    """The form of a type of report with a player and at most ``most`` deeds."""
    return Form(name, OnDeeds, Field("player", seat), Field("deeds", listed(deed, most=most)))
