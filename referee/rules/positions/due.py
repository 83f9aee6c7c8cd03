"""What is due in a position, as rows of a form: debts, auctions, cards to draw; and rents not claimed yet."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from rulesets.classic.game.table import Table

FIELDS = ("player", "to", "amount", "deed", "deck", "dice")
"""The fields that a row can have besides its kind."""


class DueKind(NamedTuple):
    """A kind of row.  ``fixed``: the parts that its entry always has (see ``due`` in the record format); ``needs``: the
    required fields; ``may``: the optional ones.
    """

    fixed: Mapping[str, Any]
    needs: tuple[str, ...]
    may: tuple[str, ...] = ()

    @property
    def uses(self) -> tuple[str, ...]:
        """All fields of the row, required or optional."""
        return (*self.needs, *self.may)


def _debt(cause: str, *needs: str, may: tuple[str, ...] = ()) -> DueKind:
    to = {} if "to" in needs else {"to": "bank"}
    return DueKind({"kind": "debt", "cause": cause, **to}, ("player", *needs), may)


CALL_FIELDS = ("player", "amount")
"""The fields of the highest call in an auction."""


RENT_OPEN = "open_rent"
TAKEN_OVER = "jail_fee_taken_over"
KINDS: Mapping[str, DueKind] = {
    "rent": _debt("rent", "to", "amount", may=("deed",)),
    RENT_OPEN: DueKind({}, ("player", "to", "amount", "deed")),
    "tax": _debt("tax", "amount"),
    "card": _debt("card", "to", "amount"),
    "jail_fee": _debt("jail_fee", "amount", may=("dice",)),
    TAKEN_OVER: DueKind({"kind": "debt", "cause": "jail_fee", "to": "bank", "taken_over": True}, ("player", "amount")),
    "interest": _debt("interest", "amount", "deed"),
    "buy_or_decline": DueKind({"kind": "buy_or_decline"}, ("player", "deed")),
    "draw": DueKind({"kind": "draw"}, ("player", "deck")),
    "pay_or_draw": DueKind({"kind": "pay_or_draw"}, ("player", "amount", "deck")),
    "choose_tax": DueKind({"kind": "choose_tax"}, ("player",)),
    "utility_rent": DueKind({"kind": "roll", "why": "utility_rent"}, ("player", "to")),
    "auction": DueKind({"kind": "auction"}, ("deed",), CALL_FIELDS),
    "auction_house": DueKind({"kind": "auction", "piece": "house"}, (), CALL_FIELDS),
    "auction_hotel": DueKind({"kind": "auction", "piece": "hotel"}, (), CALL_FIELDS),
    "payment": DueKind({"kind": "payment"}, ("player", "amount", "deed")),
    "payment_house": DueKind({"kind": "payment", "piece": "house"}, ("player", "amount")),
    "payment_hotel": DueKind({"kind": "payment", "piece": "hotel"}, ("player", "amount")),
    "place_house": DueKind({"kind": "place", "piece": "house"}, ("player", "amount")),
    "place_hotel": DueKind({"kind": "place", "piece": "hotel"}, ("player", "amount")),
}
"""The kinds of rows, debts first."""


def kinds_of(table: Table) -> list[str]:
    """The kinds of rows that exist under the rules of a table."""
    figures = table.figures
    absent = {
        "interest": not figures.interest_on_receipt,
        RENT_OPEN: not figures.claims_until,
        "choose_tax": "choose_tax" not in table.reports,
        TAKEN_OVER: "take_over" not in table.reports,
        "pay_or_draw": not any(
            card.effect.kind == "pay_or_draw" for pile in table.edition.decks.values() for card in pile
        ),
    }
    return [name for name in KINDS if not absent.get(name)]


def entries_with_rows(position: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The entries of a position that have rows: not the throw of a turn, nor what follows from another entry."""
    rents = [row for row in position["rents"] if "lapsed" not in row]
    return [*(row for row in position["due"] if has_row(row)), *rents]


def has_row(row: Mapping[str, Any]) -> bool:
    """Whether an entry of ``due`` has a row of its own."""
    return row["kind"] not in ("building", "setup") and "after" not in row and not is_turn_throw(row)


def is_turn_throw(row: Mapping[str, Any]) -> bool:
    return bool(row["kind"] == "roll" and row["why"] != "utility_rent")


def fields_of(row: Mapping[str, Any], order: Mapping[str, str]) -> dict[str, str]:
    """An entry as the fields of its row.  ``order``: the place of each seat, from 1."""
    kind = TAKEN_OVER if row.get("taken_over") else row.get("cause") or row.get("kind", RENT_OPEN)
    kind = "utility_rent" if kind == "roll" else f"{kind}_{row['piece']}" if "piece" in row else kind
    given = {**row, **(row.get("high") or {})}
    dice = row.get("dice")
    filled = {
        "player": order.get(given.get("player", ""), ""),
        "to": order.get(given.get("to", ""), given.get("to", "")),
        "amount": str(given.get("amount", "")),
        "deed": given.get("deed", ""),
        "deck": given.get("deck", ""),
        "dice": "".join(map(str, sorted(dice))) if dice else "",
    }
    return {"kind": kind, **{field: filled[field] if field in KINDS[kind].uses else "" for field in FIELDS}}


def entry_of(kind: str, given: Mapping[str, Any]) -> dict[str, Any]:
    """The entry that a row stands for; fields missing in the row are missing in the entry too."""
    row: dict[str, Any] = {**KINDS[kind].fixed, **given}
    if row.get("kind") == "auction":
        high = {field: row.pop(field) for field in ("player", "amount") if field in row}
        row["high"] = high or None
    return row


def add_declared(due: list[dict[str, Any]], declared: Mapping[str, Any], out: list[str]) -> list[dict[str, Any]]:
    """Add the building that was declared to what is due: to the entry of the contested piece, else as its own entry.

    ``out``: the seats that may neither declare nor call until that piece is built.
    """
    more: dict[str, Any] = {"declared": dict(declared), **({"out": out} if out else {})}
    if any("piece" in row for row in due):
        return [{**row, **more} if "piece" in row else row for row in due]
    return [*due, {"kind": "building", **more}] if declared else due
