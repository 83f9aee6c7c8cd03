"""Parsers for fields of reports that only City has: cards, pieces, results of the button, sides of a trade."""

from __future__ import annotations

from typing import Any, NamedTuple

from rulesets.city.game.board import CARDS, DISTRICTS
from rulesets.city.game.state import RAILROAD
from rulesets.city.game.table import Table
from rulesets.kernel.refusal import malformed
from rulesets.kernel.report import LARGEST, listed, shown, whole
from rulesets.kernel.track import fields
from rulesets.wordlist import wordlist


class Side(NamedTuple):
    """What one side of a trade hands over: cash in K, districts, release cards.

    ``barred``: the names of anything else that it was to hand over.
    """

    cash: int = 0
    deeds: tuple[int, ...] = ()
    cards: tuple[str, ...] = ()
    barred: tuple[str, ...] = ()


class Blocks(NamedTuple):
    """Residential and industrial pieces, each given by its size in blocks."""

    residential: tuple[int, ...] = ()
    industrial: tuple[int, ...] = ()


def card(value: Any, table: Table) -> str:
    """A Chance card of the edition, by its key."""
    if not isinstance(value, str) or value not in table.edition.card:
        malformed("card_unknown", value=shown(value))
    return value


def result(value: Any, _table: Any) -> int:
    """What the build button shows: 1, 2, 3 or ``railroad`` (UNIT-3)."""
    if type(value) is int and 1 <= value <= 3:
        return value
    if value == "railroad":
        return RAILROAD
    malformed("not_one_of", value=shown(value), values=[1, 2, 3, "railroad"])


def sizes(value: Any, _table: Any) -> tuple[int, ...]:
    """The sizes of pieces in blocks, ascending; whether such pieces exist is left to a check."""
    if not isinstance(value, list) or len(value) > 16:
        malformed("not_a_list", value=shown(value), least=0, most=16)
    return tuple(sorted(whole(1, 99)(each, None) for each in value))


def blocks(value: Any, table: Table) -> Blocks:
    """Pieces as {residential: [sizes], industrial: [sizes]}; missing parts are empty."""
    if not isinstance(value, dict) or set(value) - set(Blocks._fields):
        malformed("not_an_object", value=shown(value), least=0)
    return Blocks(sizes(value.get("residential", []), table), sizes(value.get("industrial", []), table))


amount = whole(-LARGEST)
_cash = whole(0)
_SIDE = ("cash", "deeds", "cards")
PROMISES = ("promise", "immunity", "free_rent", "later")
"""What a side might promise for the future."""
STAYING = wordlist("""
    houses hotels buildings residential industrial railroads stadium skyscraper tower bonus hazards sell_buildings
""")
"""Buildings that a side might try to hand over, or sell, without the district."""
HOLDINGS = ("claims", "dodge")
"""Other things that players have but may not trade."""
RENT_DODGE = "rent_dodge"
"""The Rent Dodge card as named among the release cards of a side, although it is not a Chance card."""


def side(value: Any, table: Table) -> Side:
    """What one side of a trade hands over; missing parts are empty.  Anything else it names is left to a check."""
    if not isinstance(value, dict):
        malformed("not_an_object", value=shown(value), least=0)
    barred = tuple(name for name in value if name in PROMISES or (name in (*STAYING, *HOLDINGS) and value[name]))
    if strange := sorted(shown(name) for name in set(value).difference(_SIDE, PROMISES, STAYING, HOLDINGS)):
        malformed("side_field_unknown", fields=strange, known=list(_SIDE))
    named = value.get("cards", [])
    if isinstance(named, list) and RENT_DODGE in named:
        barred += tuple({"dodge"}.difference(barred))
        named = [card for card in named if card != RENT_DODGE]
    return Side(
        _cash(value.get("cash", 0), table),
        listed(fields.deed, least=0, most=DISTRICTS)(value.get("deeds", []), table),
        listed(card, least=0, most=CARDS)(named, table),
        barred,
    )
