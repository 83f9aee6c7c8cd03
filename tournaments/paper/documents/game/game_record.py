"""The readable log of one game: what was reported, what was refused and why, what was ruled."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from rulesets import Money
from tournaments.paper.documents.round_results import ResultLine, shown_assets
from tournaments.paper.facts import TableSeats
from tournaments.paper.page.flow import FlowEntry, FlowTable, Part, Title, flow_pages
from tournaments.paper.page.layout import Layout
from tournaments.paper.page.press import framed
from tournaments.paper.page.rows import PrintedColumn
from tournaments.paper.words import headed, words

KINDS = ("move", "refused", "ruling", "penalty", "undone", "clock")
"""The kinds of lines; a move has no label."""
LAST = 3
"""The lines that stay on one page with the result."""


@dataclass(frozen=True, slots=True)
class RecordLine:
    """A line.  ``key``: the entry's number or time; ``text``: in the reader's language; ``kind``: one of KINDS."""

    key: str
    text: str
    kind: str = "move"


@dataclass(frozen=True, slots=True)
class GameRecord:
    """The facts of the record.  ``result``: the confirmed one, best first; empty as long as there is none; ``note``:
    what is said of its language.
    """

    round: int
    table: TableSeats
    lines: tuple[RecordLine, ...]
    money: Money
    result: tuple[ResultLine, ...] = ()
    note: str = ""


def game_record(facts: GameRecord, layout: Layout, language: str) -> bytes:
    """The record as a PDF: the players, the log, the end."""
    texts = words(language)
    parts: list[Part] = []
    if facts.table.players or facts.lines:
        rolled = facts.table.rolled
        parts += [Title(texts["player" if rolled else "start_order"])]
        parts += [
            FlowEntry("" if rolled else str(order), person.name) for order, person in enumerate(facts.table.players, 1)
        ]
        parts += [Title(texts["moves"])]
        last = len(facts.lines) - LAST if facts.result else len(facts.lines)
        parts += [replace(_entry(line, texts), keep=at >= last) for at, line in enumerate(facts.lines)]
    if facts.note:
        parts += [FlowEntry("", facts.note)]
    if facts.result:
        parts += [Title(texts["round_results"]), _result(facts, texts)]
    aside = f"{layout.round(facts.round, language, facts.table.number)}　{texts['table']} {facts.table.number}"
    return framed(flow_pages(parts, layout, language), layout, language, texts["game_record"], aside)


def _result(facts: GameRecord, texts: Mapping[str, str]) -> FlowTable:
    noted = any(each.note for each in facts.result)
    columns = (
        PrintedColumn(texts["rank"], 12, "centre", "bold"),
        PrintedColumn(texts["player"], 0, weight="bold", name=True),
        PrintedColumn(texts["assets"], 22, "right"),
        PrintedColumn(texts["points"], 22, "figure"),
        *([PrintedColumn(texts["note"], 32, "right")] if noted else []),
    )
    return FlowTable(
        columns,
        tuple(
            (str(line.place), line.person.name, shown_assets(line, facts.money), line.points, line.note)[: len(columns)]
            for line in facts.result
        ),
    )


def _entry(line: RecordLine, texts: Mapping[str, str]) -> FlowEntry:
    label = texts.get(f"kind_{line.kind}", "")
    # What begins with a name stays as it is: a name is no sentence.
    text = headed(line.text) if line.kind in ("ruling", "clock") else line.text
    return FlowEntry(line.key, text, label, line.kind in ("ruling", "penalty"))
