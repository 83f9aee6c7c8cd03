"""What a page says about a seating, in plain words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from referee.core.language import word
from referee.events.plan import Unit
from referee.seating.tables_of_round import BY_PLACE, QUALIFIERS, RANKED, ROTATION, SELF_CHOSEN
from referee.seating.versions import DRAFT, PUBLISHED, REPLACED

AIMS: Mapping[str, Callable[[], str]] = {
    "forbidden": lambda: word("aim_forbidden"),
    "fixed": lambda: word("aim_fixed"),
    "rematches": lambda: word("aim_rematches"),
    "clubs": lambda: word("aim_clubs"),
    "odd_tables": lambda: word("aim_odd_tables"),
    "start_order": lambda: word("aim_start_order"),
    "neighbours": lambda: word("aim_neighbours"),
}
KINDS: Mapping[str, Callable[[], str]] = {
    "schedule": lambda: word("kind_schedule"),
    "drawn": lambda: word("kind_drawn"),
    SELF_CHOSEN: lambda: word("kind_self_chosen"),
    ROTATION: lambda: word("kind_rotation"),
    BY_PLACE: lambda: word("kind_rotation_by_place"),
    RANKED: lambda: word("kind_ranked"),
    QUALIFIERS: lambda: word("kind_qualifiers"),
}
STATES: Mapping[str, Callable[[], str]] = {
    DRAFT: lambda: word("seating_draft"),
    PUBLISHED: lambda: word("seating_published"),
    REPLACED: lambda: word("seating_replaced"),
}


def unit_name(unit: Unit, names: Mapping[int, str]) -> str:
    """Rounds that are seated together as people call them."""
    if unit.first == unit.last:
        return names[unit.first]
    return word("rounds_together", first=unit.first, last=unit.last)


def figures_told(figures: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The figures with a sentence each: the best there can be, or how far from it."""
    return [
        {
            "title": AIMS[each["aim"]](),
            "figure": each["figure"],
            "told": word("figure_best")
            if each["figure"] == each["bound"]
            else word("figure_bound", bound=each["bound"]),
            "best": each["figure"] == each["bound"],
            "wanted": each["wanted"] or each["aim"] in ("forbidden", "fixed"),
        }
        for each in figures
    ]


def changes_told(change: dict[str, Any]) -> list[str]:
    """What a change made better and worse, line by line."""
    lines = [
        word("figure_changed", aim=AIMS[each["aim"]](), before=each["before"], after=each["after"])
        for each in change["figures"]
    ]
    lines += [word("violation_new", message=each["message"]) for each in change["new"]]
    lines += [word("violation_gone", message=each["message"]) for each in change["gone"]]
    return lines or [word("nothing_changes")]


def reasons_told(reasons: dict[str, Any]) -> list[str]:
    """Why somebody sits where they sit, line by line."""
    lines = [word("why_fixed")] if reasons["fixed"] else []
    for mate in reasons["tablemates"]:
        if mate["rounds"]:
            rounds = word("comma").join(map(str, mate["rounds"]))
            lines.append(word("why_meets", name=mate["name"], rounds=rounds))
        if mate["clubmate"]:
            lines.append(word("why_clubmate", name=mate["name"]))
    if not any(mate["rounds"] for mate in reasons["tablemates"]):
        lines.append(word("why_no_rematch"))
    if len(reasons["start_orders"]) > 1:
        orders = word("comma").join(
            word("why_start", round=each["round"], order=each["start_order"]) for each in reasons["start_orders"]
        )
        lines.append(word("why_starts", orders=orders))
    if reasons["odd_rounds"]:
        lines.append(word("why_odd", rounds=word("comma").join(map(str, reasons["odd_rounds"]))))
    best = reasons["best"]
    if best is not None:
        change = word("comma").join(f"{AIMS[each['aim']]()} {each['by']:+d}" for each in best["change"])
        said = word("why_better") if best["better"] else word("why_no_better")
        lines.append(
            word("why_best", name=best["name"], table=best["table"], change=change or word("why_same"), said=said)
        )
    return lines
