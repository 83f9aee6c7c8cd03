"""Positions: players, their order and the bank's stock, as they are written and read in every game (record format,
Position).  How the parts of a position are read, collecting all faults: `reading`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from rulesets.kernel.refusal import FormFault, Refusal, malformed, refuse
from rulesets.kernel.report import Parser, listed, mapped, shown, whole
from rulesets.kernel.track import fields
from rulesets.kernel.track.reading import Parsers, Reader

MOST_DUE = 64
"""The most entries that a given position may have due."""
ORDER = listed(mapped(fields.seat, whole(2, 12), least=2), least=0, repeats=True)
"""The throws for the order of play: for each round the sums by seat."""


# -- writing


def players_json(view: Any, own: Callable[[Any], Mapping[str, Any]]) -> dict[str, Any]:
    """Return the players by seat; ``own``: what the game adds to cash and space."""
    table = view.table
    return {
        seat: {
            "cash": player.cash,
            "space": table.edition.spaces[player.space].key,
            **own(player),
            "out": player.out,
            **({"out_at": player.out_at} if player.out and player.out_at else {}),
        }
        for seat, player in zip(table.seats, view.players, strict=True)
    }


def order_json(view: Any) -> list[dict[str, int]]:
    seats = view.table.seats
    return [{seats[seat]: total for seat, total in throws} for throws in view.order]


# -- reading


def place_of_going_out(value: Any, table: Any) -> int:
    """The place in the order of going out, 0 for null."""
    return 0 if value is None else int(whole(1, len(table.seats))(value, table))


def read_players(
    reader: Reader,
    value: Any,
    parsers: Parsers,
    nothing: Mapping[str, Any],
    follows: Callable[[Any, Mapping[str, Any]], Mapping[str, Any]],
) -> tuple[Any, ...]:
    """Read the players; those not given stay as they were.

    ``nothing``: what a player who goes out has, unless it is given.  ``follows(table, changes)``: what else follows in
    the game from what is given about a player.
    """
    rows = reader.part("players", value, reader.table.seats)
    players = []
    for seat, base in zip(reader.table.seats, reader.base.players, strict=True):
        where = f"players.{seat}"
        changes = reader.fields(where, reader.part(where, rows.get(seat, {}), tuple(parsers)), parsers, base)
        left = nothing if changes.get("out") and not base.out else {}
        players.append(base._replace(**{**left, **changes, **follows(reader.table, changes)}))
    return tuple(players)


def check_stock(reader: Reader, value: Any, stock: Mapping[str, int]) -> None:
    """Check given numbers of the bank's pieces, which are derived: they must agree."""
    parts = reader.part("bank", value, tuple(stock))
    for name, have in stock.items():
        if name in parts and parts[name] != have:
            reader.faults.append(refuse("stock_differs", piece=name, value=shown(parts[name]), stock=have))


def read_due(value: Any, faults: list[Refusal], read: Callable[[Mapping[str, Any]], Any]) -> list[Any] | None:
    """Read what is due in a given position, each row by ``read``; None if the value is not a list of rows.

    ``read`` raises `FormFault` if a row cannot be read; the fault then names the field in the row.
    """
    if not isinstance(value, list) or len(value) > MOST_DUE or not all(isinstance(row, dict) for row in value):
        faults.append(refuse("not_a_list", field="due", value=shown(value), least=0, most=MOST_DUE))
        return None
    found = []
    for number, row in enumerate(value):
        try:
            found.append(read(row))
        except FormFault as fault:
            where = f"due[{number}].{fault.refusal.facts.get('field', 'kind')}"
            faults.append(fault.refusal._replace(facts={**fault.refusal.facts, "field": where}))
    return found


def take(row: Mapping[str, Any], name: str, parse: Parser, table: Any, *default: Any) -> Any:
    """Return a field of a row, parsed, or the default; a fault of form names the field."""
    if name not in row:
        if default:
            return default[0]
        malformed("field_missing", type="due", field=name)
    try:
        return parse(row[name], table)
    except FormFault as fault:
        raise FormFault(fault.refusal._replace(facts={"field": name, **fault.refusal.facts})) from None


def due_twice(table: Any, deeds: Iterable[int]) -> list[Refusal]:
    """A deed is due once: it is offered, auctioned or paid for (RECORD/START)."""
    counted = Counter(deeds)
    return [
        refuse("deed_due_twice", deed=table.deed_key(deed), count=count) for deed, count in counted.items() if count > 1
    ]


# -- what a ruling sets


def places_of_those_out(before: Sequence[Any], players: Sequence[Any]) -> tuple[Any, ...]:
    """Return the players: those just set out get places after all who went out before, those who are in have none."""
    place = max((player.out_at for player in before), default=0)
    place = max(place, sum(player.out for player in before))
    found = []
    for old, new in zip(before, players, strict=True):
        if new.out and not old.out and not new.out_at:
            place += 1
            found.append(new._replace(out_at=place))
        else:
            found.append(new if new.out else new._replace(out_at=0))
    return tuple(found)
