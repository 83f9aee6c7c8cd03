"""Looking rules up: what players and judges ask in three languages, and the clause that must come first."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

import rulesets
from referee.rules.search import answered, look_up, look_up_everywhere
from rulesets.answers.answer import answers
from rulesets.kernel.registry import load, names
from rulesets.languages import LANGUAGES
from rulesets.search.certain import CERTAIN, NONE
from rulesets.search.fold import TRADITIONAL, folded
from rulesets.search.index import Index, Point
from rulesets.search.phrases import phrases, rows
from rulesets.search.stem import stem
from rulesets.search.words import spelled, things
from tests.rulesets.traditional import table

pytestmark = pytest.mark.slow

QUESTION_FILES = Path(__file__).with_name("questions")
FEWEST = 80
"""Least number of questions in a language."""
FRESH_UNANSWERED = 23
"""Of the questions without an answer that were written later, the number that the search recognises."""
JMA = rulesets.load("jma-2006")
PLACES = {"first": 1, "three": 3}


def questions_of(language: str) -> dict[tuple[str, str], tuple[list[str], int]]:
    """The questions by ruleset and wording: the clauses of which one must be found, and among how many results."""
    return {
        (ruleset, question): ([clauses] if isinstance(clauses, str) else clauses, PLACES[place])
        for file in sorted(QUESTION_FILES.glob(f"*{language}.toml"))
        for ruleset, places in tomllib.loads(file.read_text("utf-8")).items()
        for place, questions in places.items()
        for question, clauses in questions.items()
    }


def found(question: str, language: str, most: int = 10, ruleset: str = "jma-2006", **more: list[str]) -> list[str]:
    """The ids of a question's search results."""
    hits = look_up(rulesets.load(ruleset), question, language, most=most, **more)  # type: ignore[arg-type]
    return [hit.found.point.id for hit in hits]


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_asked_in_the_hall_finds_the_clause(language: str) -> None:
    questions = questions_of(language)
    assert len(questions) >= FEWEST
    missed = {
        question: (clauses, instead)
        for (ruleset, question), (clauses, most) in questions.items()
        if set(clauses).isdisjoint(instead := found(question, language, most, ruleset))
    }
    assert missed == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_question_that_has_an_answer_is_told_that_it_has_none(language: str) -> None:
    doubted = [
        question
        for ruleset, question in questions_of(language)
        if answered(question, look_up(rulesets.load(ruleset), question, language)) == NONE
    ]
    assert doubted == []


def test_a_question_that_no_rule_answers_is_told_so() -> None:
    """All those known when the threshold was set, and at least as many of the others as then."""
    unanswered = tomllib.loads((QUESTION_FILES / "unanswered.toml").read_text("utf-8"))
    told = {
        name: [
            question
            for language, questions in of.items()
            for question in questions
            if answered(question, look_up(JMA, question, language)) != NONE
        ]
        for name, of in unanswered.items()
    }
    assert told["known"] == []
    assert sum(map(len, unanswered["fresh"].values())) - len(told["fresh"]) >= FRESH_UNANSWERED, told["fresh"]


def test_what_a_case_or_an_id_names_is_certain() -> None:
    for question in ("JMA/AUCTION-3", "auction", ""):
        assert answered(question, look_up(JMA, question, "en")) == CERTAIN
    assert answered("xyzzy", look_up(JMA, "xyzzy", "en")) == NONE
    assert answered("", look_up(JMA, "", "en", case=["JMA/RENT-4"])) == CERTAIN


def test_a_question_is_understood_in_another_language_than_the_readers() -> None:
    assert found("two people shouted the same bid at the same moment", "ja", 1) == ["JMA/AUCTION-4"]
    assert (
        found("同時のコール", "en", 1) == found("同时叫价", "en", 1) == found("同時叫價", "en", 1) == ["JMA/AUCTION-4"]
    )


@pytest.mark.parametrize(
    ("older", "current"),
    [
        ("救济", "救助"),
        ("交涉", "协商"),
        ("叫价", "出价"),
        ("声明", "宣布"),
        ("选手", "玩家"),
        ("公益福利", "命运"),
        ("裁定", "裁决"),
        ("救濟", "救助"),
        ("交涉", "協商"),
        ("社區福利", "命運"),
    ],
)
def test_words_that_older_texts_have_find_what_is_found_by_those_said_now(older: str, current: str) -> None:
    assert found(older, "zh", 1)[0] in found(current, "zh", 6)
    assert found(current, "zh", 1)[0] in found(older, "zh", 6)


def test_the_case_comes_first_by_codes_and_ids_in_their_order_even_if_nothing_is_asked() -> None:
    case = ["bid_not_in_tens", "jma/rent-4", "no such code"]
    known = ["JMA/AUCTION-1", "JMA/RENT-4"]
    assert found("", "en", case=case) == known
    assert found("hotel", "en", 3, case=case) == [*known, *found("hotel", "en", 1)]
    assert set(known) < {hit.found.point.id for hit in look_up_everywhere("", "ja", case=case)}


def test_an_id_is_found_by_its_parts_and_a_chapter_by_its_name_in_any_word_for_it() -> None:
    chapter = [each for each in JMA.catalogue.clauses if each.startswith("JMA/AUCTION-")]
    for typed in ("auction", "JMA/AUCTION", "ｊｍａ　ａｕｃｔｉｏｎ", "競売", "オークション", "ｵｰｸｼｮﾝ"):
        assert sorted(found(typed, "ja", len(chapter))) == chapter, typed
    for typed in ("auction 3", "AUCTION-3", "JMAのAUCTION3", "auction#3", "rule AUCTION no. 3", "auction第3条"):
        assert found(typed, "zh", 1) == ["JMA/AUCTION-3"], typed
    assert found("拍賣", "zh", 1)[0] in chapter


@pytest.mark.parametrize(("language", "word"), [("en", "marble"), ("ja", "風船"), ("zh", "气球")])
def test_a_title_counts_before_a_text_and_a_text_before_an_example(language: str, word: str) -> None:
    places = {"example": ("", "", word), "reading": ("", word, ""), "text": (word, "", ""), "title": ("", "", "")}
    points = [Point(name, "", word if name == "title" else "x", "", *rest) for name, rest in places.items()]
    assert [each.point.id for each in Index(points, language).search(word)] == ["title", "text", "reading", "example"]


def test_numbers_may_be_written_in_kanji_and_in_words() -> None:
    assert folded("五十 二百零五 一千五 十二格 百分之十 十分") == "50 205 1500 12格 百分之十 十分"
    assert [stem(each) for each in ("fifty", "took", "taking", "notes", "not")] == ["50", "tak", "tak", "note", "not"]


def test_no_english_word_of_several_is_cut_down_to_one_that_means_something_else() -> None:
    cut = [
        word
        for row in things().values()
        for word in (*row.get("en", ()), *row.get("en_asked", ()))
        if " " in word and " " not in spelled(word)
    ]
    assert cut == []


def test_every_clause_has_phrases_of_its_own_in_each_language_and_is_like_clauses_that_there_are() -> None:
    known = {clause for name in names() for clause in load(name).catalogue.clauses} | answers().keys()
    assert {each for clause, row in rows().items() for each in (clause, *row.get("like", ()))} <= known
    assert [
        f"{each} in {language}"
        for name in names()
        for each in load(name).catalogue.in_force
        for language in LANGUAGES
        if not each.startswith("RECORD/") and not phrases(each, language)
    ] == []


def test_width_case_kana_and_traditional_characters_do_not_count() -> None:
    assert folded("ＡＢＣ　ｶﾞ $1,500") == "abc ガ $1500"
    assert folded("サラリー") == folded("ｻﾗﾘ")
    assert folded("監獄 競賣 鐵路") == folded("监狱 竞卖 铁路")
    assert TRADITIONAL.read_text("utf-8") == table()


def test_a_slip_in_an_english_word_is_mended_if_the_word_stands_nowhere() -> None:
    points = [Point("a", "", "mortgage", "", "", "", ""), Point("b", "", "hammock", "", "", "", "")]
    search = Index(points, "en").search
    for typed in ("mortgage", "morgage", "mortgagge", "mortgafe", "motrgages"):
        assert [each.point.id for each in search(typed)] == ["a"], typed
    for typed in ("hammer", "portgage", "mrtgge"):
        assert search(typed) == [], typed


def test_what_is_in_several_rulesets_is_found_once_and_nonsense_not_at_all() -> None:
    every = [hit.found.point.id for hit in look_up_everywhere("hotel", "en", most=50)]
    assert len(set(every)) == len(every) == 50
    assert len({each.partition("/")[0] for each in every}) > 2
    assert look_up_everywhere("xyzzy 𠮷𠮷", "en") == []
    assert look_up_everywhere("", "en") == []
