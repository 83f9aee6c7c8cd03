"""Net worth over the reports of a game, drawn with ReportLab's line plot."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from reportlab.graphics import renderPDF
from reportlab.graphics.charts.lineplots import LinePlot
from reportlab.graphics.shapes import Drawing
from reportlab.lib.colors import black

from rulesets import Money
from tournaments.paper.page.box import Box
from tournaments.paper.page.ink import BOLD, FINE, PLAIN, Ink, Type
from tournaments.paper.type.face import faces

DASHES: tuple[tuple[float, tuple[float, ...] | None], ...] = (
    (BOLD, None),
    (BOLD, (5, 2)),
    (BOLD, (1.2, 1.8)),
    (BOLD, (7, 2, 1.5, 2)),
    (PLAIN, None),
    (PLAIN, (5, 2)),
    (PLAIN, (1.2, 1.8)),
    (PLAIN, (7, 2, 1.5, 2)),
)
"""The thickness and dashes of each seat's line, distinguishable without colour."""
LABEL = 9.5
"""The minimum distance between two letters at the ends of lines, in points."""
AXIS = 7.5


def draw_curves(
    ink: Ink, moments: Sequence[int], worths: Mapping[str, Sequence[int]], last: int, money: Money, box: Box
) -> None:
    """Draw the curves of all seats in a box, with their letters at the ends.  ``last``: the number at the right end;
    ``money``: how the amounts are written.
    """
    face = faces(ink.language, "regular")[0].name
    drawing = Drawing(box.width, box.height, initialFontName=face, initialFontSize=AXIS)
    plot = LinePlot()
    plot.x = plot.y = 0
    plot.width, plot.height = box.width, box.height
    plot.data = [list(zip(moments, sums, strict=True)) for sums in worths.values()]
    plot.joinedLines = 1
    for number, (thick, dashes) in zip(range(len(plot.data)), DASHES * 2, strict=False):
        line = plot.lines[number]
        line.strokeColor, line.strokeWidth, line.strokeDashArray = black, thick, dashes
    across, up = plot.xValueAxis, plot.yValueAxis
    for axis in (across, up):
        axis.valueMin = 0
        axis.strokeColor, axis.strokeWidth = black, PLAIN
        axis.labels.fontName, axis.labels.fontSize = face, AXIS
    highest = max((worth for sums in worths.values() for worth in sums), default=0)
    across.valueMax = max(last, 1)
    across.valueSteps = [each for each in steps(across.valueMax, 10) if each <= across.valueMax]
    up.valueSteps = steps(max(highest, 1), 6)
    up.valueMax = up.valueSteps[-1]
    up.visibleGrid, up.gridStrokeColor, up.gridStrokeWidth = True, black, FINE
    up.labelTextFormat = lambda worth: money.typed(round(worth))
    across.labelTextFormat = _figure
    drawing.add(plot)
    renderPDF.draw(drawing, ink.canvas, box.x, ink.sheet.height - box.bottom)
    ends = {seat: box.bottom - sums[-1] / up.valueMax * box.height for seat, sums in worths.items() if sums}
    for seat, y in apart(ends, LABEL, box.y, box.bottom).items():
        ink.say(seat, Box(box.right + 2, y - LABEL / 2, 24, LABEL), Type(9, "bold", least=0.78))


def draw_sample(ink: Ink, number: int, box: Box) -> None:
    """Draw a sample of a seat's line, by the seat's number from 0."""
    thick, dashes = DASHES[number % len(DASHES)]
    y = ink.sheet.height - box.y - box.height / 2
    ink.canvas.setLineWidth(thick)
    ink.canvas.setStrokeGray(0)
    ink.canvas.setDash(list(dashes or ()))
    ink.canvas.line(box.x, y, box.right, y)
    ink.canvas.setDash()


def _figure(value: Any) -> str:
    return f"{round(value):,}"


def steps(highest: float, most: int) -> list[int]:
    """Round figures from 0 up to the first that is not below ``highest``, in at most ``most`` steps: 0, 500, 1000 …"""
    size = 1
    while True:
        for step in (size, 2 * size, 5 * size):
            if highest <= step * most:
                return list(range(0, -(-int(highest) // step) * step + 1, step))
        size *= 10


def apart(at: Mapping[str, float], least: float, top: float, bottom: float) -> dict[str, float]:
    """The same heights, moved as little as needed so that no two are closer than ``least``."""
    placed: dict[str, float] = {}
    for seat in sorted(at, key=lambda each: at[each]):
        placed[seat] = max(at[seat], max(placed.values(), default=top - least) + least)
    below = bottom + least
    for seat in reversed(list(placed)):
        below = placed[seat] = min(placed[seat], below - least)
    return placed
