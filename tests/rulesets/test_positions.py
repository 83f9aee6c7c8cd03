"""Every position that the engine writes can be started from, and play continues from it as in the original game."""

from __future__ import annotations

import json
from dataclasses import fields, is_dataclass
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import rulesets
from rulesets import Answer, Game
from rulesets.classic.possible import LEAVABLE, LEFT_BEHIND, irregular
from rulesets.kernel import conformance
from rulesets.reports import Report, as_report
from rulesets.shipped import SHIPPED
from rulesets.wordlist import wordlist
from tests.fuzz.situations import landed_among_rivals
from tests.rulesets import faults
from tests.rulesets.scenarios import FOLDERS, judged, load

RULINGS = ("ruling", "retract")
BY_PLAY = frozenset(
    wordlist("""
    declared_group_divided declared_group_mortgaged declared_above_nothing declared_uneven piece_without_lot
    call_below_first talk_without_debt offer_by_creditor offer_with_unfit_partner
""")
)
"""Irregularities left by play itself: what a declaration, a talk or an offer rests on may go away."""


def comparable(answer: Answer) -> dict[str, Any]:
    """An answer without its number."""
    return {**answer.to_json(), "seq": 0}


def resumed(game: Game, header: dict[str, Any]) -> Game:
    """A game started from another one's position, after a round trip through JSON."""
    position = json.loads(json.dumps(game.ruleset.position(game)))
    return game.ruleset.start(header["seats"], header.get("edition"), header.get("options"), position)


def unequal(game: Game, again: Game) -> list[str]:
    """The parts of the state in which a resumed game differs."""
    one, other = game.state, again.state
    names = [part.name for part in fields(one)] if is_dataclass(one) else one._fields
    return [name for name in names if getattr(one, name) != getattr(other, name)]


def taking_houses_away(game: Game, random: Random) -> dict[str, Any] | None:
    """A ruling that leaves a group unevenly built, if houses stand anywhere."""
    built = [key for key, deed in game.ruleset.position(game)["deeds"].items() if 2 <= deed.get("level", 0) <= 4]
    if not built:
        return None
    lower = {random.choice(built): {"level": 0}}
    return {"type": "ruling", "by": "R", "reason": "houses were taken away", "set": {"deeds": lower}}


@pytest.mark.slow
@given(st.sampled_from(tuple(SHIPPED)), st.integers(min_value=0, max_value=2**63), st.booleans())
@settings(max_examples=60)
def test_every_position_written_is_a_start_and_goes_on_the_same(name: str, seed: int, with_rulings: bool) -> None:
    """Random play, from the set-up or a random position, with or without an option, with or without rulings."""
    ruleset = rulesets.load(name)
    random = Random(seed)
    header = conformance.opening(ruleset, random)
    game = conformance.started(ruleset, header)
    again = resumed(game, header)
    for _ in range(80):
        if ruleset.over(game):
            break
        report = ruleset.mechanics.propose(game, random, hurry=random.random() < 0.15)
        if with_rulings and random.random() < 0.1:
            report = taking_houses_away(game, random) or report
        if report.get("type") == "retract" or (report.get("type") == "ruling" and not with_rulings):
            continue
        answer = ruleset.judge(game, as_report(report))
        assert comparable(ruleset.judge(again, as_report(report))) == comparable(answer), report
        game = answer.game
        if answer.accepted:
            again = resumed(game, header)
            assert not unequal(game, again), report
            position = ruleset.position(game)
            assert with_rulings or not position.get("uneven"), report
            assert with_rulings or set(position.get("irregular", ())) <= BY_PLAY, report


@pytest.mark.slow
@pytest.mark.parametrize("folder", FOLDERS)
def test_play_can_be_taken_up_after_every_report_of_the_scenarios(folder: str) -> None:
    for name, scenario in load(folder):
        record = judged(scenario)
        for answer in record.answers:
            if answer.accepted:
                again = resumed(answer.game, scenario["header"])
                assert not unequal(answer.game, again), f"{name}: {answer.seq}"


def test_the_marks_of_a_position_are_what_the_checks_of_things_left_behind_find() -> None:
    opening = rulesets.load("jma-2006").start(["A", "B", "C"])
    found = set()
    for start in faults.STARTS.values():
        state, _ = opening.ruleset.mechanics.restored(opening.state.table, start)
        found |= {fault.code for check in LEFT_BEHIND for fault in check(state)}
    assert found == set(LEAVABLE)


def uneven(**parts: Any) -> dict[str, Any]:
    """A position with a group that a ruling has left uneven."""
    return {"deeds": faults.owned("A", 3, 1, 1), "uneven": True, **parts}


def test_the_warning_of_an_uneven_group_comes_once_with_the_first_accepted_report() -> None:
    ruleset = rulesets.load("jma-2006")
    game = ruleset.start(["A", "B"], start=uneven())
    assert ruleset.position(game)["untold"]
    refused = ruleset.judge(game, {"type": "build", "player": "A", "to": {"tennessee_avenue": 2}})
    assert not refused.accepted
    assert not refused.warnings
    roll = ruleset.judge(refused.game, {"type": "roll", "player": "A", "dice": [4, 6]})
    assert [warning.code for warning in roll.warnings] == ["uneven_by_ruling"]
    assert ruleset.position(roll.game)["untold"] == []
    assert not ruleset.judge(roll.game, {"type": "roll", "player": "B", "dice": [4, 6]}).warnings


def test_the_mark_of_an_uneven_group_goes_when_it_is_even_again() -> None:
    ruleset = rulesets.load("jma-2006")
    game = ruleset.start(["A", "B"], start=uneven())
    to = {"tennessee_avenue": 2, "new_york_avenue": 2}
    built = ruleset.judge(game, {"type": "build", "player": "A", "to": to})
    assert built.accepted
    assert "uneven" not in ruleset.position(built.game)


@pytest.mark.parametrize("name", [name for name in SHIPPED if name != "city"])
def test_a_ruling_may_leave_a_group_uneven_and_the_position_says_so(name: str) -> None:
    ruleset = rulesets.load(name)
    game = ruleset.start(["A", "B"], start={"deeds": faults.owned("A", 1, 1, 1)})
    ruling = {"type": "ruling", "by": "R", "reason": "stands", "set": {"deeds": {faults.ORANGE[0]: {"level": 3}}}}
    after = ruleset.judge(game, as_report(ruling))
    assert after.accepted
    position = ruleset.position(after.game)
    assert position["uneven"]
    again = ruleset.start(["A", "B"], start=json.loads(json.dumps(position)))
    assert again.state == after.game.state
    roll: Report = {"type": "roll", "player": "A", "dice": [4, 6]}
    assert ruleset.judge(again, roll).warnings == ruleset.judge(after.game, roll).warnings == ()


@pytest.mark.parametrize(
    "code", [code for code in faults.STARTS if code not in ("position_impossible", "stock_differs")]
)
def test_a_ruling_sets_no_impossible_position(code: str) -> None:
    """Each impossible start, set by a ruling in a game that has begun, is refused; a group may be left uneven."""
    ruleset = rulesets.load("jma-2006")
    game = ruleset.start(["A", "B", "C"])
    answer = ruleset.judge(game, {"type": "ruling", "by": "R", "reason": "so be it", "set": faults.STARTS[code]})
    allowed = {"group_uneven", *MENDED}
    assert answer.accepted == (code in allowed), answer.refusals
    if answer.accepted:
        assert not irregular(answer.game.state)


MENDED = {
    "out_at_but_in": "who is in has no place",
}
"""Faults of a position that follow from a ruling and are mended with it."""


@pytest.mark.parametrize("name", ["classic-ja", "classic-us", "wiki-2008"])
def test_a_declined_deed_waits_behind_the_piece_under_the_hammer(name: str) -> None:
    """In the boxed rulesets a property may be declined while a house is called for: calls stand in one auction."""
    ruleset, seats, called = rulesets.load(name), ["A", "B", "C"], 0
    for seed in range(120):
        start = landed_among_rivals(ruleset.mechanics.edition(ruleset.default_edition), seats, Random(seed))
        try:
            game = ruleset.start(seats, start=start)
        except rulesets.HeaderRefused:
            continue
        answer = ruleset.judge(game, {"type": "decline", "player": start["turn"]})
        auctions = [entry for entry in answer.due if entry["kind"] == "auction"]
        called += len(auctions) == 2 and auctions[0]["high"] is not None
        again = ruleset.start(seats, start=json.loads(json.dumps(ruleset.position(answer.game))))
        assert answer.accepted and again.state == answer.game.state
    assert called
