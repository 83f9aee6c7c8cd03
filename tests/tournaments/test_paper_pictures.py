"""The first page of every document, compared with the picture that was approved.

`python -m tests.tournaments.test_paper_pictures` draws all of them anew; look at each before it is approved.
"""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageFilter, ImageStat

from tests.tournaments.paper_samples import documents, layout, poppler

PICTURES = Path(__file__).parent / "pictures"
SHOWN = [(language, name) for language in ("ja", "en", "zh") for name in documents(language)]
TOLERANCE = 2.5
"""Mean difference of the greys, of 255, behind a blur that forgives how edges are smoothed."""


def picture(language: str, name: str) -> Image.Image:
    """The first page in greys, 40 dots to the inch."""
    pdf = documents(language)[name](layout())
    drawn = poppler("pdftoppm", pdf, "-gray", "-r", "40", "-l", "1", "-singlefile", "-")
    return Image.open(BytesIO(drawn)).convert("L")


def difference(one: Image.Image, other: Image.Image) -> float:
    """How far two pictures are apart, 0 to 255: the worst of their parts, so that a lost line counts."""
    if one.size != other.size:
        return 255
    blurred = [each.filter(ImageFilter.GaussianBlur(1.5)) for each in (one, other)]
    apart = ImageChops.difference(*blurred)
    width, height = apart.size
    parts = [(0, height * part // 8, width, height * (part + 1) // 8) for part in range(8)]
    return max(ImageStat.Stat(apart.crop(part)).mean[0] for part in parts)


@pytest.mark.parametrize(("language", "name"), SHOWN)
def test_a_document_looks_as_it_was_approved(language: str, name: str) -> None:
    with Image.open(PICTURES / f"{name}-{language}.png") as approved:
        assert difference(picture(language, name), approved) < TOLERANCE


def test_there_is_a_picture_of_every_document_and_no_other() -> None:
    assert {path.stem for path in PICTURES.glob("*.png")} == {f"{name}-{language}" for language, name in SHOWN}


def test_a_document_that_lost_something_is_not_taken_for_the_approved_one() -> None:
    shown = picture("ja", "score_sheet")
    for lost in ((0, 0, 330, 40), (0, 300, 165, 345)):
        without = shown.copy()
        without.paste(255, lost)
        assert difference(shown, without) > TOLERANCE


if __name__ == "__main__":
    for each in SHOWN:
        picture(*each).save(PICTURES / f"{each[1]}-{each[0]}.png", optimize=True)
