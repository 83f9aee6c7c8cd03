"""The design: two style sheets define the colours, light and dark, with enough contrast to be read (WCAG 2.2, computed
from these sheets).
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rulesets.wordlist import wordlist

STATIC = Path(__file__).parents[1] / "templates" / "static"
TOKENS, NIGHT = ((STATIC / name).read_text("utf-8") for name in ("tokens.css", "night.css"))
SHEETS = sorted(path for path in STATIC.glob("*.css") if path.name not in {"tokens.css", "night.css", "api_docs.css"})
"""The product's style sheets; api_docs.css styles the API documentation, whose pages are not ours."""
COLOUR = re.compile(r"#[0-9a-fA-F]{3,8}\b|\b(?:rgba?|hsla?|oklch|color-mix)\(|:[^;{}]*\b(?:white|black|gr[ae]y)\b")
TOKEN = re.compile(r"--([\w-]+): (#[0-9a-f]{6})\b")
NAME = re.compile(r"var\(--([\w-]+)")
OWN = {"fill", "rim", "on", "d", "od", "size", "down", "row", "columns", "fit"}
"""Properties that elements set themselves: the colour of a seat or a group, a size, something a script measures."""
AA_TEXT, AA_LARGE = 4.5, 3.0

TEXTS = [
    *((ink, ground) for ink in ("ink", "faint", "mark", "wrong", "wait") for ground in ("ground", "sheet")),
    *(("ink", ground) for ground in ("sunk", "mark-ground", "wrong-ground", "wait-ground")),
    *(("faint", ground) for ground in ("sunk", "mark-ground")),
    ("mark", "mark-ground"),
    ("on-mark", "mark"),
    ("wrong", "wrong-ground"),
    ("wait", "wait-ground"),
    ("sheet", "ink"),
    ("sheet", "wait"),
    ("sheet", "faint"),
    ("on-felt", "felt"),
    ("felt", "on-felt"),
    ("felt-faint", "felt"),
    ("felt-late", "felt"),
    *(
        (f"on-{deed}", deed)
        for deed in wordlist("""
        purple brown sky pink orange red yellow green navy rail works built
    """)
    ),
    *(("on-medal", medal) for medal in ("gold", "silver", "bronze")),
]
"""Pairs of text colour and background."""
SHAPES = [
    *(("edge", ground) for ground in ("ground", "sheet", "sunk")),
    *(("mark", ground) for ground in ("ground", "sheet", "line")),
    ("felt-edge", "felt"),
    ("on-felt", "felt-line"),
]
"""Pairs of shape colour and background: the edge of a button, a selected or highlighted element."""


def colours(text: str) -> dict[str, str]:
    """The colours of a sheet, by name."""
    return dict(TOKEN.findall(text))


LIGHT = colours(TOKENS)
DARK = {**LIGHT, **colours(NIGHT)}


def luminance(colour: str) -> float:
    """Relative luminance, 0 to 1 (WCAG 2.2)."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, two: str) -> float:
    """The contrast ratio of two colours, 1 to 21."""
    dark, light = sorted((luminance(one), luminance(two)))
    return (light + 0.05) / (dark + 0.05)


def test_the_ratio_is_the_one_of_the_guidelines() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.005)


@pytest.mark.parametrize("scheme", [LIGHT, DARK], ids=["light", "dark"])
def test_whatever_is_written_can_be_read(scheme: dict[str, str]) -> None:
    ratios = {f"{ink} on {ground}": contrast(scheme[ink], scheme[ground]) for ink, ground in TEXTS}
    assert {pair: round(ratio, 2) for pair, ratio in ratios.items() if ratio < AA_TEXT} == {}


@pytest.mark.parametrize("scheme", [LIGHT, DARK], ids=["light", "dark"])
def test_whatever_is_pressed_or_lit_stands_out(scheme: dict[str, str]) -> None:
    ratios = {f"{shape} on {ground}": contrast(scheme[shape], scheme[ground]) for shape, ground in SHAPES}
    assert {pair: round(ratio, 2) for pair, ratio in ratios.items() if ratio < AA_LARGE} == {}


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda path: path.name)
def test_only_the_tokens_name_a_colour(sheet: Path) -> None:
    assert COLOUR.findall(sheet.read_text("utf-8")) == []


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda path: path.name)
def test_every_token_that_a_sheet_uses_is_there(sheet: Path) -> None:
    known = set(re.findall(r"--([\w-]+):", TOKENS)) | OWN
    text = sheet.read_text("utf-8")
    own = set(re.findall(r"--([\w-]+):", text))
    assert set(NAME.findall(text)) - known - own == set()


def test_by_night_only_colours_of_the_day_change() -> None:
    assert colours(NIGHT).keys() <= LIGHT.keys()
    assert "@media" not in NIGHT
