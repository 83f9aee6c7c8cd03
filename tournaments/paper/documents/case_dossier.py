"""The dossier of a case: what happened, who said what, and what was decided, with signature lines; then the board."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from tournaments.paper.documents.event_report import ReportPart, entries
from tournaments.paper.documents.game.board import PrintedBoard, draw_board
from tournaments.paper.page.box import MM, Box
from tournaments.paper.page.flow import FlowEntry, Part, Signatures, Title, flow_pages
from tournaments.paper.page.ink import Ink, Type
from tournaments.paper.page.layout import Layout
from tournaments.paper.page.press import framed
from tournaments.paper.words import words


@dataclass(frozen=True, slots=True)
class CaseDossier:
    """A case.  ``title``: in the reader's language; ``signers``: the labels of the signature lines; ``boards``: the
    positions to draw, each with what it is.
    """

    title: str
    parts: tuple[ReportPart, ...]
    signers: tuple[str, ...]
    boards: tuple[tuple[str, PrintedBoard], ...] = ()


def case_dossier(facts: CaseDossier, layout: Layout, language: str) -> bytes:
    """The dossier as a PDF."""
    flow: list[Part] = []
    for part in facts.parts:
        flow.append(Title(part.title))
        flow += entries(part.lines) if part.lines else [FlowEntry("", words(language)["nothing"])]
    if facts.signers:
        flow.append(Signatures(words(language)["signatures"], facts.signers))
    pages = flow_pages(flow, layout, language)
    pages += [partial(_board, title, board) for title, board in facts.boards]
    return framed(pages, layout, language, facts.title)


def _board(title: str, board: PrintedBoard, ink: Ink, room: Box) -> None:
    """Draw a position on a sheet of its own, where the names of the spaces have room."""
    head, space = room.rows(7 * MM, 0)
    ink.say(title, head, Type(11, "bold", stand="middle"))
    draw_board(ink, board, space)
