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

    The possessions are added one after the other, and each line is the increase in worth by the ruleset.  ``notes``:
    what the cash was counted from.
    """
    own = {key: row for key, row in position["deeds"].items() if row["owner"] == seat}
    whole = position["players"][seat]
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

    put("cash", "", {str(value): number for value, number in (notes or {}).items()})
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


def _worth(ruleset: Ruleset, table: Any, position: Mapping[str, Any], seat: str) -> int:
    state, _ = ruleset.mechanics.placed(table, position)
    return next(int(row["worth"] or 0) for row in ruleset.mechanics.standing(state) if row["player"] == seat)
