"""The criteria and classes of a regulation's standings, and what a missed round counts, written into its TOML."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import tomlkit
from tomlkit import TOMLDocument

from referee.events.regulation_plan import MAIN, set_value, tables_in, value_in
from tournaments.lists.cells import Fields
from tournaments.qualification.rule import LONGEST_CLASS
from tournaments.regulation.regulation import Regulation
from tournaments.standings.criterion import PointSum
from tournaments.standings.rule import AVERAGE
from tournaments.typed import Whole

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


MOST_CLASSES = 4
"""How many classes with finals the form shows."""


@dataclass(frozen=True, slots=True)
class ClassFinal:
    """A class with a final of its own, and how many play it."""

    name: str
    places: int


def class_finals(regulation: Regulation) -> Sequence[ClassFinal] | None:
    """The classes with finals that the form can change; None where one has several steps, or there are too many."""
    rule = regulation.qualification
    classes = rule.classes if rule is not None else ()
    if len(classes) > MOST_CLASSES or any(len(each.steps) != 1 for each in classes):
        return None
    return [ClassFinal(each.class_name, each.places) for each in classes]


def write_classes(document: TOMLDocument, regulation: Regulation, given: Fields, seats: Whole) -> None:
    """Write the finals of classes that the form names; one without a name goes.

    What else the file says of a class that stays is kept.  ``seats``: how many the rules of the game take at a table.
    """
    now = class_finals(regulation)
    if now is None or not any(given.has(f"class_{number}") for number in range(MOST_CLASSES)):
        return
    wanted = _asked_for(document, given, seats)
    given.check()
    section: Any = document.get("qualification")
    kept = {value_in(regulation, each["name"]): each for each in tables_in(document, "qualification", "class")}
    if section is None or (wanted == list(now) and len(kept) == len(now)):
        return
    section.pop("class", None)
    if wanted:
        section["class"] = tomlkit.aot()
    for each in wanted:
        one: Any = kept.get(each.name)
        if one is None:
            step = {"after": main_rounds(document, regulation), "who": "all", "places": each.places}
            one = tomlkit.item({"name": each.name, "places": each.places, "step": [step]})
        for table in (one, one["step"][0]):
            set_value(document, table, "places", each.places)
        section["class"].append(one)
    allow_sizes(document, regulation, [each.places for each in wanted])


def _asked_for(document: TOMLDocument, given: Fields, seats: Whole) -> list[ClassFinal]:
    """The finals of classes that the form asks for; what is wrong with them is noted."""
    wanted: list[ClassFinal] = []
    for key in (f"class_{number}" for number in range(MOST_CLASSES)):
        if not (name := given.text(key)):
            continue
        if name in [each.name for each in wanted]:
            given.fault(key, "name_twice", given=name)
        if len(name) > LONGEST_CLASS:
            given.fault(key, "class_too_long", given=name, most=LONGEST_CLASS)
        if "qualification" not in document:
            given.fault(key, "class_without_final", given=name)
        wanted.append(ClassFinal(name, given.needed(key.replace("_", "_places_"), seats) or 1))
    return wanted


def main_rounds(document: TOMLDocument, regulation: Regulation) -> int:
    rounds: Any = document["round"]
    main = (each for each in rounds if each.get("stage", MAIN) == MAIN)
    return sum(int(value_in(regulation, each.get("repeat", 1))) for each in main)


def allow_sizes(document: TOMLDocument, regulation: Regulation, wanted: Sequence[int]) -> None:
    """Let the last round have tables of these sizes too."""
    final: Any = document["round"][-1]
    tables: Any = document["tables"]
    usual = [tables["size"], *value_in(regulation, tables.get("also", []))]
    sizes = [int(value_in(regulation, each)) for each in final.get("sizes", usual)]
    more = [each for each in dict.fromkeys(wanted) if each not in sizes]
    if more:
        final["sizes"] = [*sizes, *more]
