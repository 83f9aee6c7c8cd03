"""Matches the rows of a list to existing entrants."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

from tournaments.lists.cells import Cells
from tournaments.players.entrant import Entrant
from tournaments.players.row import same_text


def matched(
    values: Sequence[Mapping[str, Any]], cells: Sequence[Cells], entrants: Sequence[Entrant]
) -> list[Entrant | None]:
    """For each row its existing entrant, None for a new one; ambiguous rows get a fault.

    Certain matches come first: by id; by number if name or reading agrees; by name, reading and club.  The remaining
    rows are matched by name, and reading if both have one, among the entrants that are left, so that two players of the
    same name stay two.
    """
    by_id = {each.id: each for each in entrants}
    by_number = {each.number: each for each in entrants}
    by_name: dict[str, list[Entrant]] = defaultdict(list)
    for each in entrants:
        by_name[same_text(each.name)].append(each)
    found: list[Entrant | None] = [_certain_match(given, by_id, by_number, by_name) for given in values]
    taken = {each.id for each in found if each}
    for place, (given, row) in enumerate(zip(values, cells, strict=True)):
        if found[place] is None and "id" not in given:
            candidates = [each for each in _same_name(given, by_name) if each.id not in taken]
            if len(candidates) > 1:
                numbers = ", ".join(str(each.number) for each in candidates)
                row.fault("name", "player_ambiguous", given=given["name"], numbers=numbers)
            elif candidates:
                found[place] = candidates[0]
    _refuse_duplicates(found, cells)
    return found


def _certain_match(
    given: Mapping[str, Any],
    by_id: Mapping[str, Entrant],
    by_number: Mapping[int, Entrant],
    by_name: Mapping[str, list[Entrant]],
) -> Entrant | None:
    if "id" in given:
        return by_id.get(given["id"])
    holder = by_number.get(given.get("number", 0))
    if holder and (same_text(holder.name) == same_text(given["name"]) or _same_reading(given, holder)):
        return holder
    exact = [
        each
        for each in _same_name(given, by_name)
        if same_text(each.reading) == same_text(given.get("reading", each.reading))
        and same_text(each.club) == same_text(given.get("club", each.club))
    ]
    return exact[0] if len(exact) == 1 else None


def _same_name(given: Mapping[str, Any], by_name: Mapping[str, list[Entrant]]) -> list[Entrant]:
    reading = same_text(given.get("reading", ""))
    return [
        each
        for each in by_name.get(same_text(given["name"]), ())
        if not reading or not each.reading or same_text(each.reading) == reading
    ]


def _same_reading(given: Mapping[str, Any], entrant: Entrant) -> bool:
    return bool(entrant.reading) and same_text(entrant.reading) == same_text(given.get("reading", ""))


def _refuse_duplicates(found: Sequence[Entrant | None], cells: Sequence[Cells]) -> None:
    first: dict[str, int] = {}
    for each, row in zip(found, cells, strict=True):
        if each is None:
            continue
        if each.id in first:
            row.fault("name", "row_twice", name=each.name, number=each.number, line=first[each.id])
        first.setdefault(each.id, row.line)
