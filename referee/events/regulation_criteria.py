"""The criteria of a regulation's standings, and what a missed round counts by them, written into its TOML."""

from __future__ import annotations

from collections.abc import Sequence

import tomlkit
from tomlkit import TOMLDocument

from referee.events.regulation_plan import tables_in
from tournaments.regulation.regulation import Regulation
from tournaments.standings.criterion import PointSum
from tournaments.standings.rule import AVERAGE

CRITERIA = (
    "points",
    "monopoly_wins",
    "places",
    "assets",
    "best_game",
    "rank_sum",
    "head_to_head",
    "opponents",
    "last_points",
    "lots",
)
"""The criteria of the standings that the form can add, because what they need to be told follows from the rest."""
MAX_CRITERIA = 5


def write_criteria(document: TOMLDocument, wanted: Sequence[str], worst_place: int) -> None:
    """Write the criteria.  ``worst_place``: the worst there can be at a table, which a missed round counts as."""
    old = tables_in(document, "standings", "criterion")
    if not wanted or list(wanted) == [str(each["by"]) for each in old[:MAX_CRITERIA]]:
        return
    needed = {"places": {"place": 1}, "rank_sum": {"absent": worst_place}}
    left, criteria = list(old[:MAX_CRITERIA]), tomlkit.aot()
    for by in wanted:
        kept = next((each for each in left if each["by"] == by), None)
        if kept is not None:
            left.remove(kept)
            criteria.append(kept)
        elif by in CRITERIA:
            criteria.append(tomlkit.item({"by": by, **needed.get(by, {})}))
    for each in old[MAX_CRITERIA:]:  # those that the form does not show
        criteria.append(each)
    document["standings"]["criterion"] = criteria


MISSED = ("nothing", AVERAGE)
"""What the form can let a missed round count."""


def missed_of(regulation: Regulation) -> str:
    """What a missed round counts by the first criterion that is the points: one of `MISSED`, or empty for a number."""
    sums = (each for each in regulation.standings.criteria if isinstance(each, PointSum))
    found = next(sums, None)
    if found is None or found.absent:
        return ""
    return AVERAGE if found.average else "nothing"


def write_missed(document: TOMLDocument, chosen: str) -> None:
    """Write what a missed round counts, in every criterion that is the points and has no number for it."""
    for each in tables_in(document, "standings", "criterion"):
        if each["by"] != "points" or each.get("order") == "low":
            continue
        if chosen == AVERAGE and each.get("absent", 0) == 0:
            each["absent"] = AVERAGE
        elif chosen == "nothing" and each.get("absent") == AVERAGE:
            del each["absent"]
