"""The press: pages become one PDF.  Bare sheets, or sheets in a frame of header and footer."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextvars import ContextVar
from functools import partial
from io import BytesIO

from reportlab.lib.utils import ImageReader
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfgen.canvas import Canvas

from tournaments.fault import Fault, Faulty
from tournaments.paper.page.box import MM, Box
from tournaments.paper.page.ink import HAIR, Ink, Type
from tournaments.paper.page.layout import Layout
from tournaments.paper.type.face import faces
from tournaments.paper.words import words

Page = Callable[[Ink, Box], None]
"""Draws one page into a box: the whole sheet of a bare page, the space between header and footer of a framed one."""

PROGRESS: ContextVar[Callable[[int, int], None] | None] = ContextVar("progress", default=None)
"""Who wants to know how many pages are made, and of how many."""

HEAD = 19 * MM
FOOT = 9 * MM


def press(pages: Sequence[Page], sheet: Box, layout: Layout, language: str, title: str) -> bytes:
    """Bare pages as a PDF with its fonts.  The same input gives the same bytes.  Raises Faulty with all faults."""
    file = BytesIO()
    first = faces(language, "regular")[0].name
    canvas = Canvas(
        file,
        (sheet.width, sheet.height),
        invariant=1,
        pageCompression=1,
        initialFontName=first,
        lang=language,
        pdfVersion=(1, 4),
    )
    canvas.setTitle(title)
    canvas.setSubject(layout.event[language])
    canvas.setAuthor(layout.event[language])
    canvas.setCreator("referee")
    faults: list[Fault] = []
    try:
        told = PROGRESS.get()
        for number, page in enumerate(pages, 1):
            page(Ink(canvas, sheet, language, layout.scale, faults), sheet)
            canvas.showPage()
            if told is not None:
                told(number, len(pages))
        if faults:
            raise Faulty(faults)
        canvas.save()
    finally:
        # A font remembers every document that it was used in until that is saved.
        for name in pdfmetrics.getRegisteredFontNames():
            getattr(pdfmetrics.getFont(name), "state", {}).pop(canvas._doc, None)
    return file.getvalue()


def body(layout: Layout, sheet: Box | None = None) -> Box:
    """The space between header and footer."""
    inner = (sheet or layout.sheet).inset(layout.margin * MM)
    return inner.rows(HEAD, 0, FOOT)[1]


def framed(
    pages: Sequence[Page], layout: Layout, language: str, title: str, aside: str = "", sheet: Box | None = None
) -> bytes:
    """Pages between header (event, title, logo) and footer (sponsor, note, page n of m).

    ``aside``: what stands at the right of the title.  A document without pages has one that says so.
    """
    pages = list(pages) or [_nothing]
    head = partial(_head, layout, ImageReader(BytesIO(layout.logo)) if layout.logo else None, title, aside)
    within = [partial(_framed, page, head, number, len(pages), layout) for number, page in enumerate(pages, 1)]
    return press(within, sheet or layout.sheet, layout, language, f"{title} {aside}".strip())


def _framed(page: Page, head: Page, number: int, count: int, layout: Layout, ink: Ink, sheet: Box) -> None:
    inner = sheet.inset(layout.margin * MM)
    top, middle, foot = inner.rows(HEAD, 0, FOOT)
    # Header and footer stay as they are in large print: they are not what is read from afar.
    plain = Ink(ink.canvas, sheet, ink.language, 1, ink.faults)
    head(plain, top)
    _foot(plain, foot, layout, number, count)
    page(ink, middle)


def _head(layout: Layout, logo: ImageReader | None, title: str, aside: str, ink: Ink, box: Box) -> None:
    whole = box
    if logo:
        corner, box = box.columns(22 * MM, 0, gap=4 * MM)
        ink.picture(logo, corner.rows(13.5 * MM, 0)[0])
    event, line, _ = box.rows(5 * MM, 9 * MM, 0)
    ink.say(layout.event[ink.language], event, Type(9, grey=0.3))
    left, right = line.columns(0, line.width * 0.34, gap=4 * MM)
    ink.say(title, left, Type(19, "bold"))
    ink.say(aside, right, Type(13, "bold", "right"))
    y = line.bottom + 1.6 * MM
    ink.rule(whole.x, y, whole.right, y, 1.2)


def _foot(ink: Ink, box: Box, layout: Layout, number: int, count: int) -> None:
    y = box.y + 3.5 * MM
    ink.rule(box.x, y, box.right, y)
    line = Box(box.x, y + 0.5 * MM, box.width, box.height - 4 * MM)
    left, middle, right = line.columns(line.width * 0.42, 0, 16 * MM, gap=3 * MM)
    ink.say((layout.sponsor or {}).get(ink.language, ""), left, Type(7.5, grey=0.3))
    note = " · ".join(part for part in (layout.draft, (layout.footer or {}).get(ink.language, "")) if part)
    draft = bool(layout.draft)
    ink.say(note, middle, Type(7.5, "bold" if draft else "regular", "right", grey=0 if draft else 0.3, least=0.5))
    ink.say(f"{number} / {count}", right, Type(7.5, align="right"))


def _nothing(ink: Ink, box: Box) -> None:
    line = box.rows(30 * MM, 0)[0].inset(0, 8 * MM)
    ink.frame(line, HAIR, 0.6, 2 * MM)
    ink.say(words(ink.language)["nothing_yet"], line.inset(4 * MM), Type(12, align="centre", grey=0.2))
