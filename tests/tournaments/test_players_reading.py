"""The order of lists by reading."""

from __future__ import annotations

import unicodedata
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from tournaments.players.entrant import Entrant
from tournaments.players.names import in_kana_or_latin, reading_key, sort_key


def test_readings_stand_as_in_a_dictionary() -> None:
    # JIS X 4061: letters first, then marks of voice, then long, small, repeated and plain kana.
    in_order = [
        *("Abe", "ｓｍｉｔｈ", "あおき", "アーサー", "カード", "かあと", "がくと", "きょう", "きよう", "きようこ"),
        *("さとう", "サトウ たけし", "すずき", "すすむ", "はは", "はば", "はぱ", "ヴィトン", "うえだ"),
    ]
    expected = sorted(in_order, key=reading_key)
    assert expected.index("Abe") < expected.index("ｓｍｉｔｈ") < expected.index("アーサー")
    assert expected.index("アーサー") < expected.index("あおき")
    assert expected.index("かあと") < expected.index("カード") < expected.index("がくと")
    assert expected.index("きょう") < expected.index("きよう") < expected.index("きようこ")
    assert expected.index("すすむ") > expected.index("すずき")
    assert expected.index("はは") < expected.index("はば") < expected.index("はぱ")
    assert expected.index("ヴィトン") < expected.index("うえだ")


def test_kana_width_case_and_spaces_do_not_count() -> None:
    for one, other in (
        ("やまだ", "ﾔﾏﾀﾞ"),
        ("やまだ たろう", "ヤマダ・タロウ"),
        ("SMITH", "smith"),
        ("かゝし", "カヽシ"),
    ):
        assert reading_key(one) == reading_key(other)
    assert reading_key("カー")[0] == reading_key("かあ")[0]


@given(st.text(st.characters(min_codepoint=0x3041, max_codepoint=0x3096), max_size=8))
def test_katakana_stands_where_hiragana_does(reading: str) -> None:
    katakana = "".join(chr(ord(letter) + 0x60) for letter in reading)
    assert reading_key(reading) == reading_key(katakana) == reading_key(unicodedata.normalize("NFD", reading))


@given(st.lists(st.tuples(st.text(max_size=4), st.text(max_size=4)), max_size=8), st.randoms(use_true_random=False))
def test_the_order_of_a_list_does_not_depend_on_how_it_came(names: list[tuple[str, str]], random: Random) -> None:
    entrants = [Entrant(str(number), number, name, reading) for number, (name, reading) in enumerate(names)]
    shuffled = random.sample(entrants, len(entrants))
    assert sorted(shuffled, key=sort_key) == sorted(entrants, key=sort_key)


def test_a_reading_in_kanji_is_seen() -> None:
    assert in_kana_or_latin("やまだ ﾀﾛｰ O'Neil Müller")
    assert not in_kana_or_latin("山田")
