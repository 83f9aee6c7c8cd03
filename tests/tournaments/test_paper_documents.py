"""The documents, read back from their PDFs."""

from __future__ import annotations

import hashlib
import re
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pypdfium2
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import rulesets
from rulesets import Money
from rulesets.irregularities import guide, irregularities
from rulesets.languages import LANGUAGES
from rulesets.wordlist import wordlist
from tests.tournaments.paper_samples import (
    counting_of,
    documents,
    fonts_of,
    layout,
    opened,
    page_count,
    people,
    printed,
    schedules,
    stages_of,
    tables,
    text_of,
    texts_of_drawings,
    title_of,
    words_of,
)
from tests.tournaments.paper_watch import Sheet, troubles, watched
from tournaments.fault import Faulty
from tournaments.floor import in_rows
from tournaments.paper.documents.bracket import StageFacts, StageTable, bracket
from tournaments.paper.documents.certificate import (
    Certificate,
    vertical_certificates,
)
from tournaments.paper.documents.count_sheets import CountSheet, CountSheets, count_sheets
from tournaments.paper.documents.event_report import EventReport, ReportLine, ReportPart, event_report
from tournaments.paper.documents.fallback_card import FallbackCard, fallback_card, meets_twice, tables_of
from tournaments.paper.documents.final_board import FinalBoard, FinalLine, final_board
from tournaments.paper.documents.floor_plan import FloorSheet, floor_plan
from tournaments.paper.documents.folded.judges_card import JudgesCard, judges_card
from tournaments.paper.documents.folded.leaflet import Leaflet, chosen_clauses, leaflet, rules_in_short
from tournaments.paper.documents.folded.panels import Paragraph
from tournaments.paper.documents.form_slips import FORMS
from tournaments.paper.documents.game.game_record import GameRecord, RecordLine, game_record
from tournaments.paper.documents.game.move_log import MoveLogs, move_logs
from tournaments.paper.documents.name_tags import NameTag, name_tags
from tournaments.paper.documents.pairing_slips import PairingSlips, pairing_slips
from tournaments.paper.documents.score_sheet import score_sheets
from tournaments.paper.documents.score_sheet_parts import ScoreSheets
from tournaments.paper.documents.seating_by_name import NameChart, initial_of, seating_by_name
from tournaments.paper.documents.standings import StandingLine, StandingsSheet, standings, unrounded
from tournaments.paper.documents.table_signs import TableSigns, table_signs
from tournaments.paper.facts import PersonalSchedule, PrintedPerson, spelled
from tournaments.paper.page.ink import BOLD, FINE, PLAIN
from tournaments.paper.type.characters import clean
from tournaments.paper.words import chapter, words
from tournaments.seating.construction import rotation

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize(("language", "size"), [("zh", 2), ("en", 6), ("ja", 8)])
def test_tables_of_any_size_and_long_names_have_room_in_every_document(language: str, size: int) -> None:
    for name, make in documents(language, size * max(2, 10 // size), size).items():
        if (name, size) != ("city_score_sheet", 8):  # Monopoly City has at most six players
            assert make(replace(layout("Letter"), margin=30)), name
    rolled = tuple(replace(table, rolled=True) for table in tables(max(2, 10 // size), size))
    assert move_logs(MoveLogs(1, rolled, 1), layout(), language)
    sheet = text_of(score_sheets(ScoreSheets(1, rolled, counting_of("london", language)), layout(), language))
    signs = text_of(table_signs(TableSigns(1, rolled), layout(), language))
    note = words(language)["order_rolled_note"].replace(" ", "")
    assert sheet.replace(" ", "").count(note) == signs.replace(" ", "").count(note) == len(rolled)


SAYS_SOMETHING = (*FORMS, "poster", "programme", "direction_signs", "cover")
"""Documents that are of use without any player."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_event_with_nobody_has_sound_documents_that_say_so(language: str) -> None:
    nothing_yet = words(language)["nothing_yet"].replace(" ", "")
    for name, make in documents(language, 0).items():
        pdf = make(layout())
        assert page_count(pdf) == 1, name
        assert name in SAYS_SOMETHING or nothing_yet in text_of(pdf).replace(" ", ""), name
        with opened(pdf) as file:
            assert file.check_pdf_syntax() == [], name


@pytest.mark.process
def test_the_same_input_gives_the_same_bytes_in_any_process() -> None:
    here = hashlib.sha256(b"".join(printed("ja", name, 4) for name in DOCUMENTS)).hexdigest()
    code = (
        "import hashlib;from tests.tournaments.paper_samples import documents,layout;"
        "print(hashlib.sha256(b''.join(m(layout()) for m in documents('ja', 4).values())).hexdigest())"
    )
    there = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, env={"PYTHONHASHSEED": "7", "PATH": ""}, capture_output=True, check=True
    )
    assert there.stdout.decode().strip() == here


def test_text_can_be_found_and_copied() -> None:
    text = text_of(documents("ja")["seating_by_table"](layout()))
    for wanted in ("髙﨑 健一", "𠮷田 翔", "Dvořák", "王 伟明", "辻 美咲", "第1ラウンド", "協賛：おもちゃ店"):
        assert wanted in text, wanted
    assert title_of(documents("zh")["standings"](layout())).startswith("排名表")


NAMELESS = wordlist("""
    table_tents call_slips poster judges_card leaflet fallback_card event_report rules_booklet cover
    programme direction_signs floor_plan
""")


def is_found(name: str, text: str, pdf: bytes) -> bool:
    """Whether a reader finds a name in a document with that text.

    PDFium passes over letters beyond U+FFFF that a drawing stands for (/ActualText): these are looked for in the file.
    """
    rare = {letter for letter in name if ord(letter) > 0xFFFF}
    common = "".join(letter for letter in name if letter not in rare)
    return name in text or (common in text and rare <= set("".join(texts_of_drawings(pdf))))


@pytest.mark.parametrize("name", sorted(documents("ja").keys() - NAMELESS))
def test_everybody_is_found_by_name_in_every_document_that_has_names(name: str) -> None:
    pdf = printed("ja", name, 4)
    text = re.sub(r"\s", "", text_of(pdf))
    names = ("髙﨑健一", "佐藤花子", "𠮷田翔", "伊集院龍之介")
    assert [each for each in names if not is_found(each, text, pdf)] == []


@pytest.mark.parametrize("name", sorted(documents("ja").keys() - NAMELESS))
def test_a_name_from_right_to_left_or_of_rare_kanji_is_read_back_from_every_document(name: str) -> None:
    """PDFium returns what it sees, a line with Hebrew from the right; other readers take what a drawing stands for."""
    for language in LANGUAGES if name != "vertical_certificate" else ("ja", "zh"):
        for names, backwards in ((("יוסף כהן", "محمد علي"), True), (("𠮷田 髙﨑", "𡈽屋 葛"), False)):
            pdf = documents(language, 4, names=[(each, each) for each in names])[name](layout())
            text, meant = (re.sub(r"\s", "", each) for each in (text_of(pdf), "".join(texts_of_drawings(pdf))))
            for each in (each.replace(" ", "") for each in names):
                assert each in meant if backwards else is_found(each, text, pdf), (language, each)


def test_names_of_the_world_are_printed_and_found() -> None:
    names = ("김철수", "朱镕基", "สมชาย น้ำ", "हिन्दी क्षत्रिय", "山田🎲太郎", "𓀀𓀁 健一", "x̌a", "Nguyễn Thị Hương")
    for language in LANGUAGES:
        pdf = name_tags([NameTag(PrintedPerson(name)) for name in names], layout(), language)
        text = text_of(pdf).replace(" ", "")
        for name in names:
            assert is_found(name.replace(" ", ""), text, pdf), name
        assert all(embedded and font[6:11] == "+Noto" for font, embedded in fonts_of(pdf))


CHARTS = ("seating_by_table", "seating_by_name", "standings", "round_results", "final_board", "check_in", "bracket")
"""Documents whose sheets hold the more, and in the smaller type, the more players there are; most of the others just
have more sheets.
"""
DOCUMENTS = tuple(documents("ja"))
ANYBODY = st.tuples(st.text(max_size=200), st.text(max_size=200))


@settings(max_examples=40, deadline=None)
@given(
    st.tuples(st.sampled_from(DOCUMENTS), st.sampled_from([0, 1, 3, 4, 7, 24, 30]))
    | st.tuples(st.sampled_from(CHARTS), st.sampled_from([60, 120, 400])),
    st.sampled_from(LANGUAGES),
    st.lists(ANYBODY, min_size=1, max_size=8),
    st.integers(2, 6),
    st.sampled_from([("A4", "normal", 14), ("Letter", "normal", 8), ("Letter", "large", 30), ("A4", "large", 20)]),
)
def test_any_names_of_any_number_of_players_have_room_in_any_document(
    of: tuple[str, int], language: str, names: list[tuple[str, str]], size: int, on: tuple[str, str, int]
) -> None:
    name, count = of
    make = documents(language, count, size, names).get(name)
    if make is None:  # vertical certificates are only for languages written in columns
        return
    with watched() as pages:
        assert make(replace(layout(*on[:2]), margin=on[2])).startswith(b"%PDF")
    assert not [each for page in pages for each in troubles(page)]
    assert not [
        each for page in pages for each in page.thick - {FINE, PLAIN, BOLD} | {g for g in page.tints if 0 < g < 0.88}
    ]


def test_a_name_that_has_no_room_is_cut_and_stays_whole_in_the_file() -> None:
    name = "寿限無" * 200
    assert name in text_of(name_tags([NameTag(PrintedPerson(name))], layout(), "ja")).replace("\n", "")
    assert page_count(vertical_certificates([Certificate("W" * 200, "優勝", "", "")], layout(), "ja")) == 1


@pytest.mark.parametrize("name", ["\u200d\u200b", "\u0301\u0302", "\U000e0101"])
def test_a_name_that_cannot_be_seen_is_a_sign_that_can(name: str) -> None:
    assert "〓" in text_of(name_tags([NameTag(PrintedPerson("Ann")), NameTag(PrintedPerson(name))], layout(), "en"))


def test_vertical_certificates_are_refused_where_nobody_writes_in_columns() -> None:
    with pytest.raises(Faulty, match="ja, zh"):
        vertical_certificates([Certificate("Ann", "1st", "", "")], layout(), "en")


def test_a_certificate_stands_in_columns_from_the_right() -> None:
    pdf = documents("ja")["vertical_certificate"](layout())
    width, height, found = words_of(pdf)[0]
    assert width > height
    at = {part: max(word.left for word in found if part in word.text) for part in ("賞", "優", "殿", "二", "協")}
    assert sorted(at, key=lambda part: -at[part]) == ["賞", "優", "殿", "二", "協"]
    assert all(word.right - word.left < 60 for word in found)


def test_readings_in_latin_letters_have_the_long_vowels_of_passports() -> None:
    readings = {"ごとう ゆうと": "Goto Yuto", "おおつか こういち": "Otsuka Koichi", "いのうえ りょう": "Inoue Ryo"}
    assert {each: spelled(PrintedPerson("名", each), "en") for each in readings} == readings


def test_the_name_chart_is_sorted_by_reading_and_shows_where_to_go() -> None:
    text = text_of(seating_by_name(NameChart((1, 2, 3), schedules(10)), layout(), "ja"))
    order = [
        text.index(name)
        for name in ("Dvořák", "Christopher", "伊集院", "王 伟明", "佐藤", "髙﨑", "辻", "長谷川", "𠮷田")
    ]
    assert order == sorted(order)
    assert "13–1" in text.replace(" ", "")
    assert [initial_of(reading, "他") for reading in ("がくと", "ヴェラ", "Ōno", "漢", "")] == [
        "か",
        "あ",
        "O",
        "他",
        "他",
    ]


def test_four_hundred_players_have_everything_printed() -> None:
    makers = documents("ja", 400)
    cut = {"name_tags": 40, "pairing_slips": 40, "table_signs": 50, "score_sheet": 200}
    assert {name: page_count(makers[name](layout())) for name in cut} == cut
    for name in ("seating_by_table", "seating_by_name", "standings"):
        assert page_count(makers[name](layout())) > 2, name


@pytest.mark.parametrize(("columns", "turned"), [(3, False), (5, False), (6, True), (13, True)])
def test_standings_keep_every_column_and_align_figures_in_one_size(columns: int, turned: bool) -> None:
    values = ("$12,345", "9.5", "120.25", "7")
    lines = tuple(
        StandingLine(at + 1, person, tuple(values[(at + each) % 4] for each in range(columns)))
        for at, person in enumerate(people(20))
    )
    sheet = StandingsSheet(3, tuple(f"K{each}" for each in range(columns)), lines)
    with watched() as pages:
        pdf = standings(sheet, layout(), "en")
    (page,) = pages
    assert not list(troubles(page))
    assert (page.width > page.height) is turned
    assert all(f"K{each}" in text_of(pdf) for each in range(columns))
    whole = [each for each in page.texts if each.what in ("$12,345", "9", "120")]
    part = [each for each in page.texts if each.what in (".50", ".25")]
    assert len({round(each.left) for each in part}) == columns and len({each.size for each in (*whole, *part)}) <= 2
    for each in part:
        assert any(abs(other.right - each.left) < 0.01 and other.top == each.top for other in whole)


@pytest.mark.parametrize(
    ("name", "large", "small"),
    [("seating_by_table", 20, 13), ("seating_by_name", 20, 11), ("standings", 13, 11), ("round_results", 13, 10.5)],
)
def test_charts_for_the_wall_are_as_large_as_one_sheet_takes(name: str, large: float, small: float) -> None:
    def size_of(count: int) -> tuple[int, float]:
        with watched() as pages:
            documents("ja", count)[name](layout())
        assert not [each for page in pages for each in troubles(page)]
        return len(pages), max(each.size for page in pages for each in page.texts if each.what == "佐藤 花子")

    assert size_of(24)[0] == 1 and size_of(24)[1] >= large
    assert size_of(8)[1] >= size_of(24)[1] > size_of(120)[1] >= small


def test_a_sheet_of_a3_is_a_sheet_of_a4_for_readers_farther_away() -> None:
    for name in ("standings", "poster", "score_sheet"):
        usual, large = (documents("ja", 24)[name](replace(layout(), paper=paper)) for paper in ("A4", "A3"))
        assert page_count(usual) == page_count(large), name
        assert sorted("".join(text_of(usual).split())) == sorted("".join(text_of(large).split())), name
        with pypdfium2.PdfDocument(usual) as one, pypdfium2.PdfDocument(large) as other:
            assert other[0].get_size() == pytest.approx([each * 2**0.5 for each in one[0].get_size()], rel=0.001)


def test_the_name_chart_is_in_the_letters_of_its_reader() -> None:
    everybody = [
        PrintedPerson(name, reading, number=at)
        for at, (name, reading) in enumerate(
            (
                ("辻", "つじ"),
                ("佐藤", "さとう"),
                ("Ann", ""),
                ("渋谷", "しぶや"),
                ("千葉", "ちば"),
                ("Eve", ""),
                ("大野", "おおの"),
                ("曾國", ""),
            ),
            1,
        )
    ]
    chart = NameChart((1,), tuple(PersonalSchedule(each, (None,)) for each in everybody))
    for language, order in (
        ("ja", ["Ann", "Eve", "大野", "佐藤", "渋谷", "千葉", "辻"]),
        ("en", ["Ann", "千葉", "Eve", "大野", "佐藤", "渋谷", "辻"]),
        ("zh", ["Ann", "千葉", "Eve", "大野", "佐藤", "渋谷", "辻", "曾國"]),
    ):
        text = text_of(seating_by_name(chart, layout(), language))
        assert sorted(order, key=text.index) == order, language
        assert ("か" in text or "さ" in text) is (language == "ja")


def test_cut_tags_lie_in_order() -> None:
    tags = [NameTag(PrintedPerson(f"P{number:03}")) for number in range(25)]
    pages = [
        [
            word.text
            for word in sorted(found, key=lambda word: (round(word.top / 20), word.left))
            if word.text[1:].isdigit()
        ]
        for _, _, found in words_of(name_tags(tags, layout(), "en"))
    ]
    assert len(pages) == 3
    assert [page[0] for page in pages] == ["P000", "P001", "P002"]
    assert pages[0][1] == "P003"


@pytest.mark.parametrize(("tables_", "seats", "again"), [(8, 4, False), (12, 4, False), (4, 4, True), (6, 5, True)])
def test_the_card_without_a_computer_says_whether_its_rule_holds(tables_: int, seats: int, again: bool) -> None:
    assert meets_twice(FallbackCard(tables_, seats)) is again


def test_the_card_sends_everybody_where_the_rotation_seats_them() -> None:
    first = tuple(tuple(f"{table}/{seat}" for seat in range(1, 5)) for table in range(1, 8))
    rounds = rotation(first, 3)
    for table in range(1, 8):
        for seat in range(1, 5):
            where = [
                next(at for at, players in enumerate(round_, 1) if f"{table}/{seat}" in players)
                for round_ in rounds[1:]
            ]
            assert tables_of(FallbackCard(7, 4), table, seat) == " → ".join(map(str, where))


@pytest.mark.parametrize(("sizes", "thrown"), [((4, 4), False), ((4, 5), True)])
def test_the_card_has_no_seat_that_a_table_lacks_and_throws_only_where_tables_differ(
    sizes: tuple[int, ...], thrown: bool
) -> None:
    card = FallbackCard(2, max(sizes), 3, sizes if thrown else ())
    assert [bool(tables_of(card, table, max(sizes))) for table in (1, 2)] == [not thrown, True]
    shown = " ".join(text_of(fallback_card(card, layout(), "en")).split())
    assert (words("en")["fallback_throw"] in shown) is thrown


def test_standings_of_four_hundred_take_eleven_sheets_without_cutting_a_name() -> None:
    lines = tuple(StandingLine(at, person, ("100.00", "50.00")) for at, person in enumerate(people(400), 1))
    with watched() as pages:
        pdf = standings(StandingsSheet(3, ("A", "B"), lines), layout(), "en")
    assert len(words_of(pdf)) == 11
    rows = [sum(each.what == "100" for each in page.texts) for page in pages]
    assert min(rows) > max(rows) - 11, "the last sheet has about as many as the others"
    assert "…" not in text_of(pdf)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_deeds_of_a_count_sheet_have_one_size_and_none_is_broken_inside_a_word(language: str) -> None:
    table = tables(4)[0]
    for ruleset in rulesets.names():
        mechanics = rulesets.load(ruleset).mechanics
        for edition in mechanics.editions():
            board = mechanics.edition(edition)
            counting = mechanics.assets(board).counting(mechanics.money(board), language)
            with watched() as pages:
                count_sheets(CountSheets(1, counting, (CountSheet(table, 1),)), layout(), language)
            names = {clean(row.name) for row in counting.rows}
            parts = {each[:at] for each in names for at in range(1, len(each) + 1) if each[at - 1] in " ・·-"} | names
            parts = {each.rstrip() for each in parts}
            drawn = [each for each in pages[0].texts if any(each.what == part for part in parts)]
            assert len({each.size for each in drawn}) == 1, edition
            assert len(drawn) >= len(names), edition


def test_the_first_sheet_of_a_final_board_has_the_column_of_the_final_and_no_sheet_a_key() -> None:
    places = {rank: (str(rank) if rank < 6 else "", f"{200 - rank}") for rank in range(1, 121)}
    for count in (6, 24, 120):
        lines = tuple(FinalLine(at, person, places[at]) for at, person in enumerate(people(count), 1))
        pages = text_of(final_board(FinalBoard(("Final", "Points"), lines), layout(), "en")).split("\f")[:-1]
        assert "Final 1 · Points 199" in pages[0] and "qualified" not in "".join(pages)
        headed = [page.replace("Final ranking", "").replace("Final 1", "").count("Final") for page in pages]
        assert headed[0] and not any(headed[1:]), count


def test_everybody_is_on_the_score_sheet_with_every_deed() -> None:
    text = text_of(documents("en", 12, 6)["score_sheet"](layout()))
    assert text.count("Boardwalk") == 2
    assert text.count("Penalties") == 2
    assert people(12)[11].name.split()[0] in text


def test_a_long_record_flows_over_pages_and_no_title_is_left_behind() -> None:
    line = RecordLine("1", "長い文です。" * 40, "refused")
    pdf = game_record(GameRecord(3, tables(1)[0], (line,) * 40, Money("$")), layout(), "ja")
    pages = text_of(pdf).split("\f")[:-1]
    assert len(pages) > 4
    assert "".join(pages).count("不成立") == 40
    parts = tuple(ReportPart(f"T{number}", (ReportLine("", "x"),)) for number in range(60))
    for page in text_of(event_report(EventReport("", (), parts=parts), layout(), "en")).split("\f")[:-1]:
        shown = [text for text in page.split() if text == "x" or (text[:1] == "T" and text[1:].isdigit())]
        assert shown[-1] == "x"


@pytest.mark.parametrize("print_", ["normal", "large"])
def test_unusual_events_have_room(print_: str) -> None:
    on = layout("Letter", print_)
    for language in LANGUAGES:
        eight = tuple(range(1, 9))
        assert pairing_slips(PairingSlips(eight, schedules(10, 8)), on, language)
        twelve = tuple(range(1, 13))
        assert seating_by_name(NameChart(twelve, schedules(10, 12)), on, language)
        lines = tuple(StandingLine(1000, person, ("120.00",) * 8) for person in people(10))
        assert standings(StandingsSheet(8, ("Points",) * 8, lines), on, language)
        assert fallback_card(FallbackCard(40, 6, 5), on, language)


@pytest.mark.parametrize(("rows", "across", "pages"), [(1, 1, 1), (5, 6, 1), (4, 19, 1), (19, 4, 2)])
def test_a_floor_plan_has_room_for_its_names_on_as_many_sheets_as_that_takes(
    rows: int, across: int, pages: int
) -> None:
    seated = tables(rows * across, 5)
    names = {table.number: tuple(person.name for person in table.players) for table in seated}
    with watched() as final:
        assert page_count(floor_plan(FloorSheet(in_rows(rows, across), 4, {1: names[1]}), layout(), "ja")) == 1
    every_number = list(range(1, rows * across + 1))
    assert sorted(int(mark.what) for mark in final[0].texts if mark.what.isdigit()) == every_number
    size = {mark.what: mark.size for mark in final[0].texts}
    assert all(size[str(number)] <= size[names[1][0]] for number in every_number[1:]), "who sits somewhere stands out"
    if (rows, across) == (5, 6):
        middle = {mark.what: (mark.left + mark.right, mark.top + mark.bottom) for mark in final[0].texts}
        steps = [(each, each + 1, 0) for each in range(7, 12)] + [(each, each + 6, 1) for each in range(2, 24, 6)]
        apart = [(axis, round(middle[str(to)][axis] - middle[str(at)][axis])) for at, to, axis in steps]
        assert len(set(apart)) == 2, "the room keeps its shape"
    with watched() as sheets:
        plain = floor_plan(FloorSheet(in_rows(rows, across)), layout(), "ja")
        named = floor_plan(FloorSheet(in_rows(rows, across), 1, names), layout(), "ja")
    assert not [each for sheet in (*final, *sheets) for each in troubles(sheet)]
    assert (page_count(plain), page_count(named)) == (1, pages)
    numbers = [mark.what for sheet in sheets for mark in sheet.texts if mark.what.isdigit()]
    assert sorted(map(int, numbers)) == sorted(2 * every_number)
    assert len({mark.size for sheet in sheets[1:] for mark in sheet.texts if mark.what in numbers}) == 1
    every = {each for own in names.values() for each in own}
    sizes = Counter(mark.size for sheet in sheets[1:] for mark in sheet.texts if mark.what in every)
    ((usual, many),) = sizes.most_common(1)
    assert usual == max(sizes) and 2 * many > sizes.total(), "only the longest names are smaller than the others"


@pytest.mark.parametrize(("tables_", "pages"), [(4, 1), (8, 3), (32, 11)])
def test_a_bracket_breaks_over_pages_and_leads_every_winner_to_the_next_table(tables_: int, pages: int) -> None:
    stages = stages_of(tuple(PrintedPerson(f"P{at:03}", number=at) for at in range(1, tables_ * 4 + 1)))
    final = StageTable(1, tuple(replace(slot, place=at) for at, slot in enumerate(stages[-1].tables[0].slots, 1)))
    with watched() as seen:
        pdf = bracket([[*stages[:-1], StageFacts("Final", (final,))]], layout(), "en")
    assert page_count(pdf) == pages
    assert not [each for page in seen for each in troubles(page)]
    text = text_of(pdf)
    assert all(text.count(f"P{at:03}") >= 1 for at in range(1, tables_ * 4 + 1))
    ends = [(line.left, line.top) for line in seen[0].lines] + [(line.right, line.top) for line in seen[0].lines]
    for mark in (each for each in seen[0].texts if each.what in ("P001", "P005", "P009", "P013")):
        assert any(abs(y - (mark.top + mark.bottom) / 2) < 1 for _, y in ends), mark  # a line reaches the seat
    won = sorted((each.left, each.top + each.bottom) for each in seen[pages - 1].texts if each.what == "P001")
    assert abs(won[-1][1] - won[-2][1]) < 2, "the champion stands beside the winner's seat"
    assert "Champion" in text.split("\f")[pages - 1] and text.split("\f")[pages - 1].count("P001") >= 2


@pytest.mark.parametrize("ruleset", rulesets.names())
def test_cards_and_leaflets_of_every_ruleset_have_room(ruleset: str) -> None:
    terms = (*((f"term {number}", "60 min") for number in range(10)), *[("points", "a long rule " * 8)] * 4)
    for language in LANGUAGES:
        card = JudgesCard("Regulation", ruleset, terms, terms[:3], (("rent-wrong", "caution"),))
        with watched() as pages:
            assert page_count(judges_card(card, layout("Letter"), language)) <= 4
            assert page_count(leaflet(Leaflet("Regulation", ruleset, terms, terms[:3]), layout(), language)) == 2
        assert not [each for page in pages for each in troubles(page)]


def test_every_chosen_clause_of_a_leaflet_is_in_force_somewhere() -> None:
    known = {clause for name in rulesets.names() for clause in rulesets.load(name).catalogue.in_force}
    assert chosen_clauses() - known == set()


def test_a_card_has_every_case_of_its_ruleset_with_what_to_do_when() -> None:
    card = JudgesCard("Regulation", "jma-2006", (), (), (("rent-unasked", "caution"),), (("rent-wrong", "as we do"),))
    text = " ".join(text_of(judges_card(card, layout(), "en")).split())
    shown = [guide("en")[key].title for key, kind in irregularities().items() if any("JMA/" in c for c in kind.clauses)]
    assert len(shown) > 20 and [each for each in shown if each not in text] == []
    assert "Penalty caution" in text and "Regulation as we do" in text and "Turn " in text


def test_the_figures_of_a_leaflet_stand_together_below_their_heading() -> None:
    figures = tuple((f"figure {number}", "value " * 6) for number in range(7))
    for terms in range(38, 48, 2):
        day = tuple((f"term {number}", "60 min " * 3) for number in range(terms))
        with watched() as pages:
            leaflet(Leaflet("R", "jma-2006", day, figures), layout(), "en")
        heads = words("en")["card_figures"]
        places = {
            (at, round(each.left))
            for at, page in enumerate(pages)
            for each in page.texts
            if each.what == heads or each.what.startswith("Figure ")
        }
        assert len(places) == 1, terms


def test_panels_stand_where_the_fold_wants_them() -> None:
    with watched() as pages:
        leaflet(Leaflet("R", "jma-2006", (), ()), layout(), "en")

    def numbers(page: Sheet) -> list[str]:
        return [each.what for each in sorted(page.texts, key=lambda each: each.left) if each.what.endswith(" / 4")]

    assert [numbers(page) for page in pages] == [["4 / 4", "1 / 4"], ["2 / 4", "3 / 4"]]


def test_a_chapter_of_two_documents_has_the_title_that_each_gives_it() -> None:
    assert chapter("JMA/SHORT", "en") != chapter("US/SHORT", "en") == chapter("WIKI/SHORT", "en")
    assert chapter("HOUSE/ODD", "ja") == "HOUSE/ODD"


def test_what_is_not_public_says_so_on_every_page_and_card() -> None:
    draft = replace(layout(), draft="DRAFT")
    for name, count in {"table_signs": 2, "pairing_slips": 8, "vertical_certificate": 6, "standings": 1}.items():
        assert text_of(documents("ja", 8)[name](draft)).count("DRAFT") == count, name


def test_the_check_in_list_shows_readings_in_the_letters_by_which_it_is_ordered() -> None:
    for language, kana in (("ja", True), ("en", False)):
        shown = text_of(documents(language, 8)["check_in"](layout()))
        assert bool(re.search("[ぁ-ん]", shown)) is kana, language


@pytest.mark.parametrize("ruleset", rulesets.names())
def test_where_the_start_is_drawn_no_leaflet_says_that_it_is_thrown_for(ruleset: str) -> None:
    def clauses(*settled: str) -> set[str]:
        return {each.aside for each in rules_in_short(ruleset, "en", settled) if isinstance(each, Paragraph)}

    assert 1 <= len(clauses() - clauses("start_order")) <= 3


def test_sums_of_points_with_decimals_say_that_they_are_of_unrounded_points() -> None:
    for language in LANGUAGES:
        assert unrounded(("27.32", "100"), language)
        assert not unrounded(("27", "–"), language)
