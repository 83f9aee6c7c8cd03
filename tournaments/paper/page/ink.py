"""Drawing on one page: text fitted into boxes, lines, frames, greys, pictures.

Every text is printed: if necessary smaller, on several lines, or finally truncated with an ellipsis; a character that
no font has becomes 〓.  The PDF always contains the full text, for searching and copying.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from functools import partial
from itertools import groupby
from typing import Any, NamedTuple

from tournaments.paper.page.box import Box
from tournaments.paper.page.colour import BLACK, Colour
from tournaments.paper.type.characters import GETA, clean, visible
from tournaments.paper.type.direction import directed, unmarked
from tournaments.paper.type.fitting import Setting, TypeRoom, cut, name_lines, one_line, several_lines
from tournaments.paper.type.runs import Run, runs, width
from tournaments.paper.type.vertical import Piece

FINE, PLAIN, BOLD = 0.25, 0.6, 1.2
"""Line widths in points.  All lines are solid, because printers dither grey ones, and black except in ornaments."""
LEAST = 7.0
"""The smallest font size in points."""
OUTLINE = 0.035
"""The width of the outline that makes a letter bold, as a fraction of its size."""
RISE = 0.37
"""The distance of the baseline below the middle of a line, as a fraction of the font size."""


@dataclass(frozen=True, slots=True)
class Type:
    """How a text is set.

    ``size``: in points, for normal print; ``least``: how far it may shrink, as a fraction of the size, but never below
    `LEAST`; ``align``: left, centre, right; ``stand``: top, middle, bottom; ``white``: white, for a black background;
    ``leading``: the line spacing as a fraction of the size.
    """

    size: float
    weight: str = "regular"
    align: str = "left"
    stand: str = "middle"
    white: bool = False
    least: float = 0.6
    leading: float = 1.32


class _Stroke(NamedTuple):
    """A kind of line."""

    colour: Colour
    thick: float


def _set_stroke_colour(canvas: Any, colour: Colour) -> None:
    if colour == BLACK:
        canvas.setStrokeGray(0)
    else:
        canvas.setStrokeColorRGB(*colour)


class Strokes:
    """The lines of a page, drawn after everything else, because a tint would cover half of a line that it touches."""

    def __init__(self) -> None:
        self.lines: dict[_Stroke, list[tuple[float, float, float, float]]] = {}
        self.frames: dict[_Stroke, list[tuple[float, float, float, float, float]]] = {}

    def draw(self, canvas: Any) -> None:
        """Draw all lines, and forget them."""
        before = None
        for stroke in sorted({*self.lines, *self.frames}):
            if stroke.colour != before:
                _set_stroke_colour(canvas, stroke.colour)
                before = stroke.colour
            canvas.setLineWidth(stroke.thick)
            canvas.lines(self.lines.get(stroke, ()))
            for *place, round in self.frames.get(stroke, ()):
                canvas.roundRect(*place, round, stroke=1, fill=0) if round else canvas.rect(*place)
        self.lines, self.frames = {}, {}


class Ink:
    """A page to draw on.

    ``scale``: 1, or more for large print; ``strokes``: the page's lines, None for new ones; ``colour``: of lines and
    fills, but not of letters; ``names``: those that no line tears.
    """

    def __init__(
        self,
        canvas: Any,
        sheet: Box,
        language: str,
        scale: float,
        strokes: Strokes | None = None,
        colour: Colour = BLACK,
        names: tuple[str, ...] = (),
    ) -> None:
        self.canvas = canvas
        self.sheet = sheet
        self.language = language
        self.scale = scale
        self.strokes = strokes or Strokes()
        self.colour = colour
        self.names = names

    @property
    def plain(self) -> Ink:
        """The same page at scale 1, for what large print leaves unchanged."""
        return self.scaled(1)

    def scaled(self, scale: float) -> Ink:
        """The same page at another scale of letters and rows."""
        return Ink(self.canvas, self.sheet, self.language, scale, self.strokes, names=self.names)

    def speaking(self, language: str) -> Ink:
        """The same page with texts in another language, whose fonts may differ."""
        return Ink(self.canvas, self.sheet, language, self.scale, self.strokes, self.colour, self.names)

    def coloured(self, colour: Colour) -> Ink:
        """The same page with lines and fills in a colour."""
        return Ink(self.canvas, self.sheet, self.language, self.scale, self.strokes, colour, self.names)

    def say(self, text: str, box: Box, type: Type) -> None:
        """Draw a text on one line, smaller or wrapped only if it has to be."""
        self._draw_fitted(one_line, text, box, type)

    def name(self, text: str, box: Box, type: Type) -> None:
        """Draw a name on one line, or on two if that makes it larger."""
        self._draw_fitted(name_lines, text, box, type)

    def turned_name(self, text: str, box: Box, type: Type) -> None:
        """Draw a name that reads from bottom to top, as above a narrow column."""
        self.canvas.saveState()
        self.canvas.translate(box.right, self._from_bottom(box.bottom))
        self.canvas.rotate(90)
        rotated = Box(0, 0, box.height, box.width)
        Ink(self.canvas, rotated, self.language, self.scale).name(text, rotated, type)
        self.canvas.restoreState()

    def upside_down(self, draw: Callable[[Ink], None]) -> None:
        """Draw on the whole sheet rotated by 180 degrees, as for the far side of a tent."""
        self.canvas.saveState()
        self.canvas.translate(self.sheet.width, self.sheet.height)
        self.canvas.rotate(180)
        turned = Ink(self.canvas, self.sheet, self.language, self.scale)
        draw(turned)
        turned.strokes.draw(self.canvas)
        self.canvas.restoreState()

    def write(self, text: str, box: Box, type: Type) -> None:
        """Draw a text on as many lines as it needs, smaller only if the box is too low."""
        self._draw_fitted(several_lines, text, box, type)

    def rule(self, x: float, y: float, x2: float, y2: float, thick: float = FINE) -> None:
        """Draw a straight line."""
        self.strokes.lines.setdefault(_Stroke(self.colour, thick), []).append(
            (x, self._from_bottom(y), x2, self._from_bottom(y2))
        )

    def dashed(self, x: float, y: float, x2: float, y2: float) -> None:
        """Draw a dashed line, as a cut line."""
        self.canvas.setDash(1.5, 3)
        self.canvas.setLineWidth(FINE)
        self.canvas.setStrokeGray(0)
        self.canvas.line(x, self._from_bottom(y), x2, self._from_bottom(y2))
        self.canvas.setDash()

    def frame(self, box: Box, thick: float = FINE, round: float = 0) -> None:
        """Draw the outline of a box.  ``round``: the radius of its corners."""
        place = (box.x, self._from_bottom(box.bottom), box.width, box.height, round)
        self.strokes.frames.setdefault(_Stroke(self.colour, thick), []).append(place)

    def fill(self, box: Box, grey: float, round: float = 0) -> None:
        """Fill a box with black or the colour (0), or with a tint that laser printers render evenly: 0.88 to 1."""
        if grey or self.colour == BLACK:
            self.canvas.setFillGray(grey)
        else:
            self.canvas.setFillColorRGB(*self.colour)
        self.canvas.roundRect(box.x, self._from_bottom(box.bottom), box.width, box.height, round, stroke=0, fill=1)

    def shape(self, corners: Sequence[tuple[float, float]], box: Box) -> None:
        """Fill a polygon with black.  ``corners``: in a square of size 1, from the top left."""
        path = self.canvas.beginPath()
        for at, (across, down) in enumerate(corners):
            place = box.x + across * box.width, self._from_bottom(box.y + down * box.height)
            (path.lineTo if at else path.moveTo)(*place)
        path.close()
        self.canvas.setFillGray(0)
        self.canvas.drawPath(path, stroke=0, fill=1)

    def picture(self, image: Any, box: Box) -> None:
        """Draw a picture (ReportLab's ImageReader) as large as possible in a box, aligned to its left."""
        across, down = image.getSize()
        by = min(box.width / across, box.height / down)
        place = box.x, self._from_bottom(box.y + (box.height + down * by) / 2)
        self.canvas.drawImage(image, *place, across * by, down * by, mask="auto")

    def modules(self, name: str, dark: Sequence[Sequence[bool]], box: Box) -> None:
        """Draw a square of black and white modules, such as a QR code; stored once in the document under its name."""
        module = min(box.width, box.height) / len(dark)
        self.canvas.saveState()
        self.canvas.translate(box.x, self._from_bottom(box.y + module * len(dark)))
        self.canvas.scale(module, module)
        self.stamp(name, partial(self._draw_modules, dark))
        self.canvas.restoreState()

    def _draw_modules(self, dark: Sequence[Sequence[bool]]) -> None:
        """Draw the modules at size 1, from the lower left corner of the sheet, as one path of whole numbers."""
        path: list[str] = []
        for up, cells in enumerate(reversed(dark)):
            across = 0
            for is_dark, group in groupby(cells):
                count = len(list(group))
                if is_dark:
                    path.append(f"{across} {up} {count} 1 re")
                across += count
        self.canvas.setFillGray(0)
        self.canvas.addLiteral(" ".join((*path, "f")))

    def column(self, pieces: Sequence[Piece], x: float, y: float, size: float, weight: str) -> None:
        """Draw a column of vertical text, searchable and copyable as one text.  ``x``: its middle; ``y``: its top."""
        with self._actual_text("".join(piece.meant or piece.text for piece in pieces)):
            for piece in pieces:
                self._draw_piece(piece, x, y, size, weight)
                y += piece.advance * size

    def _draw_piece(self, piece: Piece, x: float, y: float, size: float, weight: str) -> None:
        across = width(piece.text, self.language, weight)
        if piece.form == "turned":
            self.canvas.saveState()
            self.canvas.translate(x, self._from_bottom(y))
            self.canvas.rotate(-90)
            self._draw_runs(piece.text, 0, -RISE * size, size, weight)
            self.canvas.restoreState()
        elif piece.form == "number":
            fitting = min(size, size / across)
            self._draw_runs(
                piece.text, x - across * fitting / 2, self._from_bottom(y + (0.5 + RISE) * size), fitting, weight
            )
        else:
            self._draw_runs(piece.text, x - across / 2 * size, self._from_bottom(y + 0.88 * size), size, weight)

    def stamp(self, name: str, draw: Callable[[], None]) -> None:
        """Draw what is the same on many pages: stored once in the document under its name, and shown on each page."""
        if not self.canvas.hasForm(name):
            around = vars(self.strokes).copy()
            vars(self.strokes).update(vars(Strokes()))
            self.canvas.beginForm(name)
            draw()
            self.strokes.draw(self.canvas)
            self.canvas.endForm()
            vars(self.strokes).update(around)
        self.canvas.doForm(name)

    def _draw_fitted(self, fit: Any, text: str, box: Box, type: Type) -> None:
        original, text = text, clean(text)
        if not original.strip():
            return
        if not visible(text):
            text = GETA
        # The floor is not scaled: a long text may shrink as far in large print as in normal print.
        floor = max(type.size * type.least, LEAST)
        room = TypeRoom(box.width, box.height, floor, type.leading, self.names)
        setting = fit(text, room, type.size * self.scale, self.language, type.weight)
        if setting is not None:
            self._set(setting, box, type)
            return
        with self._actual_text(text):
            self._set(cut(text, room, self.language, type.weight), box, type)

    @contextmanager
    def _actual_text(self, text: str) -> Iterator[None]:
        """Mark what is drawn inside as standing for a text, which PDF readers search and copy (`ActualText`)."""
        code = text.encode("utf-16-be", "surrogatepass").hex().upper()
        self.canvas.addLiteral(f"/Span <</ActualText <FEFF{code}>>> BDC")
        yield
        self.canvas.addLiteral("EMC")

    def _set(self, setting: Setting, box: Box, type: Type) -> None:
        height = (len(setting.lines) - 1) * setting.leading
        first = {
            "top": box.y + setting.size / 2,
            "middle": box.y + (box.height - height) / 2,
            "bottom": box.bottom - setting.size / 2 - height,
        }[type.stand]
        for number, line in enumerate(setting.lines):
            free = box.width - width(line, self.language, type.weight) * setting.size
            x = box.x + free * {"left": 0, "centre": 0.5, "right": 1}[type.align]
            y = self._from_bottom(first + number * setting.leading + RISE * setting.size)
            self._draw_runs(line, x, y, setting.size, type.weight, 1 if type.white else 0)

    def _draw_runs(self, line: str, x: float, y: float, size: float, weight: str, grey: float = 0) -> None:
        """Draw a line.  What is not drawn in the order in which it is read stands for the line as a whole."""
        self.canvas.setFillGray(grey)
        with self._actual_text(unmarked(line)) if directed(line) else nullcontext():
            for run in runs(line, self.language, weight):
                self._draw_run(run, x, y, size, grey, meant=not directed(line))
                x += run.width * size

    def _draw_run(self, run: Run, x: float, y: float, size: float, grey: float, *, meant: bool) -> None:
        """Draw a run.  ``meant``: what it stands for is said here, if that is not what is drawn."""
        self.canvas.setFont(run.face, size)
        with self._actual_text(run.meant) if meant and run.meant != run.text else nullcontext():
            if run.heavier:
                self.canvas.setLineWidth(size * OUTLINE)
                self.canvas.setStrokeGray(grey)
            self.canvas.drawString(x, y, run.text, mode=2 if run.heavier else None)

    def _from_bottom(self, y: float) -> float:
        return self.sheet.height - y
