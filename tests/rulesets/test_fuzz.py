"""The fuzzer in small: a few games under every ruleset, and proof that it finds what is broken and minimises it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from click.testing import CliRunner

import rulesets
from referee.cli import main as referee
from rulesets import Ruleset
from rulesets.classic.mechanics import ClassicMechanics
from rulesets.shipped import SHIPPED
from tests.fuzz import laws, opening, play, situations
from tests.fuzz.law import fuzz, show
from tests.fuzz.play import CRASH, Fault, Tally
from tests.fuzz.shrink import minimized
from tests.rulesets.count_positions import LIGHT_BLUE, ORANGE, RED

JMA = rulesets.load("jma-2006")
CHANCE = Random()
BROWN = ("mediterranean_avenue", "baltic_avenue")


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("name", SHIPPED)
def test_random_games_with_hostile_reports_break_no_law(name: str, seed: int) -> None:
    tally = Tally()
    fault = play.play(rulesets.load(name), seed, 60, tally)
    assert fault is None, fault
    assert tally.accepted.total() + tally.refused.total() >= 5


@pytest.mark.parametrize("situation", dict.fromkeys(situations.SITUATIONS), ids=lambda each: each.__name__)
def test_every_rare_situation_can_be_played_under_the_rules_it_is_made_for(situation: Any) -> None:
    """Some of the positions it makes are accepted as a start by some ruleset of the classic board."""
    edition = JMA.mechanics.edition("atlantic-city")
    starts = [situation(edition, ["A", "B", "C"], Random(seed)) for seed in range(12)]
    headers = [{"seats": ["A", "B", "C"], "start": start} for start in starts]
    others = [ruleset for name in SHIPPED if (ruleset := rulesets.load(name)).default_edition == "atlantic-city"]
    assert any(play.open_game(ruleset, header).game for header in headers for ruleset in others)


def broken(kind: str, carry_out: Any) -> Ruleset:
    """jma-2006 with an additional effect of one type of report."""
    rule = JMA.rules[kind]

    def both(draft: Any, report: Any) -> None:
        rule.carry_out(draft, report)
        carry_out(draft, report)

    return replace(JMA, rules={**JMA.rules, kind: rule._replace(carry_out=both)})


def first_fault(ruleset: Ruleset, law: str) -> Fault:
    """The first fault found in random games of a ruleset that breaks this law, the only one that is looked at."""
    faults = (play.play(ruleset, seed, 60, Tally(), law) for seed in range(80))
    return next(found for found in faults if found and found.law == law)


def crash(draft: Any, report: Any) -> None:
    raise ZeroDivisionError


def gain(draft: Any, report: Any) -> None:
    draft.set_player(report.player, draft.players[report.player]._replace(cash=9999))


def whim(draft: Any, report: Any) -> None:
    draft.event("rolled", number=CHANCE.random())


@pytest.mark.parametrize(
    ("consequence", "law"),
    [(crash, CRASH), (gain, "conservation"), (whim, "a position goes on as the game does")],
)
def test_it_sees_a_broken_law_and_cuts_the_record_down_to_it(consequence: Any, law: str) -> None:
    fault = minimized(first_fault(broken("roll", consequence), law), seconds=5)
    assert [report["type"] for report in fault.reports] == ["roll"]
    assert "options" not in fault.header


def test_it_sees_what_is_accepted_and_not_listed() -> None:
    rule = JMA.rules["close_talk"]
    lax = replace(JMA, rules={**JMA.rules, "close_talk": rule._replace(checks=())})
    assert first_fault(lax, "what is accepted is listed").reports[-1]["type"] == "close_talk"


def test_it_sees_a_declaration_that_nobody_looks_at_again() -> None:
    """C, whose house waits for rivals, gives the cash for it away."""
    levels = {LIGHT_BLUE: ("B", 4, 4, 4), ORANGE: ("B", 1, 1, 1), RED: ("C", 0, 0, 0), BROWN: ("A", 4, 4)}
    deeds = {
        lot: {"owner": row[0], "level": level}
        for lots, row in levels.items()
        for lot, level in zip(lots, row[1:], strict=True)
    }
    deeds |= {"park_place": {"owner": "A", "level": 3}, "boardwalk": {"owner": "A", "level": 4}}
    header = {"seats": ["A", "B", "C"], "start": {"players": {"C": {"cash": 150}}, "deeds": deeds}}
    given = {"type": "trade", "player": "C", "with": "A", "give": {"cash": 100}, "take": {}}
    reports = [{"type": "build", "player": "C", "to": {RED[0]: 1}}, given]
    us = rulesets.load("classic-us")
    forgetful = replace(us, mechanics=ClassicMechanics(matters=()))
    assert play.find_fault(us, header, reports, "what is declared can be paid") is None
    assert play.find_fault(forgetful, header, reports, "what is declared can be paid") is not None


def test_it_sees_a_slot_left_over_and_leaves_reported_braces_alone() -> None:
    assert laws.unfilled({"refusals": [{"message": "{amount:money} is missing", "facts": {}}]}, "en")
    assert laws.unfilled({"text": ""}, "ja")
    assert laws.unfilled({"message": "'{x}' is no seat"}, "en", {"type": "roll", "player": "{x}"}) is None


def test_options_are_drawn_from_their_samples_and_beyond() -> None:
    option = next(option for option in JMA.options if option.name == "starting_cash")
    drawn = [opening.value(option, Random(seed)) for seed in range(200)]
    assert set(option.samples) <= {value for value in drawn if isinstance(value, int)}
    assert any(not isinstance(value, int) for value in drawn)


def test_the_command_counts_what_it_played(capsys: pytest.CaptureFixture[str]) -> None:
    assert fuzz(["--games", "1", "--seed", "0", "--ruleset", "classic-ja"]) == 0
    output = capsys.readouterr().out
    assert "classic-ja" in output
    assert "no fault" in output


def test_a_fault_is_written_as_a_record_that_the_referee_reads(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ruleset = broken("roll", gain)
    show(minimized(first_fault(ruleset, "conservation"), seconds=5), tmp_path)
    output = capsys.readouterr().out
    assert "A law is broken: conservation" in output
    (file,) = tmp_path.iterdir()
    assert str(file) in output
    checked = CliRunner().invoke(referee, ["check", str(file)])
    assert checked.exit_code == 0, checked.output
