"""The QR codes on paper, read back by a scanner."""

from __future__ import annotations

import pytest
from PIL import Image, ImageFilter

from tests.scanner import read_qr_codes
from tests.tournaments.paper_samples import documents, drawn, layout, people
from tournaments.paper.documents.table_signs import TableSigns, table_signs
from tournaments.paper.facts import TableSeats

TABLE = "https://referee.example/t/1"
PRINTED = {
    "table_signs": {TABLE, "https://referee.example/t/4"},
    "pairing_slips": {"https://referee.example/e"},
    "score_sheet": {TABLE},
    "result_slips": {TABLE, "https://referee.example/t/4"},
    "poster": {"https://referee.example/p/cup"},
    "programme": {"https://referee.example/p/cup"},
    "city_score_sheet": {TABLE},
    "move_log": {TABLE},
}
"""The contents of the codes on the first page of a document."""


def photographed(pdf: bytes) -> Image.Image:
    """The first page at 150 dots to the inch, out of focus by one dot, like a photograph taken in the hall."""
    return drawn(pdf).filter(ImageFilter.GaussianBlur(1))


@pytest.mark.parametrize("name", PRINTED)
@pytest.mark.parametrize(("paper", "print"), [("A4", "normal"), ("Letter", "large")])
def test_the_codes_of_a_document_are_read_by_a_scanner(name: str, paper: str, print: str) -> None:
    assert set(read_qr_codes(photographed(documents("ja")[name](layout(paper, print))))) == PRINTED[name]


def test_the_code_of_a_long_address_is_read_too() -> None:
    link = "https://referee.monopoly-championship.example.org:8443/t/" + "Wq7-x_" * 4
    signs = table_signs(TableSigns(1, (TableSeats(100, people(6), link),)), layout(), "ja")
    assert read_qr_codes(photographed(signs)) == [link]
