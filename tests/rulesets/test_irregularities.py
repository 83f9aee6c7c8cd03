"""The irregularity guide: every example is played by the engine, and facts, words and clauses are consistent."""

from __future__ import annotations

import re

import pytest

import rulesets
from rulesets.irregularities import REMEDIES, WHENS, guide, irregularities, irregularities_naming, occurring_in
from rulesets.languages import LANGUAGES
from rulesets.search.fold import simplified
from tests.rulesets.test_answers import wrong
from tests.rulesets.test_catalogue import clauses
from tournaments.penalties.rule import usual
from tournaments.regulation import shipped

FEWEST, FEWEST_PLAYED = 28, 20
EXAMPLES = {
    f"{each.key} {number}": example
    for each in irregularities().values()
    for number, example in enumerate(each.examples, 1)
}


@pytest.mark.parametrize("example", EXAMPLES.values(), ids=EXAMPLES)
def test_the_engine_plays_an_irregularity_as_it_is_written(example) -> None:  # type: ignore[no-untyped-def]
    assert example.final
    assert wrong(example) is None


def test_facts_rest_on_clauses_steps_and_remedies_that_exist() -> None:
    assert len(irregularities()) >= FEWEST
    assert sum(1 for each in irregularities().values() if each.examples) >= FEWEST_PLAYED
    for key, each in irregularities().items():
        assert any(clause.startswith(("JMA/", "CITY/")) for clause in each.clauses), key
        assert set(each.clauses) <= set(clauses()), (key, set(each.clauses) - set(clauses()))
        assert set(each.silent) | set(each.remedies) <= set(WHENS), key
        assert set(each.remedies.values()) <= set(REMEDIES), key
        assert all(map(usual().category, each.offences)), key
        assert not each.first or usual().step(each.first), key
    assert [each.key for each in irregularities_naming("JMA/MOVE-3")] == ["die-off"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_kind_has_its_texts_in_each_language(language: str) -> None:
    for key, each in guide(language).items():
        assert all((each.title, each.sign, each.facts, each.decision, each.reasons, *each.found.values())), key
        assert "…" in each.facts or "…" in each.decision, key
        assert len(each.asked) >= 3, key
        assert language == "en" or each.title != guide("en")[key].title, key
    if language == "zh":
        text = "".join("".join(map(str, each)) for each in guide("zh").values())
        assert not {each for each in text if ord(each) in simplified()}


PENALTY = {"en": re.compile("penalty", re.I), "ja": re.compile("ペナルティ"), "zh": re.compile("处罚")}


@pytest.mark.parametrize("language", LANGUAGES)
def test_which_penalty_an_irregularity_has_only_the_regulation_says(language: str) -> None:
    rules = [usual(), *(shipped.load(name).penalties for name in shipped.names())]
    titles = {step.titles[language].casefold() for rule in rules for step in rule.steps}
    # English writes "warned" for a warning.
    named = re.compile("|".join(re.escape(each.removesuffix("ing")) for each in titles))
    for key, text in guide(language).items():
        kind = irregularities()[key]
        for said in (text.title, text.sign, text.facts, text.decision, text.reasons, *text.found.values()):
            assert not named.search(said.casefold()), f"{key}: a text cannot know the step: {said}"
        speaks = any(PENALTY[language].search(said) for said in (text.decision, *text.found.values()))
        for rule in rules:
            assert speaks == bool(rule.usual(kind.offences, kind.first)), f"{key}: text and penalty disagree"


def test_a_game_has_its_own_kinds_and_those_about_people() -> None:
    classic, city = (set(occurring_in(rulesets.load(name).catalogue.clauses)) for name in ("jma-2006", "city"))
    own = {each for each in irregularities() if each.startswith("city-")}
    assert own <= city
    assert not own & classic
    assert classic | own == set(irregularities())
    assert {"bank-error", "slow-play", "conduct", "log-differs"} <= classic & city
    assert "salary-forgotten" not in city
