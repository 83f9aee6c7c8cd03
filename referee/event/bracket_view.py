"""The bracket as people read it."""

from __future__ import annotations

from typing import Any

from referee.event.bracket import bracket_of, round_of, stages
from referee.event.facts import Facts
from referee.event.standings_view import names_of, wanted


def bracket_json(facts: Facts, shown: str, after: int | None) -> dict[str, Any]:
    """Stages with their tables, who goes on, and the final order.

    Raises the problem ``no_qualification``, and `Faulty`.
    """
    found = bracket_of(facts, shown, after)
    names = names_of(facts)
    numbers = {each.id: each.number for each in facts.entrants}

    def named(player: str) -> dict[str, Any]:
        return {"player": player, "number": numbers[player], "name": names[player], "seed": found.seeds[player]}

    return {
        "seeds": [named(player) for player in found.seeds],
        "stages": [
            {
                "name": stage.name,
                "round": round_of(facts, stage.name),
                "advance_per_table": rule.advance,
                "tables": [
                    {
                        "number": table.number,
                        "players": [
                            {
                                **named(player),
                                "place": place,
                                "advances": player in stage.advance,
                            }
                            for player, place in (
                                zip(table.order, table.places, strict=True)
                                if table.order
                                else ((player, None) for player in table.players)
                            )
                        ],
                    }
                    for table in stage.tables
                ],
                "advance": [named(player) for player in stage.advance],
                "wanted": [wanted(each, names) for each in stage.wanted],
            }
            for stage, rule in zip(found.stages, stages(facts), strict=True)
        ],
        "final_order": _ranked(found.final_order, named),
    }


def _ranked(groups: tuple[tuple[str, ...], ...], named: Any) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = []
    for group in groups:
        rank = len(rows) + 1
        rows += [{"rank": rank, **named(player)} for player in group]
    return rows
