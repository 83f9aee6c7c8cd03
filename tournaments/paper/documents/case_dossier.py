"""The dossier of a case: what happened, who said what, and what was decided, with signature lines at the end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from tournaments.paper.documents.event_report import ReportPart
from tournaments.paper.documents.game.board import PrintedBoard, draw_board
from tournaments.paper.page.box import MM, Box
from tournaments.paper.page.flow import FlowEntry, Title, flow_pages
from tournaments.paper.page.ink import PLAIN, Ink, Type
from tournaments.paper.page.layout import Layout
from tournaments.paper.page.press import body, framed
from tournaments.paper.words import words

LINE = 17 * MM
"""The height of a signature line."""


@dataclass(frozen=True, slots=True)
class CaseDossier:
    """A case.  ``title``: in the reader's language; ``signers``: the labels of the signature lines; ``boards``: up to
    two positions to draw, each with what it is.
    """

    title: str
    parts: tuple[ReportPart, ...]
    signers: tuple[str, ...]
    boards: tuple[tuple[str, PrintedBoard], ...] = ()


def case_dossier(facts: CaseDossier, layout: Layout, language: str) -> bytes:
    """The dossier as a PDF."""
    flow: list[Title | FlowEntry] = []
    for part in facts.parts:
        flow.append(Title(part.title))
        flow += [FlowEntry(line.key, line.text, line.label, line.strong) for line in part.lines]
        flow += [] if part.lines else [FlowEntry("", words(language)["nothing"])]
    room = body(layout)
    most = int((room.height - LINE) / (LINE * layout.scale)) * 2
    signed = [partial(_signatures, facts.signers[start : start + most]) for start in range(0, len(facts.signers), most)]
    drawn = [partial(_boards, facts.boards)] if facts.boards else []
    return framed([*flow_pages(flow, room, layout.scale, language), *drawn, *signed], layout, language, facts.title)


def _boards(boards: Sequence[tuple[str, PrintedBoard]], ink: Ink, room: Box) -> None:
    for (title, board), box in zip(boards, room.rows(*[0] * max(2, len(boards)), gap=4 * MM), strict=False):
        head, space = box.rows(7 * MM, 0)
        ink.say(title, head, Type(11, "bold", stand="middle"))
        draw_board(ink, board, space)


def _signatures(signers: Sequence[str], ink: Ink, room: Box) -> None:
    height = LINE * ink.scale
    title = Box(room.x, room.y, room.width, height)
    ink.say(words(ink.language)["signatures"], title, Type(14, "bold", stand="middle"))
    for number, signer in enumerate(signers):
        column = Box(
            room.x + (number % 2) * room.width / 2, room.y + height * (1 + number // 2), room.width / 2, height
        )
        line = column.inset(3 * MM, 1 * MM)
        ink.rule(line.x, line.bottom - 5 * MM, line.right, line.bottom - 5 * MM, PLAIN)
        ink.say(signer, Box(line.x, line.bottom - 4.5 * MM, line.width, 4 * MM), Type(8, least=0.5))
