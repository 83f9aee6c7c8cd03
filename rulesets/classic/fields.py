"""How the fields of classic reports are read: seats, deeds, dice, cards, levels, sides of a deal."""

from __future__ import annotations

from typing import Any

from rulesets.classic.state import Claim, Side
from rulesets.classic.table import BANK, EACH, Table
from rulesets.kernel.refusal import malformed
from rulesets.kernel.report import LARGEST, flag, listed, mapped, shown, whole

MOST_SEATS_NAMED = 8


def seat(value: Any, table: Table) -> int:
    """A seat of this game, as its number."""
    if value.__class__ is str and value in table.seat_number:
        return table.seat_number[value]
    malformed("seat_unknown", value=shown(value), seats=list(table.seats))


def party(value: Any, table: Table) -> int:
    """A seat, ``bank`` or ``each``."""
    if value == "bank":
        return BANK
    if value == "each":
        return EACH
    return seat(value, table)


def deed(value: Any, table: Table) -> int:
    """A deed of the edition, as its number."""
    number = table.edition.deed_number.get(value) if value.__class__ is str else None
    if number is None:
        malformed("deed_unknown", value=shown(value))
    return number


def deck(value: Any, table: Table) -> str:
    """A deck of the edition."""
    if value.__class__ is not str or value not in table.edition.decks:
        malformed("deck_unknown", value=shown(value), decks=list(table.decks))
    return str(value)


def card(value: Any, table: Table) -> str:
    """A card of any deck of the edition, by its key."""
    if value.__class__ is not str or not any(value in cards for cards in table.edition.cards.values()):
        malformed("card_unknown", value=shown(value))
    return str(value)


def dice(value: Any, _table: Any) -> tuple[int, int]:
    """Two dice, 1 to 6 each."""
    if value.__class__ is list and len(value) == 2:
        first, second = value
        if first.__class__ is int and second.__class__ is int and 1 <= first <= 6 and 1 <= second <= 6:
            return first, second
    malformed("dice_malformed", value=shown(value) if not isinstance(value, list) else shown(str(value[:4])))


seats = listed(seat, most=MOST_SEATS_NAMED)
deeds = listed(deed, most=28)
levels = mapped(deed, whole(0, 5))
amount = whole(1)
bid = whole(0)

_side_deeds = listed(deed, least=0, most=28)
_cards = listed(deck, least=0, most=2)
_cash = whole(0)
PROMISES = ("promise", "immunity", "free_rent", "later")
"""What a table may write for something that is to be done or left later."""
BUILDINGS = ("houses", "hotels")
BARRED = frozenset({*PROMISES, *BUILDINGS})
_SIDE = frozenset({"cash", "deeds", "cards", "claims", "sell_buildings"})
_CLAIM = frozenset({"debtor", "creditor", "amount"})


def side(value: Any, table: Table) -> Side:
    """What one side of a deal hands over; absent parts are empty."""
    if not isinstance(value, dict):
        malformed("side_malformed", value=shown(value))
    if not value.keys() <= _SIDE:
        malformed("side_field_unknown", fields=sorted(set(value) - _SIDE), known=sorted(_SIDE))
    claims = value.get("claims", ())
    if "claims" in value and (not isinstance(claims, list) or len(claims) > 64):
        malformed("side_malformed", value=shown(claims))
    return Side(
        _cash(value["cash"], table) if "cash" in value else 0,
        _side_deeds(value["deeds"], table) if "deeds" in value else (),
        _cards(value["cards"], table) if "cards" in value else (),
        tuple([claim(entry, table) for entry in claims]),
        flag(value["sell_buildings"], table) if "sell_buildings" in value else False,
    )


def reported_side(value: Any, table: Table) -> Side:
    """A side as a table reports it: with what no deal may hold, whatever its value, for a rule to refuse it
    (`deal.permitted`).
    """
    if not isinstance(value, dict) or BARRED.isdisjoint(value):
        return side(value, table)
    named = tuple(name for name in (*PROMISES, *BUILDINGS) if name in value)
    return side({name: part for name, part in value.items() if name not in named}, table)._replace(barred=named)


def parties(value: Any, table: Table) -> tuple[int, ...]:
    """With whom a deal is made: a seat, or several, which a rule refuses (`deal.of_two`)."""
    if isinstance(value, list):
        return tuple(listed(seat, least=2, most=MOST_SEATS_NAMED)(value, table))
    return (seat(value, table),)


def claim(value: Any, table: Table) -> Claim:
    """A claim: who owes whom, and how much of it passes."""
    if not isinstance(value, dict) or set(value) != _CLAIM:
        malformed("claim_malformed", value=shown(value))
    return Claim(
        seat(value["debtor"], table), seat(value["creditor"], table), whole(1, LARGEST)(value["amount"], table)
    )
