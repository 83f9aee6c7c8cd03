"""The event report: rulings, penalties, deviations from the regulation, and anything else that belongs on record."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.paper.page.flow import FlowEntry, Title, flow_pages
from tournaments.paper.page.layout import Layout
from tournaments.paper.page.press import body, framed
from tournaments.paper.words import words


@dataclass(frozen=True, slots=True)
class ReportLine:
    """A line.  ``key``: when or where (a round, a table); ``label``: its kind, such as the category of a penalty."""

    key: str
    text: str
    label: str = ""
    strong: bool = False


@dataclass(frozen=True, slots=True)
class ReportPart:
    """A part of the report.  ``title``: in the reader's language.  If it has no lines, the report says so."""

    title: str
    lines: tuple[ReportLine, ...]


def event_report(parts: Sequence[ReportPart], layout: Layout, language: str) -> bytes:
    """The report as a PDF."""
    texts = words(language)
    flow: list[Title | FlowEntry] = []
    for part in parts:
        flow.append(Title(part.title))
        flow += [FlowEntry(line.key, line.text, line.label, line.strong) for line in part.lines]
        flow += [] if part.lines else [FlowEntry("", texts["nothing"])]
    return framed(flow_pages(flow, body(layout), layout.scale, language), layout, language, texts["event_report"])
