"""Reads the parts of a request from JSON or from CSV rows, recording every fault."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tournaments.fault import Fault
from tournaments.seating.entrants import MOST_ROUNDS, Sitter
from tournaments.section import Section
from tournaments.typed import whole

MOST_TABLES = 2000
WHOLES = ("first", "last", "table")
LISTS = ("absent", "table_rounds")


def read_entrant(section: Section) -> Sitter:
    """Read an entrant from ``id`` and the optional keys named as in `Sitter`."""
    entrant = Sitter(
        section.text("id"),
        section.text("club") if section.has("club") else None,
        section.whole("first", 1, MOST_ROUNDS, 1),
        section.whole("last", 0, MOST_ROUNDS) if section.has("last") else None,
        section.wholes("absent", 1, MOST_ROUNDS, ()),
        section.whole("table", 1, MOST_TABLES) if section.has("table") else None,
        section.wholes("table_rounds", 1, MOST_ROUNDS, ()),
        section.text("namesake") if section.has("namesake") else None,
    )
    section.done()
    return entrant


def from_row(row: Mapping[str, str], line: int, faults: list[Fault]) -> Section:
    """The section for a row of a CSV file: numbers converted, lists split at spaces, empty cells left out."""
    content: dict[str, object] = {key: text.strip() for key, text in row.items() if text.strip()}
    for key in content.keys() & {*WHOLES}:
        content[key] = _number(str(content[key]))
    for key in content.keys() & {*LISTS}:
        content[key] = [_number(word) for word in str(content[key]).split()]
    return Section(content, f"line {line}", faults)


def _number(text: str) -> int | str:
    number = whole(text)
    return text if number is None else number


def entrant_content(entrant: Sitter) -> dict[str, object]:
    """An entrant as JSON, without default values."""
    content: dict[str, object] = {"id": entrant.id}
    for key, value, usual in (
        ("club", entrant.club, None),
        ("first", entrant.first, 1),
        ("last", entrant.last, None),
        ("absent", entrant.absent, ()),
        ("table", entrant.table, None),
        ("table_rounds", entrant.table_rounds, ()),
        ("namesake", entrant.namesake, None),
    ):
        if value != usual:
            content[key] = list(value) if isinstance(value, Sequence) and not isinstance(value, str) else value
    return content
