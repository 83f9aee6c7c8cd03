"""Known answers: every example is played by the engine, and answers, texts, clauses and sources hold together."""

from __future__ import annotations

import re

import pytest

import rulesets
from rulesets.answers.answer import KINDS, STANDINGS, Example, Step, answers, group_titles, said, sources
from rulesets.answers.playing import Played, play
from rulesets.languages import LANGUAGES
from rulesets.search.fold import simplified
from tests.rulesets.scenarios import difference
from tests.rulesets.test_catalogue import clauses

ID = re.compile(r"ANSWER/[A-Z]+-[1-9]\d*")
EXAMPLES = {
    f"{answer.id} {number} {example.header['ruleset']}": example
    for answer in answers().values()
    for number, example in enumerate(answer.examples, 1)
}


def wrong_step(played: Played) -> str | None:
    """How the answer to a step differs from the expected one, or None."""
    clause_of = played.answer.game.ruleset.catalogue.clause_of
    have = [(clause_of[each.code], each.code) for each in played.answer.refusals[:1]]
    want = [(played.step.clause, played.step.code)] if played.step.clause else []
    return None if have == want else f"{played.step.line}: {have}, expected {want}"


def wrong(example: Example) -> str | None:
    """The first difference between the engine and an example, or None."""
    shown = play(example)
    if found := next(filter(None, map(wrong_step, shown.steps)), None):
        return found
    ruleset = shown.start.ruleset
    position = ruleset.position(shown.end)
    if position["phase"] == "between_turns":
        position["due"] = [each for each in position["due"] if each["kind"] != "roll"]
    ranks: dict[int, list[str]] = {}
    for row in ruleset.standing(shown.end):
        ranks.setdefault(row["rank"], []).append(row["player"])
    standing = tuple(tuple(sorted(ranks[rank])) for rank in sorted(ranks))
    if example.standing not in (None, standing):
        return f"standing {standing}"
    return difference(example.final, position, "position")


@pytest.mark.parametrize("example", EXAMPLES.values(), ids=EXAMPLES)
def test_the_engine_answers_an_example_as_it_is_written(example: Example) -> None:
    assert example.final
    assert wrong(example) is None


def test_an_example_with_a_wrong_answer_is_seen() -> None:
    right = answers()["ANSWER/DEAL-3"].examples[0]
    first, *others = right.steps
    assert wrong(right._replace(steps=(Step(first.line, "", ""), *others)))
    assert wrong(right._replace(steps=(first._replace(code="gift"), *others)))
    assert wrong(right._replace(final={"players": {"A": {"cash": 1600}}}))
    assert wrong(right._replace(standing=(("A", "B"),)))
    with pytest.raises(ValueError, match="seat_twice"):
        play(right._replace(header={**right.header, "seats": ["A", "A"]}))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_answer_has_its_texts_in_each_language(language: str) -> None:
    assert list(said(language)) == list(answers())
    assert all(each.question and each.answer for each in said(language).values())
    assert all(group_titles(language).values())
    assert all(said(language)[each.id].note for each in answers().values() if each.standing != "settled")
    assert all(each.names[language] for each in sources().values())
    if language == "zh":
        text = "".join("".join(each) for each in said("zh").values())
        assert not {each for each in text.replace("ダイスでGO", "") if ord(each) in simplified()}


def test_answers_rest_on_clauses_and_sources_that_exist_and_examples_are_refused_by_these_clauses() -> None:
    for answer in answers().values():
        assert ID.fullmatch(answer.id)
        assert answer.standing in STANDINGS
        assert answer.sources
        assert set(answer.clauses) <= set(clauses())
        refused = {step.clause for example in answer.examples for step in example.steps if step.clause}
        assert {each for each in refused if not each.startswith("RECORD/")} <= set(answer.clauses), answer.id
        for example in answer.examples:
            assert set(answer.clauses) & set(rulesets.load(example.header["ruleset"]).catalogue.clauses), answer.id
    used = [source for answer in answers().values() for source in answer.sources]
    assert [each.names["en"] for each in sources().values() if each not in used] == []
    assert {each.kind for each in used} <= set(KINDS)
