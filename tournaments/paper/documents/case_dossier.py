"""The dossier of a case: what happened, who said what, and what was decided, with signature lines at the end."""

from __future__ import annotations

from dataclasses import dataclass

from tournaments.paper.documents.event_report import ReportPart, entries
from tournaments.paper.page.flow import FlowEntry, Part, Signatures, Title, flow_pages
from tournaments.paper.page.layout import Layout
from tournaments.paper.page.press import body, framed
from tournaments.paper.words import words


@dataclass(frozen=True, slots=True)
class CaseDossier:
    """A case.  ``title``: in the reader's language; ``signers``: the labels of the signature lines."""

    title: str
    parts: tuple[ReportPart, ...]
    signers: tuple[str, ...]


def case_dossier(facts: CaseDossier, layout: Layout, language: str) -> bytes:
    """The dossier as a PDF."""
    flow: list[Part] = []
    for part in facts.parts:
        flow.append(Title(part.title))
        flow += entries(part.lines) if part.lines else [FlowEntry("", words(language)["nothing"])]
    if facts.signers:
        flow.append(Signatures(words(language)["signatures"], facts.signers))
    return framed(flow_pages(flow, body(layout), layout.scale, language), layout, language, facts.title)
