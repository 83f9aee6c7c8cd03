"""Every ruleset passes the conformance suite and has a golden playthrough."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

import rulesets
from rulesets.kernel import conformance
from rulesets.kernel.clause import HOME, Catalogue
from rulesets.kernel.conformance import NotConforming
from rulesets.shipped import SHIPPED
from tests.rulesets import golden


@pytest.mark.slow
@pytest.mark.parametrize("name", SHIPPED)
def test_random_play_keeps_the_contract(name: str) -> None:
    conformance.check(rulesets.load(name), seeds=range(5))


@pytest.mark.parametrize("name", SHIPPED)
def test_golden_playthrough(name: str) -> None:
    record, answers = golden.stored(name)
    assert len(record) > 100, "a golden playthrough is a whole game"
    conformance.golden(rulesets.load(name), record, answers)


def test_every_golden_playthrough_belongs_to_a_ruleset() -> None:
    assert {file.name.split(".")[0] for file in golden.FOLDER.glob("*.jsonl")} == set(SHIPPED)


def broken(report_type: str, carry_out: Any) -> rulesets.Ruleset:
    """jma-2006 with an additional effect of one type of report."""
    ruleset = rulesets.load("jma-2006")
    rule = ruleset.rules[report_type]

    def both(draft: Any, report: Any) -> None:
        rule.carry_out(draft, report)
        carry_out(draft, report)

    return replace(ruleset, rules={**ruleset.rules, report_type: rule._replace(carry_out=both)})


def test_the_suite_sees_a_code_without_a_sentence() -> None:
    ruleset = rulesets.load("jma-2006")
    own = {id: each for id, each in ruleset.catalogue.clauses.items() if each.layer != "house"}
    clauses = {"X/1": ruleset.catalogue.clauses["JMA/GO-1"]._replace(id="X/1", refuses=("unspoken",))}
    catalogue = Catalogue("jma", {**own, **clauses}, HOME)
    with pytest.raises(NotConforming, match="no text of 'X/1'"):
        conformance.check(replace(ruleset, catalogue=catalogue))
    clauses = {"JMA/GO-1": ruleset.catalogue.clauses["JMA/GO-1"]._replace(refuses=("unspoken",))}
    catalogue = Catalogue("jma", {**own, **clauses}, HOME)
    with pytest.raises(NotConforming, match="no sentence in en for unspoken"):
        conformance.check(replace(ruleset, catalogue=catalogue))


def test_the_suite_sees_money_from_nowhere() -> None:
    def gain(draft: Any, report: Any) -> None:
        draft.set_player(report.player, draft.players[report.player]._replace(cash=9999))

    with pytest.raises(NotConforming, match="became"):
        conformance.check(broken("roll", gain))


def test_the_suite_sees_a_crash() -> None:
    def crash(draft: Any, report: Any) -> None:
        raise ZeroDivisionError

    with pytest.raises(NotConforming, match="ZeroDivisionError"):
        conformance.check(broken("pay", crash))


def test_the_suite_sees_chance_in_the_rules() -> None:
    random = Random()

    def whim(draft: Any, report: Any) -> None:
        draft.event("whim", number=random.random())

    with pytest.raises(NotConforming, match="two different games"):
        conformance.check(broken("roll", whim))


def test_the_suite_sees_a_dead_end() -> None:
    def stuck(draft: Any, report: Any) -> None:
        draft.phase, draft.pending, draft.doubles = "turn", (), 1
        draft.time_up = draft.last_throw = False

    with pytest.raises(NotConforming, match="no end in sight"):
        conformance.check(broken("roll", stuck))


def test_the_suite_sees_a_changed_golden_answer() -> None:
    record, answers = golden.stored("jma-2006")
    answers[3] = {**answers[3], "events": []}
    with pytest.raises(NotConforming, match="golden report 4"):
        conformance.golden(rulesets.load("jma-2006"), record, answers)
