"""What nobody sees goes out of names, and what a script needs stays."""

from __future__ import annotations

import unicodedata
from dataclasses import asdict
from xml.etree.ElementTree import fromstring

import pytest

from tournaments.fault import Faulty
from tournaments.paper.type.characters import clean
from tournaments.unseen import UNSEEN, is_visible, without_unseen
from tournaments.venues.export import VenuePlayer, read_venue, seal

FLAG = "\U0001f3f4"


def tags(letters: str) -> str:
    """The letters as tags, and the tag that ends them."""
    return "".join(chr(0xE0000 + ord(letter)) for letter in letters) + "\U000e007f"


KEPT = (
    "1\ufe0f\u20e3",
    "‼\ufe0f",
    "葛\U000e0100城",
    "辻\U000e0101",
    "神\ufe00",
    "می\u200cخواهم",
    "क्\u200dष",
    "ක්\u200dෂ",
    "👨\u200d👩\u200d👧",
    "❤\ufe0f",
    "👩🏽\u200d🚀",
    "🏳\ufe0f\u200d🌈",
    f"{FLAG}{tags('gbeng')}",
    f"A{FLAG}{tags('gbsct')}{FLAG}{tags('gbwls')}B",
    "ᠠ\u180b",
    "محمد علي",
    "דוד כהן",
    "Zoë",
    "山田 太郎",
    "ﾔﾏﾀﾞ",
    "O'Brien-Ñ",
)
GONE = {
    "Yama\u200bda": "Yamada",
    "Yamada\u2060 Taro": "Yamada Taro",
    "Ya\u00admada": "Yamada",
    "Taro\U000e0041": "Taro",
    f"{FLAG}{tags('gbeng')}{tags('gbeng')}": f"{FLAG}{tags('gbeng')}",
    f"{FLAG}{tags('gben')}a": f"{FLAG}a",
    f"{FLAG}{tags('ustx')}": FLAG,
    f"{FLAG}{tags('gbeng')[:-1]}": FLAG,
    f"A{tags('gbeng')}": "A",
    f"{FLAG}\u200b{tags('gbeng')}": FLAG,
    "\u202eoraT": "oraT",
    "\u2067abc\u2069": "abc",
    "a\ufffeb": "ab",
    "a\U0010ffffb": "ab",
    "a\ufdd0b": "ab",
    "Ya\u200dma\u200cda": "Yamada",
    "山\u200d田": "山田",
    "a\ufe0f": "a",
    "1\ufe0f": "1",
    "あ\ufe00": "あ",
    "a\U000e0100": "a",
    "葛\U000e0100\U000e0101": "葛\U000e0100",
    "\ufeffAnn": "Ann",
    "A\u3164nn": "Ann",
    "Ann\u200e": "Ann",
    "a\ufff9b": "ab",
    "A\u034fnn": "Ann",
    "\u200b\u2060": "",
    "\ufe0f": "",
    "\u200d": "",
}
ODD = "a\ufffe\ufdd0\u0007\U0010ffffb"


@pytest.mark.parametrize("text", KEPT)
def test_what_a_script_needs_stays(text: str) -> None:
    assert without_unseen(text) == text


@pytest.mark.parametrize(("typed", "seen"), GONE.items())
def test_what_nobody_sees_goes(typed: str, seen: str) -> None:
    assert without_unseen(typed) == seen
    assert without_unseen(seen) == seen


def test_every_format_character_and_noncharacter_goes_out_of_a_name() -> None:
    visible_formats = {
        "Arabic": range(0x600, 0x900),
        "Kaithi": range(0x110BD, 0x110CE),
        "Egyptian": range(0x13430, 0x13440),
    }
    shown = {number for numbers in visible_formats.values() for number in numbers} - {0x61C}
    for number in (*range(0x30000), *range(0xDFF00, 0xE2000), *range(0xFFFFE, 0x110000, 0xFFFE)):
        letter = chr(number)
        unseen = unicodedata.category(letter) == "Cf" or number & 0xFFFE == 0xFFFE or 0xFDD0 <= number <= 0xFDEF
        if unseen and number not in shown:
            assert without_unseen(f"a{letter}b") == "ab", hex(number)
        elif is_visible(letter):
            assert not UNSEEN.match(letter), hex(number)


def test_what_is_drawn_has_none_either() -> None:
    fromstring(f"<a>{clean(ODD)}</a>")
    assert clean(ODD) == "ab"


def venue(name: str) -> dict[str, object]:
    """The file of a venue with one player."""
    player = asdict(VenuePlayer("p1", 1, 1, 1, left=False, name=name, reading="", club="", region=""))
    content: dict[str, object] = {
        "format": "referee-venue",
        "version": 1,
        "id": "e1",
        "name": "Cup",
        "held_on": "",
        "place": "",
        "regulation": "x",
        "final": True,
        "qualified": True,
        "players": [player],
    }
    return {**content, "sha256": seal(content)}


def test_the_file_of_a_venue_is_read_like_a_list() -> None:
    assert read_venue(venue("Ya\u200bma\ufffeda")).players[0].name == "Yamada"
    with pytest.raises(Faulty, match=r"U\+0007"):
        read_venue(venue("Ya\u0007mada"))
