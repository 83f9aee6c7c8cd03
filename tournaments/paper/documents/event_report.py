"""The event report, to be filed: the day in figures, the ranking, the results, rulings and penalties, deviations from
the regulation, and signatures.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rulesets.languages import language as settings
from tournaments.paper.page.flow import FlowEntry, FlowFact, FlowNote, FlowTable, Part, Signatures, Title, flow_pages
from tournaments.paper.page.layout import Layout
from tournaments.paper.page.press import framed
from tournaments.paper.words import words


@dataclass(frozen=True, slots=True)
class ReportLine:
    """A line.  ``key``: when or where (a round, a table); ``label``: its kind, such as the category of a penalty;
    ``keep``: it stays on one page with the next line.
    """

    key: str
    text: str
    label: str = ""
    strong: bool = False
    keep: bool = False


@dataclass(frozen=True, slots=True)
class ReportPart:
    """A part of the report.  ``title``: in the reader's language.  If it has no lines, the report says so."""

    title: str
    lines: tuple[ReportLine, ...]


@dataclass(frozen=True, slots=True)
class TablePart:
    """A part of tables, each with a title of its own, empty for none.  ``note``: about all of them."""

    title: str
    tables: tuple[tuple[str, FlowTable], ...]
    note: str = ""


@dataclass(frozen=True, slots=True)
class EventReport:
    """The facts of the report.

    ``figures``: labels and values; ``tables``: ranking, results, staff; ``parts``: what happened besides, in the order
    of importance; ``signers``: who signs.
    """

    title: str
    figures: tuple[tuple[str, str], ...]
    tables: tuple[TablePart, ...] = ()
    parts: tuple[ReportPart, ...] = ()
    signers: tuple[str, ...] = ()


def event_report(facts: EventReport, layout: Layout, language: str) -> bytes:
    """The report as a PDF."""
    texts = words(language)
    parts = list(_parts(facts, language)) if facts.figures or facts.parts else []
    pages = flow_pages(parts, layout, language)
    return framed(pages, layout, language, texts["event_report"])


def _parts(facts: EventReport, language: str) -> Iterator[Part]:
    texts = words(language)
    if facts.figures:
        yield Title(facts.title)
        yield from (FlowFact(*each) for each in facts.figures)
    for part in facts.tables:
        yield from _tables(part)
    for each in facts.parts:
        if each.lines:
            yield Title(each.title)
            yield from entries(each.lines)
    nothing = [each.title for each in facts.parts if not each.lines]
    if nothing:
        yield Title(texts["nothing_else"])
        yield FlowEntry("", texts["nothing_of"].format(what=settings(language).joins.list.join(nothing)))
    if facts.signers:
        yield Signatures(texts["signatures"], facts.signers)


def _tables(part: TablePart) -> Iterator[Part]:
    shown = [(title, table) for title, table in part.tables if table.rows]
    if shown:
        yield Title(part.title)
        if part.note:
            yield FlowNote(part.note)
    for title, table in shown:
        if title:
            yield Title(title, small=True)
        yield table


def entries(lines: Sequence[ReportLine]) -> Iterator[FlowEntry]:
    """The lines of a part as they flow over pages."""
    return (FlowEntry(line.key, line.text, line.label, line.strong, line.keep) for line in lines)
