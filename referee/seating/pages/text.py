"""The wording of the seating page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from referee.core.language import word
from referee.events.plan import Unit
from referee.seating.tables_of_round import BY_PLACE, QUALIFIERS, RANKED, ROTATION, SELF_CHOSEN
from referee.seating.versions import DRAFT, PUBLISHED, REPLACED
from referee.seating.views import ChangeView, FigureView, ReasonsView
from tournaments.seating.file import PREPARED

AIMS: Mapping[str, str] = {
    "forbidden": "aim_forbidden",
    "fixed": "aim_fixed",
    "rematches": "aim_rematches",
    "clubs": "aim_clubs",
    "namesakes": "aim_namesakes",
    "odd_tables": "aim_odd_tables",
    "start_order": "aim_start_order",
    "neighbours": "aim_neighbours",
}
KINDS: Mapping[str, str] = {
    "schedule": "kind_schedule",
    "drawn": "kind_drawn",
    PREPARED: "kind_prepared",
    SELF_CHOSEN: "kind_self_chosen",
    ROTATION: "kind_rotation",
    BY_PLACE: "kind_rotation_by_place",
    RANKED: "kind_ranked",
    QUALIFIERS: "kind_qualifiers",
}
STATES: Mapping[str, str] = {DRAFT: "seating_draft", PUBLISHED: "seating_published", REPLACED: "seating_replaced"}


def unit_name(unit: Unit, names: Mapping[int, str]) -> str:
    """The display name of rounds that are seated together."""
    if unit.first == unit.last:
        return names[unit.first]
    return word("rounds_together", first=unit.first, last=unit.last)


@dataclass(frozen=True, slots=True)
class FigureRow:
    """A figure with a sentence: that it is the best possible, or what would be."""

    title: str
    figure: int
    sentence: str
    wanted: bool


def figure_rows(figures: Sequence[FigureView]) -> list[FigureRow]:
    return [
        FigureRow(
            word(AIMS[each.aim]),
            each.figure,
            figure_sentence(each),
            each.wanted or each.aim in ("forbidden", "fixed", "namesakes"),
        )
        for each in figures
    ]


def figure_sentence(each: FigureView) -> str:
    """How good a figure is; empty if nothing is known but that it could be zero."""
    if each.figure == each.bound:
        return word("figure_best")
    return word("figure_bound", bound=each.bound) if each.bound else ""


def change_lines(change: ChangeView) -> list[str]:
    lines = [
        word("figure_changed", aim=word(AIMS[each.aim]), before=each.before, after=each.after)
        for each in change.figures
    ]
    lines += [word("violation_new", message=each.message) for each in change.new]
    lines += [word("violation_gone", message=each.message) for each in change.gone]
    return lines or [word("nothing_changes")]


def reason_lines(reasons: ReasonsView) -> list[str]:
    comma = word("comma")
    lines = [word("why_fixed")] if reasons.fixed else []
    for mate in reasons.tablemates:
        if mate.rounds:
            lines.append(word("why_meets", name=mate.name, rounds=comma.join(map(str, mate.rounds))))
        if mate.clubmate:
            lines.append(word("why_clubmate", name=mate.name))
    if not any(mate.rounds for mate in reasons.tablemates):
        lines.append(word("why_no_rematch"))
    if len(reasons.start_orders) > 1:
        orders = comma.join(
            word("why_start", round=each.round, order=each.start_order) for each in reasons.start_orders
        )
        lines.append(word("why_starts", orders=orders))
    if reasons.odd_rounds:
        lines.append(word("why_odd", rounds=comma.join(map(str, reasons.odd_rounds))))
    best = reasons.best
    if best is not None:
        change = comma.join(f"{word(AIMS[each.aim])} {each.by:+d}" for each in best.change)
        verdict = word("why_better") if best.better else word("why_no_better")
        lines.append(
            word("why_best", name=best.name, table=best.table, change=change or word("why_same"), verdict=verdict)
        )
    return lines
