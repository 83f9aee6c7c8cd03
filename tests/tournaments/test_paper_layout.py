"""The layout file, and boxes and cards on a sheet."""

from __future__ import annotations

import re
from dataclasses import replace
from io import BytesIO
from itertools import pairwise
from pathlib import Path

import pikepdf
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from rulesets.languages import LANGUAGES
from tests.tournaments.paper_samples import documents, logo, text_of
from tournaments.fault import Faulty
from tournaments.paper.page.box import Box
from tournaments.paper.page.cards import collated
from tournaments.paper.page.layout import Layout, parse
from tournaments.paper.words import words

EXAMPLE = Path(__file__).resolve().parents[2] / "tournaments" / "paper" / "layouts" / "example.toml"


def nothing(name: str) -> bytes | None:
    return None


def faults(text: str, files: dict[str, bytes] | None = None) -> list[tuple[str, str]]:
    with pytest.raises(Faulty) as caught:
        parse(text, (files or {}).get)
    assert all(fault.sentence(language) for fault in caught.value.faults for language in LANGUAGES)
    return [(fault.path, fault.code) for fault in caught.value.faults]


def test_the_example_shows_every_key_with_its_usual_value() -> None:
    text = EXAMPLE.read_text("utf-8")
    parsed = parse(text, nothing)
    usual = Layout(parsed.event, zone=parsed.zone, date=parsed.date, sponsor=parsed.sponsor, footer=parsed.footer)
    assert parsed == usual
    with_logo = parse(text.replace("# logo", "logo"), {"logo.png": logo()}.get)
    assert with_logo.logo == logo()
    keys = set(re.findall(r"^(?:# )?(\w+) =", text, re.M))
    of_one_printing = {"draft", "imprint", "printed_at", "names", "rounds", "classes"}
    assert keys == {"format", *Layout.__dataclass_fields__} - of_one_printing


@pytest.mark.parametrize(
    ("colour", "code"),
    [("red", "form"), ("#12345", "form"), ("#ffff00", "pale"), ("#ffffff", "pale"), ("#787878", "pale")],
)
def test_a_colour_that_cannot_be_seen_on_paper_is_refused(colour: str, code: str) -> None:
    assert faults(f'format = 1\nevent = "A"\ncolour = "{colour}"') == [("colour", f"paper_colour_{code}")]


def test_the_colour_is_of_ornaments_and_never_of_letters() -> None:
    coloured = parse('format = 1\nevent = "A"\ncolour = "#1B4f72"', nothing)
    assert coloured.colour == pytest.approx((0x1B / 255, 0x4F / 255, 0x72 / 255))
    plain = replace(coloured, colour=(0, 0, 0))
    for name in ("standings", "poster", "vertical_certificate"):
        make = documents("ja", 4)[name]
        assert colours_of(make(plain)) == set()
        ((shade, kind),) = {(shade, kind) for shade, kind in colours_of(make(coloured)) if kind != "rg"}
        assert kind == "RG" and shade == pytest.approx(coloured.colour, abs=0.001), name
        assert text_of(make(plain)) == text_of(make(coloured))


def colours_of(pdf: bytes) -> set[tuple[tuple[float, ...], str]]:
    """The colours that the first page sets for lines (RG) and fills (rg); none may be that of a text."""
    found: set[tuple[tuple[float, ...], str]] = set()
    fill = ""
    with pikepdf.open(BytesIO(pdf)) as file:
        for each in pikepdf.parse_content_stream(file.pages[0]):
            kind = str(each.operator)
            fill = kind if kind in ("g", "rg") else fill
            assert (kind, fill) != ("Tj", "rg")
            if kind in ("RG", "rg"):
                found.add((tuple(float(str(part)) for part in each.operands), kind))
    return found


def test_one_text_is_for_all_languages() -> None:
    layout = parse('format = 1\nevent = "A"\nsponsor = { ja = "B", en = "C", zh = "D" }', nothing)
    assert layout.event == {"en": "A", "ja": "A", "zh": "A"}
    assert layout.sponsor == {"en": "C", "ja": "B", "zh": "D"}


def test_a_language_that_a_layout_leaves_out_has_the_english_text() -> None:
    layout = parse('format = 1\nevent = { en = "Cup", ja = "杯" }', lambda _name: None)
    assert layout.event == {"en": "Cup", "ja": "杯", "zh": "Cup"}
    assert faults('format = 1\nevent = { en = "Cup", xx = "?" }') == [("event.xx", "unknown_key")]


def test_all_faults_of_a_layout_are_named_at_once() -> None:
    text = 'format = 2\npaper = "B5"\nprint = "tiny"\nmargin = 3\nlogo = "x.png"\nshade = "red"\nfooter = {}'
    assert faults(text) == [
        ("format", "wanted_whole"),
        ("event", "missing_key"),
        ("paper", "wanted_choice"),
        ("print", "wanted_choice"),
        ("margin", "wanted_whole"),
        ("footer", "no_language"),
        ("logo", "paper_logo_not_there"),
        ("shade", "unknown_key"),
    ]
    assert faults("format = ") == [("", "not_toml")]


def test_a_logo_is_a_picture_of_a_reasonable_size() -> None:
    large = BytesIO()
    Image.new("1", (5000, 10)).save(large, "PNG")
    text = 'format = 1\nevent = "A"\nlogo = "x"'
    for content, code in (
        (b"no picture", "paper_logo_unreadable"),
        (large.getvalue(), "paper_logo_too_large"),
    ):
        assert faults(text, {"x": content}) == [("logo", code)]


def test_the_words_of_all_languages_are_the_same_keys_with_the_same_facts() -> None:
    facts = [
        {key: set(re.findall(r"{(\w+)[:}]", text)) for key, text in words(language).items()} for language in LANGUAGES
    ]
    assert facts[0] == facts[1] == facts[2]


@given(st.integers(0, 100), st.integers(1, 12))
def test_one_cut_leaves_piles_that_are_in_order_when_stacked(count: int, places: int) -> None:
    sheets = collated(count, places)
    piles = [[sheet[place] for sheet in sheets] for place in range(places)]
    assert [card for pile in piles for card in pile if card is not None] == list(range(count))
    assert len(sheets) == -(-count // places)


@given(st.integers(1, 6), st.integers(1, 6), st.integers(0, 5))
def test_a_grid_fills_its_box_without_overlaps(across: int, down: int, gap: int) -> None:
    boxes = Box(10, 20, 300, 200).grid(across, down, gap)
    assert len(boxes) == across * down
    for left, right in pairwise(boxes[:across]):
        assert right.x - left.right == pytest.approx(gap)
    assert boxes[-1].right == pytest.approx(310)
    assert boxes[-1].bottom == pytest.approx(220)
