"""How the classic game's own fields of reports are parsed: decks, cards, levels, sides of a deal."""

from __future__ import annotations

from typing import Any

from rulesets.classic.game.state import Claim, Side
from rulesets.classic.game.table import EACH, Table
from rulesets.kernel.refusal import malformed
from rulesets.kernel.report import LARGEST, flag, listed, mapped, shown, whole
from rulesets.kernel.track import fields

MOST_SEATS_NAMED = 8


def party(value: Any, table: Table) -> int:
    """A seat, ``bank`` or ``each``."""
    return EACH if value == "each" else fields.party(value, table)


def deck(value: Any, table: Table) -> str:
    if not isinstance(value, str) or value not in table.edition.decks:
        malformed("deck_unknown", value=shown(value), decks=list(table.decks))
    return str(value)


def card(value: Any, table: Table) -> str:
    """A card of any deck of the edition, by its key."""
    if isinstance(value, str):
        for cards in table.edition.cards.values():
            if value in cards:
                return str(value)
    malformed("card_unknown", value=shown(value))


seats = listed(fields.seat, most=MOST_SEATS_NAMED)
partners = fields.several(MOST_SEATS_NAMED)
levels = mapped(fields.deed, whole(0, 5))

_side_deeds = listed(fields.deed, least=0, most=28)
_cards = listed(deck, least=0, most=2)
_cash = whole(0)
PROMISES = ("promise", "immunity", "free_rent", "later")
"""What a table may write for something to be done, or not done, later."""
PAID_LATER = frozenset({"promise", "later"})
"""Promises that may stand for money to be paid back: cash for nothing else is a loan."""
BUILDINGS = ("houses", "hotels")
BARRED = frozenset({*PROMISES, *BUILDINGS})
_SIDE = frozenset({"cash", "deeds", "cards", "claims", "sell_buildings"})
_CLAIM = frozenset({"debtor", "creditor", "amount"})


def side(value: Any, table: Table) -> Side:
    """What one side of a deal hands over; missing parts are empty."""
    if not isinstance(value, dict):
        malformed("side_malformed", value=shown(value))
    if not _SIDE.issuperset(value):
        malformed("side_field_unknown", fields=sorted(set(value) - _SIDE), known=sorted(_SIDE))
    claims = value.get("claims", ())
    if "claims" in value and (not isinstance(claims, list) or len(claims) > 64):
        malformed("side_malformed", value=shown(claims))
    return Side(
        cash=_cash(value["cash"], table) if "cash" in value else 0,
        deeds=_side_deeds(value["deeds"], table) if "deeds" in value else (),
        cards=_cards(value["cards"], table) if "cards" in value else (),
        claims=tuple([claim(entry, table) for entry in claims]),
        sell_buildings=flag(value["sell_buildings"], table) if "sell_buildings" in value else False,
    )


def reported_side(value: Any, table: Table) -> Side:
    """A side as a table reports it: what no deal may include is kept by name, whatever its value, for a rule to refuse
    it (`deal.permitted`).
    """
    if not isinstance(value, dict) or BARRED.isdisjoint(value):
        return side(value, table)
    named = tuple(name for name in (*PROMISES, *BUILDINGS) if name in value)
    return side({name: part for name, part in value.items() if name not in named}, table)._replace(barred=named)


def claim(value: Any, table: Table) -> Claim:
    """A claim: who owes whom, and how much of it passes."""
    if not isinstance(value, dict) or set(value) != _CLAIM:
        malformed("claim_malformed", value=shown(value))
    return Claim(
        fields.seat(value["debtor"], table),
        fields.seat(value["creditor"], table),
        whole(1, LARGEST)(value["amount"], table),
    )
