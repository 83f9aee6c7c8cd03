"""What the documents are composed of: tables, entries and columns that break over pages, figures and labels."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations, pairwise
from math import dist
from random import Random

import pytest

from rulesets.irregularities import guide
from rulesets.languages import LANGUAGES
from tests.tournaments.paper_samples import documents, layout, page_count, people, text_of, words_of
from tests.tournaments.paper_watch import torn_names, watched
from tournaments.paper.documents.final_board import FinalBoard, FinalLine, final_board
from tournaments.paper.documents.folded.judges_card import JudgesCard, judges_card
from tournaments.paper.documents.form_slips import FORMS
from tournaments.paper.documents.game.board import TOKEN, free_spot, place, spot
from tournaments.paper.documents.own_results import OwnGame, OwnResult, own_results
from tournaments.paper.documents.rules_booklet import BookletChapter, BookletClause, RulesBooklet, rules_booklet
from tournaments.paper.documents.standings import StandingLine, StandingsSheet, standings
from tournaments.paper.facts import PrintedPerson
from tournaments.paper.page.flow import FlowEntry, FlowTable, Part, Signatures, Title, flow_pages
from tournaments.paper.page.press import body, framed
from tournaments.paper.page.rows import PrintedColumn, PrintedRow, even, table_pages
from tournaments.paper.words import words

pytestmark = pytest.mark.slow


def test_figures_of_a_column_have_one_number_of_decimals() -> None:
    assert even(["9.5", "120.25", "7", "–", "", "$1,234", "-3"]) == [
        *("9.50", "120.25", "7.00", "–", "", "$1,234.00", "-3.00"),
    ]
    assert even(["100", "3/2", "0"]) == ["100", "3/2", "0"]
    text = text_of(documents("en", 9)["final_board"](layout()))
    assert "8998.0" in text and "8998.5" in text and "8998 " not in text


def test_amounts_with_a_word_behind_them_end_at_one_line() -> None:
    """Their points are not of the same size: 30.59M over 700K."""
    amounts = ("30.59M", "8.2M", "700K", "0K", "1,200 crowns")
    columns = (PrintedColumn("head", 40), PrintedColumn("value", 40, "figure"))
    rows = [PrintedRow((f"r{at}", amount), at) for at, amount in enumerate(amounts)]
    ((_, _, found),) = words_of(framed(table_pages(columns, rows, body(layout()), 1), layout(), "en", ""))
    ends = [word.right for word in found if word.text in {*amounts, "crowns"}]
    assert len(ends) == len(amounts) and max(ends) - min(ends) < 1


def shown_pages(parts: Sequence[Part]) -> list[list[str]]:
    """The words of each page that parts flow over, without header and footer."""
    pdf = framed(flow_pages(parts, layout(), "en"), layout(), "en", "")
    return [[word.text for word in found if 90 < word.top < 780] for _, _, found in words_of(pdf)]


def test_what_belongs_together_stays_on_one_page() -> None:
    row: Part = FlowEntry("", "x")
    for before in range(30, 45):  # the foot of the page comes at each of these in turn
        pair: list[Part] = [FlowEntry("", "head", keep=True), FlowEntry("", "text")]
        first, second = shown_pages([row] * before + pair + [row] * 20)
        assert ("head" in first) is ("text" in first)
        assert ("head" in second) is ("text" in second)
        *_, last = shown_pages([*[row] * before, Signatures("Signed", ("A:a", "B:b", "C:c"))])
        assert not {"Signed", "A:a", "C:c"} & {*last} or {"Signed", "A:a", "C:c"} <= {*last}


def test_a_few_lines_have_no_last_page_of_their_own() -> None:
    row: Part = FlowEntry("", "x")
    for rows in (*range(66, 76, 2), *range(101, 111, 2)):  # from two full pages on
        *_, last = shown_pages([row] * rows)
        assert len(last) > 11


def test_the_heads_of_a_table_are_repeated_and_never_alone() -> None:
    columns = (PrintedColumn("head"), PrintedColumn("value", 30, "figure"))
    long = FlowTable(columns, tuple((f"r{at}", f"{at}.5") for at in range(120)))
    pages = shown_pages([Title("T"), long])
    assert len(pages) == 3 and [page.count("Head") for page in pages] == [1, 1, 1]
    for before in range(25, 45):
        row: Part = FlowEntry("", "x")
        pages = shown_pages([*[row] * before, Title("T"), FlowTable(columns, long.rows[:6])])
        assert all(("T" in page) is ("Head" in page) is ("r0" in page) is ("r5" in page) for page in pages)


def test_count_sheets_are_two_to_a_sheet_and_in_order_once_cut() -> None:
    pages = words_of(documents("en", 10, 5)["count_sheets"](layout()))
    assert len(pages) == 5
    upper, lower = list[str](), list[str]()
    for _, height, found in pages:
        for word in found:
            if word.text in ("Dvořák", "伊集院", "佐藤"):
                (upper if word.top < height / 2 else lower).append(word.text)
    assert upper == ["佐藤", "伊集院", "Dvořák"] and lower == []


def test_an_english_certificate_shows_nothing_but_its_title_larger_than_the_name() -> None:
    for language, name in (("en", "horizontal_certificate"), ("ja", "horizontal_certificate"), ("en", "participation")):
        with watched() as pages:
            documents(language, 2)[name](layout())
        name_size = max(each.size for each in pages[1].texts if "花子" in each.what)
        others = [each for each in pages[1].texts if "花子" not in each.what and each.size > name_size]
        assert len(others) == 1, others


def test_labels_begin_with_a_capital() -> None:
    games = (OwnGame("R1", 1, 1, "45"),)
    own = (OwnResult(people(1)[0], games, 1, (("points", "45"), ("assets", "$900"))),)
    text = text_of(own_results(own, layout(), "en"))
    assert "Points" in text and "Assets" in text and "points" not in text
    sheet = StandingsSheet(1, ("points", "best game"), (StandingLine(1, people(1)[0], ("45", "3")),))
    assert "Best game" in " ".join(text_of(standings(sheet, layout(), "en")).split())
    for form in FORMS:
        with watched() as pages:
            documents("en", 0)[form](layout())
        labels = [each.what for each in pages[0].texts]
        assert labels and not [each for each in labels if each[:1].islower()], form


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_sentence_of_a_document_tears_a_name(language: str) -> None:
    names = ("田中 直樹", "前田 さくら", "王 小明", "欧阳娜娜", "Anna de la Cruz", "محمد بن علي", "יוסף בן-דוד")
    found = 0
    for name, make in documents(language, 14, names=[(each, "") for each in names]).items():
        with watched() as pages:
            make(replace(layout(), names=names))
        assert not [*torn_names(pages, names)], name
        found += sum(name in each.what and len(each.what) > 2 * len(name) for each in pages[0].texts for name in names)
    assert found > 30


def test_no_case_of_a_card_is_parted_from_what_to_do() -> None:
    for language in LANGUAGES:
        card = JudgesCard("R", "jma-2006", (("a", "b"),) * 9, (), (("rent-unasked", "caution"),))
        titles = {each.title for each in guide(language).values()}
        whens = {words(language)[f"card_{when}"] for when in ("now", "turn", "later", "ended", "penalty", "own")}
        with watched() as pages:
            judges_card(card, layout(), language)
        panels = [
            sorted((each.top, each.what) for each in page.texts if (each.left < page.width / 2) is left)
            for page in pages
            for left in (True, False)
        ]
        for panel in panels:
            first = next((what for _, what in panel if what in titles or what.split("–")[0] in whens), None)
            assert first is None or first in titles, (language, first)


def test_a_text_leaves_no_single_line_at_the_head_or_foot_of_a_column() -> None:
    text = "word " * 40  # four lines
    for before in range(12, 20):
        clauses = (*(BookletClause("", "", "x"),) * before, *(BookletClause("A-1", "T", text),) * 30)
        with watched() as pages:
            rules_booklet(RulesBooklet("R", "", (BookletChapter("C", clauses),)), layout(), "en")
        for page in pages:
            for left in (True, False):
                column = sorted(
                    (each.top, each.what)
                    for each in page.texts
                    if (each.left < page.width / 2) is left and ("word" in each.what or "A-1" in each.what)
                )
                lines = ["A-1" in what for _, what in column]
                runs_of = [len(part) for part in "".join("A" if head else "w" for head in lines).split("A")]
                assert not column or (runs_of[0] != 1 and runs_of[-1] != 1), (before, runs_of)


def test_no_token_covers_another_wherever_four_of_them_stand() -> None:
    """At the inner corners of the track two lanes meet, and several may stand on one space."""
    random = Random(1)
    near_corners = [[9, 11, 9, 11], [19, 21, 21, 19], [29, 31, 31, 31], [39, 1, 1, 39]]
    for spaces in [*near_corners, *([random.randrange(40) for _ in range(4)] for _ in range(300))]:
        taken: list[tuple[float, float]] = []
        for at, space in enumerate(spaces):
            wanted = spot(place(space, 10), spaces[:at].count(space), spaces.count(space))
            taken.append(free_spot(place(space, 10), wanted, taken))
        assert all(dist(one, other) >= 2 * TOKEN for one, other in combinations(taken, 2)), spaces


@pytest.mark.parametrize(("players", "sheets"), [(24, 1), (120, 2), (400, 6)])
def test_a_final_board_takes_few_sheets(players: int, sheets: int) -> None:
    """Where one sheet is too small for all, two blocks stand side by side."""
    lines = tuple(
        FinalLine(rank, PrintedPerson(f"高橋 健太{rank}", "", "なにわ懇親会"), ("", f"{rank}.5"))
        for rank in range(1, players + 1)
    )
    with watched() as pages:
        pdf = final_board(FinalBoard(("決勝", "ポイント"), lines), layout(), "ja")
    head = [each for each in pages[0].texts if each.what in ("優勝", lines[0].person.name)]
    head += [each for each in pages[0].texts if each.size > 9 and each.what.startswith(("なにわ", "ポイント 1.5"))][:2]
    assert len(head) == 4 and all(below.top - above.bottom > 6 for above, below in pairwise(head)), "apart in the box"
    assert page_count(pdf) == sheets
    assert f"第{players}位" in text_of(pdf)
