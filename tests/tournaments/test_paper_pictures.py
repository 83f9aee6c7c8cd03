"""Every page of every document, drawn at 150 dots to the inch and compared with the approved one.

An approved page is stored as a picture reduced to a quarter, in 16 greys; the current page is reduced in the same way,
so that an unchanged one is identical dot by dot.  `python -m tests.tournaments.test_paper_pictures` approves all pages
again; with a folder as its argument, it writes the pages there at 150 dots to the inch, to be looked at first.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

import pypdfium2
import pytest
from PIL import Image, ImageChops, ImageStat

from tests.tournaments.paper_samples import documents, layout

pytestmark = pytest.mark.slow

PICTURES = Path(__file__).parent / "pictures"
SHOWN = [(language, name) for language in ("ja", "en", "zh") for name in documents(language)]
FOR_EACH = ("score_sheet", "city_score_sheet", "count_sheets", "city_count_sheets", "move_log")
"""Documents with similar sheets for each table or player: those of two tables are compared."""
DOTS = 150
REDUCED = 4
ACROSS = 6
"""Pages side by side in a stored picture."""
PART = 16
"""Parts that are compared, in reduced dots: 11 mm."""
TOLERANCE = 1.0
"""Mean difference of the greys of a part, out of 255: half of what a lost line of 0.25 points makes."""


def pages(language: str, name: str) -> list[Image.Image]:
    """The pages of a document in greyscale."""
    pdf = documents(language, 8 if name in FOR_EACH else 24)[name](layout())
    with pypdfium2.PdfDocument(pdf) as file:
        return [page.render(scale=DOTS / 72, grayscale=True).to_pil().convert("L") for page in file]


def kept(shown: Sequence[Image.Image]) -> Image.Image:
    """All pages reduced, side by side in rows."""
    small = [page.reduce(REDUCED).point(lambda grey: grey // 16 * 17) for page in shown]
    width, height = (max(sizes) for sizes in zip(*(page.size for page in small), strict=True))
    rows = -(-len(small) // ACROSS)
    sheet = Image.new("L", (width * min(len(small), ACROSS), height * rows), 255)
    for number, page in enumerate(small):
        sheet.paste(page, (number % ACROSS * width, number // ACROSS * height))
    return sheet


def difference(one: Image.Image, other: Image.Image) -> float:
    """How much two stored pictures differ, 0 to 255, in the part that differs most, so that a lost line counts."""
    if one.size != other.size:
        return 255
    apart = ImageChops.difference(one, other)
    box = apart.getbbox()
    if box is None:
        return 0
    return max(
        ImageStat.Stat(apart.crop((left, top, left + PART, top + PART))).mean[0]
        for left in range(box[0] // PART * PART, box[2], PART)
        for top in range(box[1] // PART * PART, box[3], PART)
    )


@pytest.mark.parametrize(("language", "name"), SHOWN)
def test_a_document_looks_as_it_was_approved(language: str, name: str) -> None:
    with Image.open(PICTURES / f"{name}-{language}.png") as approved:
        assert difference(kept(pages(language, name)), approved.convert("L")) < TOLERANCE


def test_there_is_a_picture_of_every_document_and_no_other() -> None:
    assert {path.stem for path in PICTURES.glob("*.png")} == {f"{name}-{language}" for language, name in SHOWN}


def test_a_document_that_lost_a_line_or_a_word_is_not_taken_for_the_approved_one() -> None:
    shown = pages("ja", "score_sheet")
    for page, lost in ((0, (0, 0, 620, 160)), (3, (100, 1200, 400, 1230)), (0, fine_line(shown[0]))):
        without = [each.copy() for each in shown]
        without[page].paste(255, lost)
        assert difference(kept(shown), kept(without)) > TOLERANCE


def fine_line(page: Image.Image) -> tuple[int, int, int, int]:
    """The box of the lightest horizontal line of a page: a row of dots that is grey nearly all the way across."""
    rows = [(y, page.crop((200, y, 900, y + 1))) for y in range(page.height)]
    drawn = [(ImageStat.Stat(row).mean[0], y) for y, row in rows if max(row.tobytes()) < 250]
    lightest = max(drawn)[1]
    return (0, lightest - 1, page.width, lightest + 2)


def main(folder: str | None) -> None:
    """Approve all pages, or write them to a folder."""
    for language, name in SHOWN:
        shown = pages(language, name)
        if folder is None:
            kept(shown).save(PICTURES / f"{name}-{language}.png", optimize=True)
            continue
        Path(folder).mkdir(parents=True, exist_ok=True)
        for number, page in enumerate(shown, 1):
            page.save(Path(folder) / f"{name}-{language}-{number:02}.png")


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else None)
