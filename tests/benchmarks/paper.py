"""``python3 dev.py bench paper``: 400 slips with codes and 200 score sheets, compared with only drawing them.

The calls that our documents make on ReportLab's canvas are recorded once and replayed on a bare canvas as the
reference; the QR codes are encoded on both sides.  Measures processor time, in turn, the median of several runs.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from io import BytesIO
from statistics import median
from typing import Any
from unittest.mock import patch

import segno
from reportlab.pdfgen.canvas import Canvas

from tests.benchmarks.options import Options
from tests.benchmarks.results import Figure, Result
from tests.tournaments.paper_samples import counting_of, layout, schedules, tables
from tournaments.paper.documents.pairing_slips import PairingSlips, pairing_slips
from tournaments.paper.documents.score_sheet import score_sheets
from tournaments.paper.documents.score_sheet_parts import ScoreSheets
from tournaments.paper.page import fields
from tournaments.paper.type import breaking, face, fitting, runs

RUNS = 5
WANTED = 1.5
Call = tuple[str, tuple[Any, ...], dict[str, Any]]


def slips() -> bytes:
    """400 slips, each with a code of its own."""
    people = schedules(400)
    own = tuple(
        type(each)(each.person, each.places, f"https://referee.example/m/{at:08}") for at, each in enumerate(people)
    )
    return pairing_slips(PairingSlips((1, 2, 3), own), layout(), "ja")


def sheets() -> bytes:
    """200 score sheets, front and back, each with a code of its own."""
    return score_sheets(ScoreSheets(1, tables(200), counting_of("atlantic-city", "ja"), 60), layout(), "ja")


class RecordingCanvas:
    """A canvas proxy that records all calls and forwards them."""

    def __init__(self, canvas: Any, calls: list[Call]) -> None:
        self.__dict__.update(canvas=canvas, calls=calls)

    def __getattr__(self, name: str) -> Any:
        attribute = getattr(self.canvas, name)
        if not callable(attribute) or name in ("hasForm",):
            return attribute

        def call(*arguments: Any, **named: Any) -> Any:
            self.calls.append((name, arguments, named))
            return attribute(*arguments, **named)

        return call

    def __setattr__(self, name: str, value: Any) -> None:
        setattr(self.canvas, name, value)


def record_calls(make: Callable[[], bytes]) -> tuple[list[Call], list[str]]:
    """Record the calls that a document makes on its canvas, and the links of its QR codes."""
    calls: list[Call] = []
    links: list[str] = []
    kept, encode = Canvas, segno.make

    def note(link: str, **named: Any) -> Any:
        links.append(link)
        return encode(link, **named)

    clear_caches()
    with (
        patch(
            "tournaments.paper.page.press.Canvas", lambda *given, **named: RecordingCanvas(kept(*given, **named), calls)
        ),
        patch("segno.make", note),
    ):
        make()
    return calls, links


def replay_calls(calls: list[Call], links: list[str]) -> bytes:
    """Replay recorded calls on a bare canvas."""
    file = BytesIO()
    sheet = layout().sheet
    canvas = Canvas(file, (sheet.width, sheet.height), invariant=1, pageCompression=1)
    for link in links:
        segno.make(link, error="m", micro=False)
    for name, arguments, named in calls:
        if name != "save":
            getattr(canvas, name)(*arguments, **named)
    canvas.save()
    return file.getvalue()


def clear_caches() -> None:
    """Clear the caches, so that no document profits from an earlier one."""
    texts = fitting.one_line, fitting.several_lines, fitting.whole_name, breaking._measured
    for each in (face.first_face, runs.runs, *texts, fields._modules):
        each.cache_clear()


def processor_time(make: Callable[[], bytes]) -> float:
    """Processor time in seconds."""
    clear_caches()
    began = time.process_time()
    make()
    return time.process_time() - began


def measure(_options: Options) -> Result:
    """Measure both sides."""
    figures = []
    for name, make in (("400 slips with codes", slips), ("200 score sheets", sheets)):
        calls, links = record_calls(make)
        times = [(processor_time(make), processor_time(partial(replay_calls, calls, links))) for _ in range(RUNS)]
        ours, theirs = (median(each) for each in zip(*times, strict=True))
        figures.append(Figure(name, ours, "s", ours / theirs, "a bare canvas", f"{WANTED} at most"))
    return Result("paper", tuple(figures))
