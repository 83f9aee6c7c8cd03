"""Known answers and precedents, looked up together with the clauses; and printed by the command line."""

from __future__ import annotations

import tomllib

import pytest
from click.testing import CliRunner

import rulesets
from referee.cli.rules import rules
from referee.rules.points import index
from referee.rules.search import look_up, look_up_everywhere
from rulesets.answers.answer import answers, said
from rulesets.languages import LANGUAGES
from rulesets.search.index import Point
from tests.referee.lookup.test_rules_search import QUESTION_FILES, found

pytestmark = pytest.mark.slow

QUESTIONS = tomllib.loads((QUESTION_FILES / "answers.toml").read_text("utf-8"))
PRECEDENT = Point(
    "PRECEDENT/R-3", "Rulings", "A call of 15 was let stand", "", "Tens had not been announced.", "", "", ("JMA/REF-1",)
)


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_asked_in_the_hall_finds_the_answer_among_the_first_three(language: str) -> None:
    questions = QUESTIONS[language]
    assert len(questions) >= 15
    missed = {
        question: (wanted, instead)
        for question, wanted in questions.items()
        if wanted not in (instead := found(question, language, 3))
    }
    assert missed == {}


def test_an_answer_has_its_id_and_leaves_that_of_a_clause_alone() -> None:
    assert found("answer jail 2", "en", 1) == found("ＡＮＳＷＥＲ／ＪＡＩＬ－２", "ja", 1) == ["ANSWER/JAIL-2"]
    assert found("jail-2", "en", 2)[0] == "JMA/JAIL-2"
    assert not any(each.startswith("ANSWER/") for each in found("auction", "en", 4))


@pytest.mark.slow
def test_answers_are_found_where_they_rest_on_a_clause_and_everywhere_once() -> None:
    for name in ("jma-2006", "wiki-2008-short", "classic-us-timed", "city"):
        ruleset = rulesets.load(name)
        there = {point.id for point in index(ruleset, "ja").points if point.id.startswith("ANSWER/")}
        assert there == {each.id for each in answers().values() if set(each.clauses) & set(ruleset.catalogue.clauses)}
    hits = [(hit.ruleset, hit.found.point.id) for hit in look_up_everywhere("interpreter", "en")]
    assert hits[0] == ("jma-2006", "ANSWER/TABLE-2")
    assert hits.count(hits[0]) == 1


def test_a_precedent_is_found_by_words_and_before_everything_where_the_case_rests_on_its_clause() -> None:
    def ids(query: str, *case: str) -> list[str]:
        hits = look_up(rulesets.load("jma-2006"), query, "en", case=case, precedents=[PRECEDENT], most=3)
        return [hit.found.point.id for hit in hits]

    assert ids("announced tens, call of 15 let stand")[0] == PRECEDENT.id
    assert ids("", "jma/ref-1") == [PRECEDENT.id, "JMA/REF-1"]
    assert ids("", "bid_not_in_tens") == ["JMA/AUCTION-1"]
    assert "PRECEDENT/R-3" not in found("announced tens, call of 15 let stand", "en")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_command_line_shows_an_answer_with_its_sources(language: str) -> None:
    shown = CliRunner().invoke(rules, ["show", "answer/deal-3", "--lang", language])
    assert shown.exit_code == 0
    texts = said(language)["ANSWER/DEAL-3"]
    for part in (texts.question, texts.answer, texts.note, "JMA/GIFT-3", "https://mpb.hatenablog.com/?page=1630420469"):
        assert part in shown.output
    assert "ANSWER/DEAL-3" in CliRunner().invoke(rules, ["search", texts.question]).output
