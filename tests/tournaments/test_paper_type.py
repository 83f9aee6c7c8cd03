"""Setting text: fonts, runs, line breaking, fitting, vertical writing."""

from __future__ import annotations

import hashlib
import random
import re
import sys
import tomllib
import unicodedata
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from uniseg.linebreak import line_break_units

import rulesets
from rulesets.editions import load, names
from rulesets.glossary import glossary
from rulesets.irregularities import guide
from rulesets.languages import LANGUAGES
from tournaments.paper.documents.certificate import in_kanji
from tournaments.paper.type.breaking import LAST, break_lines, phrases, unbreakable
from tournaments.paper.type.characters import MARKS, NOT_FIRST, NOT_LAST, clean, wide
from tournaments.paper.type.direction import directed, in_visual_order
from tournaments.paper.type.face import WEIGHTS, face
from tournaments.paper.type.fitting import TypeRoom, name_lines, one_line, several_lines
from tournaments.paper.type.runs import missing, runs, width
from tournaments.paper.type.vertical import break_columns, column, length

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[2]
FONTS = ROOT / "tournaments" / "paper" / "fonts"
UNICODE_CASES = ROOT / "tests" / "vendor" / "unicode-15.0.0" / "BidiCharacterTest.txt"
LETTERS = "abé漢字か"
OTHERS = (
    "ぁっー々「（」）、。,.!?-‐–—'\"“”‘’«»…/%$€12３*#@:;+[]|①한אไ🇯🇵👍🏽"
    "\t\u00a0\u00ad\u200b\u200d\u2028\u2060\u0301\u3099\u1100\u1161"
)
"""Characters of every class that UAX 14 has rules for, but letters."""
JAPANESE = st.text("あいうえおっ漢字、。」「（）ーABc 12", max_size=60)


def test_every_font_is_the_one_that_its_notice_names() -> None:
    notices = tomllib.loads((FONTS / "NOTICE.toml").read_text("utf-8"))["font"]
    assert {notice["file"] for notice in notices} == {path.name for path in FONTS.glob("*.ttf")}
    for notice in notices:
        assert hashlib.sha256((FONTS / notice["file"]).read_bytes()).hexdigest() == notice["sha256"], notice["file"]
    assert "SIL OPEN FONT LICENSE Version 1.1" in (FONTS / "OFL.txt").read_text("utf-8")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("weight", WEIGHTS)
def test_the_fonts_have_every_character_of_our_own_texts(language: str, weight: str) -> None:
    texts = [(ROOT / "tournaments" / "texts" / f"paper.{language}.toml").read_text("utf-8")]
    clauses = (ROOT / "rulesets" / "clauses").glob(f"*.{language}.toml")
    texts += [path.read_text("utf-8") for path in clauses]
    texts += [deed.names[language] for name in names() for deed in load(name).deeds]
    assert missing("".join(texts).replace("\n", ""), language, weight) == ()


def test_our_own_chinese_texts_are_set_in_the_chinese_font_alone() -> None:
    texts = [path.read_text("utf-8") for path in (ROOT / "tournaments" / "texts").glob("*.zh.toml")]
    texts += [path.read_text("utf-8") for path in (ROOT / "rulesets" / "clauses").glob("*.zh.toml")]
    assert face("NotoSansSC-Regular").has("".join(texts).replace("\n", ""))


def test_rare_names_are_set_in_one_font() -> None:
    assert [run.face for run in runs("髙﨑𠮷", "ja", "bold")] == ["NotoSansJP-Bold"]
    # Chinese has neither of the first two, so that the whole name is Japanese rather than half of it.
    assert next(run.face for run in runs("髙﨑 健一", "zh", "bold")) == "NotoSansJP-Bold"


def test_a_word_stays_in_the_font_that_has_all_of_it() -> None:
    assert [(run.text.strip(), run.face) for run in runs("Antonín Dvořák", "ja", "regular")] == [
        ("Antonín", "NotoSansJP-Regular"),
        ("Dvořák", "NotoSans-Regular"),
    ]
    assert runs("李张伟", "ja", "regular")[0].face == "NotoSansSC-Regular"


def test_accents_that_cannot_be_composed_stay_with_their_letter() -> None:
    assert [run.text for run in runs("x̌a", "en", "regular")] == ["x̌a"]
    assert missing("x̌", "ja", "regular") == ()


def test_selectors_are_stripped_and_old_forms_of_names_are_kept() -> None:
    assert clean("辻\U000e0101 ⚐\ufe0e") == "辻 ⚐"
    assert clean("か\u3099") == "が"
    # U+FA19 composes to the new form, U+795E; the family writes the old one.
    assert clean("\ufa19田") == "\ufa19田"
    assert face("NotoSansJP-Regular").has("\ufa19")


@given(JAPANESE)
def test_nothing_that_may_not_begin_or_end_a_line_stands_where_one_may_break(text: str) -> None:
    for before, after in pairwise(unbreakable(clean(text).replace(" ", ""))):
        assert after[0] not in NOT_FIRST
        assert before[-1] not in NOT_LAST


def test_a_line_breaks_where_unicode_says_although_few_characters_are_asked_about() -> None:
    chosen = random.Random(1)
    for _ in range(500):
        text = "".join(chosen.choices([*LETTERS * 5, *" " * 20, *OTHERS], k=10))
        expected = re.sub(r"\n(?=\*)", "", "\n".join(line_break_units(text)))
        expected = re.sub(r"(?<=\d)\n(.)", lambda found: found[wide(found[1])], expected, flags=re.DOTALL)
        assert "\n".join(unbreakable(text)) == expected


@given(JAPANESE, st.integers(2, 12))
def test_lines_break_between_pieces_unless_a_piece_is_wider_than_a_line(text: str, room: int) -> None:
    text = clean(text).replace(" ", "")
    pieces = unbreakable(text)
    ends = {len("".join(pieces[:count])) for count in range(len(pieces) + 1)}
    too_wide = any(width(piece, "ja", "regular") > room for piece in pieces)
    lines = break_lines(text, room, "ja", "regular")
    assert "".join(lines) == text
    assert too_wide or {len("".join(lines[:count])) for count in range(len(lines))} <= ends


@pytest.mark.parametrize(
    ("text", "room", "lines"),
    [
        ("今日は、晴れ。", 3, ["今日", "は、", "晴れ。"]),
        ("全国大会において頭書の成績を", 9, ["全国大会において", "頭書の成績を"]),
        ("彼「はい」と", 2, ["彼", "「は", "い」", "と"]),
        ("モノポリー大会", 4, ["モノポ", "リー大会"]),
        ("モノポリー日本選手権", 8, ["モノポリー", "日本選手権"]),
        ("Old Kent Road", 6, ["Old Kent", "Road"]),
    ],
)
def test_lines_break_as_readers_expect(text: str, room: float, lines: list[str]) -> None:
    assert break_lines(text, room, "ja", "regular") == lines


@given(st.text("あ漢Wi 、。", min_size=1, max_size=80), st.integers(20, 200), st.integers(10, 60))
def test_what_fits_is_inside_its_place(text: str, across: int, down: int) -> None:
    text = clean(text).strip()
    room = TypeRoom(across, down, 6, 1.3)
    for fit in (one_line, several_lines, name_lines):
        setting = fit(text, room, 12, "ja", "bold")
        if setting is None:
            continue
        assert 6 <= setting.size <= 12
        assert max(width(line, "ja", "bold") for line in setting.lines) * setting.size <= across + 0.01
        assert len(setting.lines) == 1 or setting.size + (len(setting.lines) - 1) * setting.leading <= down + 0.01


def test_a_text_shrinks_then_breaks_then_has_no_room() -> None:
    sizes = [one_line("あ" * 10, TypeRoom(across, 40, 6, 1.3), 12, "ja", "regular") for across in (120, 90, 40, 10)]
    shown = [setting and (len(setting.lines), setting.size) for setting in sizes]
    assert shown == [(1, 12), (1, 9), (2, 6), None]


def test_a_name_is_broken_only_between_its_names() -> None:
    setting = name_lines("伊集院 龍之介", TypeRoom(40, 30, 5, 1.3), 12, "ja", "bold")
    assert setting
    assert setting.lines == ("伊集院", "龍之介")


CASES = [line.split(";") for line in UNICODE_CASES.read_text("utf-8").splitlines() if line and line[0] != "#"]


def test_the_order_is_that_of_unicodes_own_cases() -> None:
    assert len(CASES) > 500
    for codes, base, _, levels, order in CASES:
        text = [chr(int(code, 16)) for code in codes.split()]
        backwards = [int(level) % 2 == 1 for level in levels.split()]
        seen = in_visual_order(MARKS[int(base)] + "".join(text))
        assert [character for character, _ in seen] == [text[int(at)] for at in order.split()], codes
        # Whether a bracket is drawn the other way round is all that its direction decides.
        turned = [turn for character, turn in seen if unicodedata.mirrored(character)]
        assert turned == [backwards[int(at)] for at in order.split() if unicodedata.mirrored(text[int(at)])], codes


@pytest.mark.parametrize(
    ("text", "drawn"),
    [
        ("יוסף", "ףסוי"),  # two letters that an ornamental ligature would replace by those of another word
        ("אב (גד)", "(דג) בא"),
        ("(אב)", "(בא)"),
        ("Ann (עמר)", "Ann (רמע)"),
        ("מה? [כן]", "[ןכ] ?המ"),
        ("שלום כהן 12", "12 ןהכ םולש"),
        ("3 שלום", "3 םולש"),
        ("佐藤、כהן、山田", "佐藤、ןהכ、山田"),
        ("כהן、山田", "ןהכ、山田"),  # a paragraph of ours reads from the left, whatever name it begins with
        ("١٢", "١٢"),
    ],
)
def test_a_name_is_drawn_in_the_order_of_its_letters_with_brackets_that_embrace_it(text: str, drawn: str) -> None:
    assert "".join(run.text for run in runs(text, "en", "regular")) == drawn


def test_every_line_of_a_paragraph_reads_in_the_direction_of_the_paragraph() -> None:
    lines = break_lines("山田太郎と佐藤健一と、כהן、と鈴木", 6, "ja", "regular")
    assert "ןהכ、と鈴木" in ["".join(run.text for run in runs(line, "ja", "regular")) for line in lines]


def test_every_character_that_is_read_from_right_to_left_is_noticed() -> None:
    every = map(chr, range(sys.maxunicode + 1))
    backwards = [each for each in every if unicodedata.bidirectional(each) in ("R", "AL", "AN")]
    assert len(backwards) > 2_000 and all(map(directed, backwards))
    assert not directed("Ann 髙﨑 7")


def test_letters_of_a_script_that_is_shaped_take_their_forms() -> None:
    (joined,) = runs("محمد", "ja", "bold")
    assert joined.heavier
    assert joined.text != joined.meant[::-1]
    assert missing("محمد", "ja", "bold") == ()


def test_a_language_without_a_bold_font_is_bold_by_an_outline() -> None:
    assert [(run.face, run.heavier) for run in runs("김철수", "ja", "bold")] == [("NotoSansKR-Regular", True)]
    assert [(run.face, run.heavier) for run in runs("김철수", "ja", "regular")] == [("NotoSansKR-Regular", False)]


@pytest.mark.parametrize("codec", ["gb2312", "gbk"])
def test_every_character_of_the_chinese_code_tables_has_a_glyph(codec: str) -> None:
    pairs = (bytes((row, cell)) for row in range(0x81, 0xFF) for cell in range(0x40, 0xFF))
    known = "".join(pair.decode(codec, "ignore") for pair in pairs)
    ideographs = [each for each in known if "\u4e00" <= each <= "\u9fff"]
    assert len(ideographs) > 6_000
    assert missing("".join(ideographs), "zh", "bold") == ()


def test_vertical_writing_has_its_forms_and_turns_words() -> None:
    pieces = column("モノポリー、「っ」12 Kobe", "ja", "serif")
    assert [(piece.meant or piece.text, piece.form, bool(piece.meant)) for piece in pieces] == [
        *((each, "upright", False) for each in "モノポリ"),
        *((each, "upright", True) for each in "ー、「っ」"),
        ("12", "number", False),
        (" ", "upright", False),
        ("Kobe", "turned", False),
    ]


def test_what_a_font_has_no_form_of_is_turned() -> None:
    assert [piece.form for piece in column("Ａ→（", "zh", "serif")] == ["upright", "turned", "upright"]


@given(JAPANESE, st.integers(4, 12))
def test_columns_are_no_longer_than_the_page_and_lose_nothing(text: str, room: int) -> None:
    text = clean(text)
    columns = break_columns(text, room, "ja", "serif")
    assert "".join(piece.meant or piece.text for each in columns for piece in each) == text
    assert all(length(each) <= room + 1 or len(each) == 1 for each in columns)


@pytest.mark.parametrize(
    ("given_", "kanji"),
    [
        ("第12回", "第十二回"),
        ("2026年11月20日", "二〇二六年十一月二十日"),
        ("10", "十"),
        ("05", "〇五"),
        ("なし", "なし"),
    ],
)
def test_numbers_become_kanji(given_: str, kanji: str) -> None:
    assert in_kanji(given_) == kanji


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("weight", WEIGHTS)
def test_an_apostrophe_in_a_name_is_no_wide_quotation_mark(language: str, weight: str) -> None:
    alone = width("O", language, weight) + width("Brien", language, weight)
    assert width("O\u2019Brien", language, weight) - alone < 0.4
    assert "".join(run.meant for run in runs("O\u2019Brien", language, weight)) == "O\u2019Brien"


def own_texts(language: str) -> set[str]:
    """The clauses and the judge's guide, which cards, leaflets and booklets print."""
    found = {text for about in guide(language).values() for text in about.found.values()}
    for name in rulesets.names():
        found |= {each.text for each in rulesets.load(name).catalogue.texts(language).values()}
    return {clean(each) for each in found}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_text_takes_no_line_more_tears_no_word_and_ends_with_more_than_a_word_or_two(language: str) -> None:
    for text in sorted(own_texts(language)):
        room = random.Random(text).randrange(14, 50)
        lines = break_lines(text, room, language, "regular")
        assert len(lines) <= one_after_the_other(text, room, language)
        assert "".join(lines).replace(" ", "") == text.replace(" ", "")
        assert max(width(line, language, "regular") for line in lines) <= room, (text, room)
        assert not [*torn(lines)], (lines, room)
        if len(lines) > 1 and len(phrases(lines[-2])) > 1:
            assert width(lines[-1], language, "regular") >= min(LAST, room / 3), (lines, room)


def one_after_the_other(text: str, room: float, language: str) -> int:
    """The lines of a text whose lines each take as many phrases as they have room for."""
    lines = [""]
    for part in phrases(text):
        if width((lines[-1] + part).rstrip(), language, "regular") > room:
            lines.append("")
        lines[-1] += part
    return len(lines)


@cache
def glossary_words() -> set[str]:
    """The words of the glossary in kanji and kana."""
    terms = {term for each in glossary().values() for known in (each.words, each.city) for term in known.values()}
    return {each for each in terms if wide(each)}


def torn(lines: list[str]) -> Iterator[str]:
    """Yield the words of katakana and of the glossary that stand half on one line and half on the next."""
    for before, after in pairwise(lines):
        both, end = before + after, len(before)
        spans = [found.span() for found in re.finditer("[ァ-ヺー]{2,}", both)]
        spans += [found.span() for word in glossary_words() if word in both for found in re.finditer(word, both)]
        yield from (both[start:stop] for start, stop in spans if start < end < stop)


@pytest.mark.parametrize(
    ("text", "room", "lines"),
    [
        ("结果确认之前，即无效。", 8, ["结果确认之前，即", "无效。"]),
        ("その時買えなかったものを埋め合わせはしません。", 14, ["その時買えなかったものを", "埋め合わせはしません。"]),
        ("そこを通り過ぎるたびに受け取る", 9, ["そこを通り過ぎる", "たびに受け取る"]),
    ],
)
def test_words_of_our_texts_are_whole_although_their_script_does_not_show_it(
    text: str, room: float, lines: list[str]
) -> None:
    assert break_lines(text, room, "zh", "regular") == lines


def test_brackets_stay_on_a_line_if_the_others_become_no_worse() -> None:
    lines = break_lines("After round 3 the top 5 players go on (if tied: playoff)", 22, "en", "regular")
    assert lines == ["After round 3 the top 5 players go on", "(if tied: playoff)"]


def test_a_line_breaks_between_sums_and_never_inside_one() -> None:
    for room in range(5, 20):
        lines = break_lines("$500×2、$100×2、$50×2、$20×6", room, "ja", "regular")
        assert all(re.fullmatch(r"(\$\d+×\d、?)+", line) for line in lines), lines
