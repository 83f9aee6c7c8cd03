"""Checks of a list of players across its rows and against the existing entrants."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from rulesets.languages import FALLBACK
from tournaments.fault import Fault
from tournaments.lists.cells import Cells
from tournaments.paper.type.characters import character_name, clean
from tournaments.players.clubs import differ
from tournaments.players.entrant import Entrant
from tournaments.players.names import first_form, looks
from tournaments.players.row import identity, same_text

USUAL = ("A", "あ")
"""Names whose fonts have nearly all others, too."""


@dataclass(frozen=True, slots=True)
class Merged:
    """The rows of a list (their cells, the entrants they describe, the existing entrants they match), and all entrants
    before.
    """

    cells: tuple[Cells, ...]
    drafts: tuple[Entrant, ...]
    existing: tuple[Entrant | None, ...]
    before: tuple[Entrant, ...]

    @property
    def untouched(self) -> tuple[Entrant, ...]:
        """The entrants that no row matches."""
        listed = {each.id for each in self.existing if each}
        return tuple(each for each in self.before if each.id not in listed)

    def column(self, key: str) -> bool:
        return bool(self.cells) and self.cells[0].has(key)


def numbered(
    drafts: Sequence[Entrant], values: Sequence[Mapping[str, Any]], entrants: Sequence[Entrant]
) -> list[Entrant]:
    """The rows with numbers assigned: new entrants without one get the next after all that are in use."""
    used = [*(each.number for each in entrants), *(given.get("number", 0) for given in values)]
    free = max(used, default=0)
    found = []
    for each in drafts:
        if not each.number:
            free += 1
        found.append(each if each.number else replace(each, number=free))
    return found


def check(merged: Merged) -> None:
    """Record at the rows: ids, numbers and reserve orders used twice, duplicate players, and likely duplicates."""
    _check_unique(merged, "id", "id_twice")
    _check_unique(merged, "number", "number_twice")
    if merged.column("reserve"):
        _check_unique(merged, "reserve", "reserve_twice")
    _check_duplicates(merged)
    _warn_of_likely_duplicates(merged)
    for cells, draft in zip(merged.cells, merged.drafts, strict=True):
        warn_unprintable(cells, draft.name)


def prepare(names: Iterable[str]) -> None:
    """Load what `check` looks these names up in: fonts and tables of megabytes, which are loaded on first use because
    few processes need them, and take longer than all checks of a list.
    """
    from tournaments.paper.type.runs import missing

    for name in names:
        missing(clean(name), FALLBACK)
    first_form(looks(""))


def warn_unprintable(cells: Cells, name: str) -> None:
    """Warn of a name with characters that none of our fonts has: on paper each becomes a 〓."""
    from tournaments.paper.type.runs import missing

    if unknown := missing(clean(name), FALLBACK):
        cells.warn("name", "player_unprintable", name=name, characters=", ".join(map(character_name, unknown)))


def list_faults(merged: Merged, team_size: int | None) -> list[Fault]:
    """Faults that belong to no single row: gaps in the order of reserves, teams of the wrong size."""
    everybody = (*merged.untouched, *merged.drafts)
    faults = []
    orders = {each.reserve for each in everybody if each.reserve}
    missing = sorted(set(range(1, len(orders) + 1)) - orders)
    if merged.column("reserve") and missing:
        faults.append(Fault("", "reserve_gap", {"missing": ", ".join(map(str, missing)), "count": len(orders)}))
    if merged.column("team") and team_size is not None:
        sizes = Counter(each.team for each in everybody if each.team)
        faults += [
            Fault("", "team_of_wrong_size", {"team": team, "count": count, "size": team_size})
            for team, count in sorted(sizes.items())
            if count != team_size
        ]
    return faults


def _check_unique(merged: Merged, field: str, code: str) -> None:
    """Record each use of a value that already belongs to another entrant, be it an unmatched one or an earlier row."""
    holders = {getattr(each, field): f"{each.name} (No. {each.number})" for each in merged.untouched}
    for cells, draft in zip(merged.cells, merged.drafts, strict=True):
        value = getattr(draft, field)
        if not value:
            continue
        if value in holders:
            cells.fault(field, code, given=value, holder=holders[value])
        holders.setdefault(value, f"{draft.name} ({cells.path(field)})")


def _check_duplicates(merged: Merged) -> None:
    """Record players who are listed twice: the same name and reading, unless ids or clubs distinguish the two."""
    unlisted = {identity(each): each for each in merged.untouched}
    seen: dict[tuple[str, str], int] = {}
    for number, (cells, draft) in enumerate(zip(merged.cells, merged.drafts, strict=True)):
        who = identity(draft)
        if not draft.name:
            continue
        if who in seen:
            note = cells.warn if _distinct(merged, seen[who], number) else cells.fault
            note("name", "player_twice", name=draft.name, where=merged.cells[seen[who]].path("name"))
        elif who in unlisted and merged.existing[number] is None:
            cells.warn("name", "player_twice", name=draft.name, where=f"No. {unlisted[who].number}")
        seen.setdefault(who, number)


def _distinct(merged: Merged, one: int, other: int) -> bool:
    before, after = merged.existing[one], merged.existing[other]
    if before and after:
        return before.id != after.id
    first, second = merged.drafts[one], merged.drafts[other]
    by_id = bool(first.id and second.id) and first.id != second.id
    return by_id or differ(first.club, second.club)


def _warn_of_likely_duplicates(merged: Merged) -> None:
    """Warn of new and changed rows that share only the name, or only the reading, with another entrant, or whose name
    looks like another one, or is written with other forms of its kanji.
    """
    names: dict[str, tuple[Entrant, str]] = {}
    readings: dict[str, tuple[Entrant, str]] = {}
    forms: dict[str, tuple[Entrant, str]] = {}
    seen: dict[str, tuple[Entrant, str]] = {}

    def note(entrant: Entrant, where: str) -> None:
        name, reading = identity(entrant)
        names.setdefault(name, (entrant, where))
        if reading:
            readings.setdefault(reading, (entrant, where))
        seen.setdefault(looks(entrant.name), (entrant, where))
        forms.setdefault(first_form(name), (entrant, where))

    for entrant in merged.untouched:
        note(entrant, f"No. {entrant.number}")
    for cells, draft, before in zip(merged.cells, merged.drafts, merged.existing, strict=True):
        name, reading = identity(draft)
        for known in (names.get(name), readings.get(reading)):
            if known and draft != before and identity(known[0]) != (name, reading):
                cells.warn("name", "player_likely", name=draft.name, other=known[0].name, where=known[1])
        alike = seen.get(looks(draft.name))
        if alike and draft != before and same_text(alike[0].name) != same_text(draft.name):
            cells.warn("name", "player_alike", name=draft.name, other=alike[0].name, where=alike[1])
        other = forms.get(first_form(name))
        if other and draft != before and identity(other[0])[0] != name:
            cells.warn("name", "player_in_other_forms", name=draft.name, other=other[0].name, where=other[1])
        note(draft, cells.path("name"))
