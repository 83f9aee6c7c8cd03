"""How well the search does on questions that were written before its words were looked at; half of them situations.

Of the 90 questions 0.43 found the clause first and 0.57 among the first three when they were first asked (MRR 0.54), of
the sentences with two topics 7 of 18 found both, of the questions without an answer 53 of 100 were told so.
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import rulesets
from referee.rules.search import is_certain, look_up
from rulesets.languages import LANGUAGES
from tests.referee.lookup.test_rules_search import found

MEASURED = Path(__file__).with_name("measured")
FIRST, THREE, MRR = 0.75, 0.93, 0.84
BOTH = 14
TOLD = 0.9
JMA = rulesets.load("jma-2006")


def read(name: str) -> Any:
    """A file of questions."""
    return tomllib.loads((MEASURED / f"{name}.toml").read_text("utf-8"))


def test_the_clause_comes_first_or_among_the_first_three_as_often_as_was_measured() -> None:
    places = []
    for language in LANGUAGES:
        for question, clauses in read(language)["jma-2006"].items():
            ids = found(question, language)
            places.append(next((place for place, each in enumerate(ids, 1) if each in clauses), 0))
    assert len(places) == 90
    first, three = (sum(0 < each <= most for each in places) / len(places) for most in (1, 3))
    assert (first >= FIRST, three >= THREE) == (True, True), (first, three)
    assert sum(1 / each for each in places if each) / len(places) >= MRR


def test_a_sentence_with_two_topics_is_answered_with_both_among_the_first_three() -> None:
    both = [
        question
        for language, questions in read("two").items()
        for question, topics in questions.items()
        if all(set(topic) & set(found(question, language, 3)) for topic in topics)
    ]
    assert len(both) >= BOTH, both


def test_a_question_that_no_rule_answers_is_told_so_nine_times_in_ten() -> None:
    questions = [(language, each) for language, listed in read("unanswered").items() for each in listed]
    told = [each for language, each in questions if not is_certain(each, look_up(JMA, each, language))]
    assert len(told) / len(questions) >= TOLD
