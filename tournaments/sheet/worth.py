"""What a player's worth consists of, by the ruleset: nothing of how a game values things is repeated here."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from rulesets import Ruleset


@dataclass(frozen=True, slots=True)
class CountLine:
    """A line of the calculation, with the amount it adds to the total.

    ``kind``: ``cash``, ``deed``, ``buildings`` or ``card``; ``key``: of the deed or card; ``detail``: what it was
    counted from (notes, mortgaged or not, buildings).
    """

    kind: str
    key: str
    amount: int
    detail: Mapping[str, object] = field(default_factory=dict)


def worth_lines(
    ruleset: Ruleset,
    table: Any,
    position: Mapping[str, Any],
    seat: str,
    notes: Mapping[int, int] | None = None,
) -> tuple[CountLine, ...]:
    """The lines of a player's worth in a position that `Ruleset.mechanics` can place.

    The possessions are added one after the other, and each line is the increase in worth by the ruleset; where deeds
    count with their present rent, that is the line of each, with what stands on it.  ``notes``: what the cash was
    counted from.
    """
    own = {key: row for key, row in position["deeds"].items() if row["owner"] == seat}
    whole = position["players"][seat]
    counted = {str(value): number for value, number in (notes or {}).items()}
    if ruleset.mechanics.handling(table).deeds_at_rent:
        return (CountLine("cash", "", whole["cash"], counted), *_at_rent(ruleset, table, position, own))
    cards = whole.get("cards") or []
    now: dict[str, Any] = {
        **position,
        "players": {**position["players"], seat: {**whole, "cash": whole["cash"], "cards": []}},
        "deeds": {key: row for key, row in position["deeds"].items() if key not in own},
    }
    worth = 0
    lines: list[CountLine] = []

    def put(kind: str, key: str, detail: Mapping[str, object]) -> None:
        nonlocal worth
        before, worth = worth, _worth(ruleset, table, now, seat)
        lines.append(CountLine(kind, key, worth - before, detail))

    put("cash", "", counted)
    for key, row in own.items():
        mortgaged = {"mortgaged": row["mortgaged"]} if "mortgaged" in row else {}
        now["deeds"][key] = {"owner": seat, **mortgaged}
        put("deed", key, mortgaged)
    for key, row in own.items():
        stands = {name: value for name, value in row.items() if name not in ("owner", "mortgaged") and value}
        if stands:
            now["deeds"][key] = row
            put("buildings", key, stands)
    if cards:
        now["players"][seat] = whole
        put("card", ", ".join(cards), {})
    return tuple(lines)


def _at_rent(
    ruleset: Ruleset, table: Any, position: Mapping[str, Any], own: Mapping[str, Mapping[str, Any]]
) -> list[CountLine]:
    """Each deed with its present rent."""
    rents = ruleset.mechanics.charges(ruleset.mechanics.placed(table, position)[0])
    return [
        CountLine("deed", key, rents.get(key, {}).get("amount", 0), {name: each for name, each in row.items() if each})
        for key, row in own.items()
    ]


def _worth(ruleset: Ruleset, table: Any, position: Mapping[str, Any], seat: str) -> int:
    state, _ = ruleset.mechanics.placed(table, position)
    return next(int(row["worth"] or 0) for row in ruleset.mechanics.standing(state) if row["player"] == seat)
