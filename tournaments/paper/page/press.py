"""The press: turns pages into one PDF, as bare sheets or as sheets with header and footer."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextvars import ContextVar
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from io import BytesIO
from typing import Any

from reportlab import rl_config
from reportlab.lib.utils import ImageReader
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfgen.canvas import Canvas

from tournaments.paper.page.box import MM, Box
from tournaments.paper.page.ink import BOLD, FINE, Ink, Strokes, Type
from tournaments.paper.page.layout import Layout
from tournaments.paper.type.face import faces
from tournaments.paper.words import words

# What is drawn on a page is written as bytes, not as letters, which take a quarter more.
rl_config.useA85 = 0

Page = Callable[[Ink, Box], None]
"""Draws one page into a box: the whole sheet for a bare page, the space between header and footer for a framed one."""

PROGRESS: ContextVar[Callable[[int, int], None] | None] = ContextVar("progress", default=None)
"""A callback that is told how many pages have been made, and out of how many."""

HEAD, NOTE = 19 * MM, 3 * MM
"""The height of the header, and of a note below its line."""
FOOT = 9 * MM


BINDING: ContextVar[Binding | None] = ContextVar("binding", default=None)
"""The PDF that several documents are being written into, if any."""


@dataclass(slots=True)
class Binding:
    """A PDF of several documents in progress.

    ``pages``: how many it has so far; ``two_sided``: for a printer that prints on both sides, so that a page without a
    back is followed by an empty one.
    """

    canvas: Any
    pages: int = 0
    two_sided: bool = False


def press(
    pages: Sequence[Page],
    sheet: Box,
    layout: Layout,
    language: str,
    title: str,
    marks: Sequence[str] = (),
    *,
    backs: bool = False,
) -> bytes:
    """Bare pages as a PDF with its fonts.  The same input gives the same bytes.

    ``marks``: the outline entry of each page, empty for none; ``backs``: every other page is the back of the one
    before.
    """
    binding = BINDING.get()
    if binding is not None:
        alone = binding.two_sided and not backs
        _draw(
            binding,
            [side for page in pages for side in ((page, _back) if alone else (page,))],
            sheet,
            layout,
            language,
            title,
            [mark for each in marks for mark in ((each, "") if alone else (each,))],
        )
        return b""
    return bind([lambda: press(pages, sheet, layout, language, title, marks)], sheet, layout, language, title)


def bind(
    documents: Sequence[Callable[[], bytes]],
    sheet: Box,
    layout: Layout,
    language: str,
    title: str,
    *,
    two_sided: bool = False,
) -> bytes:
    """Join documents into one PDF, each under its title in the outline.  ``two_sided``: as in `Binding`."""
    file = BytesIO()
    first = faces(language, "regular")[0].name
    size = (sheet.width, sheet.height)
    canvas = Canvas(file, size, invariant=1, pageCompression=1, initialFontName=first, lang=language, pdfVersion=(1, 4))
    canvas.setTitle(title)
    canvas.setSubject(layout.event[language])
    canvas.setAuthor(layout.event[language])
    canvas.setCreator("referee")
    canvas.setViewerPreference("DisplayDocTitle", "true")
    if layout.printed_at is not None:
        canvas._doc._timeStamp = _Stamp(layout.printed_at)
    token = BINDING.set(Binding(canvas, two_sided=two_sided))
    try:
        for document in documents:
            document()
        canvas.save()
    finally:
        BINDING.reset(token)
        # A font keeps state for every document until that is saved, which never happens after an error.
        for name in pdfmetrics.getRegisteredFontNames():
            getattr(pdfmetrics.getFont(name), "state", {}).pop(canvas._doc, None)
    return file.getvalue()


class _Stamp:
    """A timestamp in the form in which ReportLab writes it to a file."""

    def __init__(self, at: datetime) -> None:
        offset = int((at.utcoffset() or timedelta()).total_seconds())
        self.YMDhms = tuple(at.timetuple())[:6]
        self.dhh, self.dmm = int(offset / 3600), abs(offset) % 3600 // 60


def _draw(
    binding: Binding,
    pages: Sequence[Page],
    sheet: Box,
    layout: Layout,
    language: str,
    title: str,
    marks: Sequence[str],
) -> None:
    canvas, progress = binding.canvas, PROGRESS.get()
    for number, page in enumerate(pages, 1):
        canvas.setPageSize((sheet.width * layout.enlarged, sheet.height * layout.enlarged))
        canvas.scale(layout.enlarged, layout.enlarged)
        mark = marks[number - 1] if number <= len(marks) else ""
        for level, entry in enumerate((title if number == 1 else "", mark)):
            if entry:
                key = f"p{binding.pages}-{level}"
                canvas.bookmarkPage(key)
                canvas.addOutlineEntry(entry, key, level)
        strokes = Strokes()
        page(Ink(canvas, sheet, language, layout.scale, strokes, names=layout.names), sheet)
        strokes.draw(canvas)
        canvas.showPage()
        binding.pages += 1
        if progress is not None:
            progress(binding.pages, binding.pages + len(pages) - number)


def body(layout: Layout, sheet: Box | None = None, note: str = "") -> Box:
    """The space between header and footer.  ``note``: what stands below the line of the header."""
    return _parts(layout, sheet or layout.sheet, note)[1]


def _parts(layout: Layout, sheet: Box, note: str) -> list[Box]:
    """The header, what is between, and the footer."""
    return sheet.inset(layout.margin * MM).rows(HEAD + NOTE * bool(note), 0, FOOT)


def framed(
    pages: Sequence[Page],
    layout: Layout,
    language: str,
    title: str,
    aside: str = "",
    sheet: Box | None = None,
    marks: Sequence[str] = (),
    backs: Sequence[Page] = (),
    note: str = "",
    asides: Sequence[str] = (),
) -> bytes:
    """Pages with a header (event, title, logo) and a footer (sponsor, note, page n of m), as a PDF.

    ``aside``: the text at the right of the title, and ``asides`` that of each page if it is not the same on all;
    ``note``: a small line below it; ``backs``: the back of each sheet, which has its own header and number.  A document
    without pages gets one that says so.
    """
    pages = list(pages) or [_empty_page]
    logo = ImageReader(BytesIO(layout.logo)) if layout.logo else None
    heads = [partial(_head, layout, logo, title, each, note) for each in asides or [aside] * len(pages)]
    sides = 2 if backs else 1
    within = [
        partial(_framed, page, head, sides * at + 1, sides * len(pages), layout, note)
        for at, (page, head) in enumerate(zip(pages, heads, strict=True))
    ]
    both = [each for leaf in zip(within, backs, strict=True) for each in leaf] if backs else within
    sheet = sheet or layout.sheet
    return press(both, sheet, layout, language, f"{title} {aside}".strip(), marks, backs=bool(backs))


def _framed(page: Page, head: Page, number: int, count: int, layout: Layout, note: str, ink: Ink, sheet: Box) -> None:
    top, middle, foot = _parts(layout, sheet, note)
    # Header and footer are not enlarged in large print: nobody needs to read them from afar.
    head(ink.plain, top)
    _foot(ink.plain, foot, layout, number, count)
    page(ink, middle)


def _head(layout: Layout, logo: ImageReader | None, title: str, aside: str, note: str, ink: Ink, box: Box) -> None:
    whole = box
    if logo:
        corner, box = box.columns(22 * MM, 0, gap=4 * MM)
        ink.picture(logo, corner.rows(13.5 * MM, 0)[0])
    event, line, _ = box.rows(5 * MM, 9 * MM, 0)
    name, printed = event.columns(0, event.width * 0.5 if layout.imprint else 0.1, gap=4 * MM)
    ink.say(layout.event[ink.language], name, Type(9))
    ink.say(layout.imprint, printed, Type(7.5, align="right"))
    left, right = line.columns(0, line.width * 0.34, gap=4 * MM)
    ink.say(title, left, Type(20, "bold"))
    ink.say(aside, right, Type(14, "bold", "right"))
    y = line.bottom + 1.6 * MM
    ink.coloured(layout.colour).rule(whole.x, y, whole.right, y, BOLD)
    ink.say(note, Box(whole.x, y + 1.2 * MM, whole.width, 3.4 * MM), Type(9))


def _foot(ink: Ink, box: Box, layout: Layout, number: int, count: int) -> None:
    y = box.y + 3.5 * MM
    ink.rule(box.x, y, box.right, y)
    line = Box(box.x, y + 0.5 * MM, box.width, box.height - 4 * MM)
    left, middle, right = line.columns(line.width * 0.42, 0, 16 * MM, gap=3 * MM)
    ink.say((layout.sponsor or {}).get(ink.language, ""), left, Type(7.5))
    note = " · ".join(part for part in (layout.draft, (layout.footer or {}).get(ink.language, "")) if part)
    draft = bool(layout.draft)
    ink.say(note, middle, Type(7.5, "bold" if draft else "regular", "right"))
    ink.say(f"{number} / {count}", right, Type(7.5, align="right"))


def _back(ink: Ink, box: Box) -> None:
    """Draw nothing: the back of a sheet that has none."""


def _empty_page(ink: Ink, box: Box) -> None:
    line = box.rows(30 * MM, 0)[0].inset(0, 8 * MM)
    ink.frame(line, FINE, 2 * MM)
    ink.say(words(ink.language)["nothing_yet"], line.inset(4 * MM), Type(11, align="centre"))
