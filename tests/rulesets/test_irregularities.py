"""The irregularity guide: every example is played by the engine, and facts, words and clauses are consistent."""

from __future__ import annotations

import pytest

import rulesets
from rulesets.irregularities import REMEDIES, WHENS, guide, irregularities, irregularities_naming, occurring_in
from rulesets.languages import LANGUAGES
from rulesets.search.fold import simplified
from tests.rulesets.test_answers import wrong
from tests.rulesets.test_catalogue import clauses
from tournaments.penalties.rule import usual

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
        assert not each.offence or usual().category(each.offence), key
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


def test_a_game_has_its_own_kinds_and_those_about_people() -> None:
    classic, city = (set(occurring_in(rulesets.load(name).catalogue.clauses)) for name in ("jma-2006", "city"))
    own = {each for each in irregularities() if each.startswith("city-")}
    assert own <= city
    assert not own & classic
    assert classic | own == set(irregularities())
    assert {"bank-error", "slow-play", "conduct", "log-differs"} <= classic & city
    assert "salary-forgotten" not in city
