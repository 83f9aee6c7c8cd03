"""The PDF as a file: its syntax, its outline, its title, its language, its dates, its fonts."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime
from zoneinfo import ZoneInfo

import pikepdf
import pytest

from rulesets.languages import LANGUAGES
from tests.tournaments.paper_samples import EVENT, documents, fonts_of, layout, opened, words_of
from tournaments.paper.documents.certificate import Certificate, Issuer, horizontal_certificates, vertical_certificates
from tournaments.paper.page.press import bind
from tournaments.paper.words import words

pytestmark = pytest.mark.slow


def titles(items: Iterable[pikepdf.OutlineItem]) -> list[tuple[str, list[str]]]:
    """The outline entries of the first level, each with those below it."""
    return [(str(item.title), [str(below.title) for below in item.children]) for item in items]


@pytest.mark.parametrize(
    ("language", "name"), [(language, name) for language in LANGUAGES for name in documents(language)]
)
@pytest.mark.parametrize(("paper", "print_"), [("A4", "normal"), ("Letter", "large")])
def test_every_document_is_sound_named_and_outlined_embeds_its_fonts_and_keeps_to_its_pages(
    language: str, name: str, paper: str, print_: str
) -> None:
    pdf = documents(language)[name](layout(paper, print_))
    with opened(pdf) as file:
        assert file.check_pdf_syntax() == []
        title = str(file.docinfo["/Title"])
        assert title and str(file.docinfo["/Subject"]) == EVENT[language]
        assert str(file.Root.Lang) == language
        assert bool(file.Root.ViewerPreferences.DisplayDocTitle)
        with file.open_outline() as outline:
            (entry,) = titles(outline.root)
            assert entry[0] == title
            there = outline.root[0].destination
            assert isinstance(there, pikepdf.Array) and there[0].objgen == file.pages[0].obj.objgen
    fonts = fonts_of(pdf)
    assert fonts
    assert all(embedded and font[6:11] == "+Noto" for font, embedded in fonts), fonts
    for width, height, found in words_of(pdf):
        assert found
        for word in found:
            assert word.left >= 0 and word.top >= 0, word
            assert word.right <= width and word.bottom <= height, word


def test_documents_in_one_file_are_found_by_the_outline() -> None:
    makers = documents("en", 8)
    on = layout()
    names = ("seating_by_name", "score_sheet", "game_report")
    labels = words("en")

    def bound() -> bytes:
        return bind([lambda each=each: makers[each](on) for each in names], on.sheet, on, "en", "All")  # type: ignore[misc]

    with opened(bound()) as file, file.open_outline() as outline:
        found = titles(outline.root)
    assert len(found) == 3
    assert found[0][0].startswith(labels["seating_by_name"])
    assert found[2][1] == [labels["report_board"], labels["report_course"]]


def test_a_file_bears_the_moment_of_its_printing() -> None:
    at = datetime(2026, 11, 21, 9, 30, 15, tzinfo=ZoneInfo("Asia/Tokyo"))
    with opened(documents("ja", 4)["standings"](replace(layout(), printed_at=at))) as file:
        assert str(file.docinfo["/CreationDate"]) == str(file.docinfo["/ModDate"]) == "D:20261121093015+09'00'"


@pytest.mark.parametrize(
    ("name", "language", "face"),
    [
        ("horizontal_certificate", "ja", "NotoSerifJP-SemiBold"),
        ("vertical_certificate", "ja", "NotoSerifJP-SemiBold"),
        ("horizontal_certificate", "zh", "NotoSerifSC-SemiBold"),
        ("vertical_certificate", "zh", "NotoSerifSC-Vertical"),
        ("horizontal_certificate", "en", "NotoSerif-SemiBold"),
    ],
)
def test_certificates_are_in_mincho_song_and_a_latin_serif(name: str, language: str, face: str) -> None:
    ceremony = [Certificate("Ann", "1", "2026", "Our Cup", (Issuer("Kei"),))]
    make = vertical_certificates if name.startswith("vertical") else horizontal_certificates
    found = {font.partition("+")[2] for font, _ in fonts_of(make(ceremony, layout(), language))}
    assert face in found and all("Serif" in each for each in found)
