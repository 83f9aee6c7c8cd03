"""Laws that hold whatever a table reports: conservation, order, purity; replay equals play."""

from __future__ import annotations

import inspect
import json
import typing
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import rulesets
from rulesets import Answer, Game, editions
from rulesets.city.game import draft as city_draft
from rulesets.city.game import state as city_state
from rulesets.classic.game import draft as classic_draft
from rulesets.classic.game import state as classic_state
from rulesets.kernel import conformance
from rulesets.reports import as_report
from rulesets.shipped import SHIPPED
from tests.fuzz.play import Tally, play
from tests.fuzz.situations import SITUATIONS

CLASSIC = tuple(name for name in SHIPPED if rulesets.load(name).default_edition in editions.names())
"""The rulesets of the classic board."""
STARTS = {situation.__name__ for situation in SITUATIONS}
"""The rare situations of the fuzz."""
SEEDS = st.tuples(st.sampled_from(CLASSIC), st.integers(min_value=0, max_value=2**63))
"""A ruleset, and the seed of a game."""


def table(seed: tuple[str, int], scattered: bool) -> tuple[Game, Random]:
    """A game of four, from the set-up or from a random position."""
    random = Random(seed[1])
    ruleset = rulesets.load(seed[0])
    seats = ["A", "B", "C", "D"]
    start = ruleset.mechanics.scatter(ruleset.start(seats).state, random) if scattered else None
    return ruleset.start(seats, start=start), random


def played(
    seed: tuple[str, int], scattered: bool, length: int
) -> tuple[Game, list[tuple[Game, dict[str, Any], Answer]]]:
    """A random game: its end, and every step with the game before it, the report and the answer."""
    game, random = table(seed, scattered)
    ruleset = game.ruleset
    steps = []
    for _ in range(length):
        if ruleset.over(game):
            break
        report = ruleset.mechanics.propose(game, random, hurry=False)
        answer = ruleset.judge(game, as_report(report))
        steps.append((game, report, answer))
        game = answer.game
    return game, steps


@given(SEEDS, st.booleans())
@settings(max_examples=60)
def test_cash_pieces_deeds_and_cards_are_conserved(seed: tuple[str, int], scattered: bool) -> None:
    """Cash against the bank's ledger, 32 houses, 12 hotels, 28 deeds, 32 cards, after every report."""
    for _, report, answer in played(seed, scattered, 120)[1]:
        counted = answer.game.ruleset.mechanics.conserved(answer.game.state)
        assert counted == {"cash": 0, "houses": 32, "hotels": 12, "deeds": 28, "cards": 32}, report


@given(SEEDS, st.booleans())
@settings(max_examples=60)
def test_nobody_has_less_than_nothing(seed: tuple[str, int], scattered: bool) -> None:
    """No cash, stock, debt or level runs below zero, nor a level above a hotel."""
    for _, report, answer in played(seed, scattered, 120)[1]:
        position = answer.game.ruleset.position(answer.game)
        assert all(player["cash"] >= 0 for player in position["players"].values()), report
        assert all(0 <= deed["level"] <= 5 for deed in position["deeds"].values()), report
        assert all(stock >= 0 for stock in position["bank"].values()), report
        assert all(entry.get("amount", 0) >= 0 for entry in position["due"]), report


@given(SEEDS, st.booleans())
@settings(max_examples=60)
def test_money_moves_only_as_the_events_say(seed: tuple[str, int], scattered: bool) -> None:
    """Between two positions of an accepted payment nobody's cash changes but payer's and payee's, by the same sum."""
    for game, report, answer in played(seed, scattered, 120)[1]:
        if report.get("type") != "pay" or not answer.accepted:
            continue
        paid = [event for event in answer.events if event["kind"] == "paid"]
        before, after = game.ruleset.position(game)["players"], answer.game.ruleset.position(answer.game)["players"]
        for seat in before:
            change = sum(event["amount"] for event in paid if event["to"] == seat)
            change -= sum(event["amount"] for event in paid if event["player"] == seat)
            others = [event for event in answer.events if event["kind"] in ("salary", "bought", "piece_bought")]
            if not others:
                assert after[seat]["cash"] - before[seat]["cash"] == change, report


@given(SEEDS, st.booleans())
@settings(max_examples=30)
def test_a_refused_report_changes_nothing(seed: tuple[str, int], scattered: bool) -> None:
    for game, report, answer in played(seed, scattered, 120)[1]:
        if not answer.accepted:
            assert answer.game.state is game.state, report
            assert answer.game.seq == game.seq + 1


@given(SEEDS, st.booleans())
@settings(max_examples=30)
def test_judging_is_deterministic_and_leaves_its_input_alone(seed: tuple[str, int], scattered: bool) -> None:
    for game, report, answer in played(seed, scattered, 60)[1]:
        before = json.dumps([game.ruleset.position(game), report])
        assert game.ruleset.judge(game, as_report(report)) == answer
        assert json.dumps([game.ruleset.position(game), report]) == before


@given(SEEDS, st.booleans(), st.data())
@settings(max_examples=30)
def test_a_game_goes_on_from_any_position_as_from_the_start(
    seed: tuple[str, int], scattered: bool, data: st.DataObject
) -> None:
    """The position after any report, read back from JSON, answers the rest as the game itself did."""
    steps = played(seed, scattered, 80)[1]
    steps = [step for step in steps if step[1].get("type") not in ("ruling", "retract")]
    if not steps:
        return
    game, report, answer = data.draw(st.sampled_from(steps))
    state, faults = game.ruleset.mechanics.restored(
        game.state.table, json.loads(json.dumps(game.ruleset.position(game)))
    )
    assert not faults
    again = game.ruleset.judge(Game(game.ruleset, state, game.seq), report)
    assert (again.accepted, again.events, again.refusals) == (answer.accepted, answer.events, answer.refusals)
    assert again.game.state == answer.game.state


@given(SEEDS, st.booleans(), st.data())
@settings(max_examples=30)
def test_a_retraction_restores_the_position_before_the_report(
    seed: tuple[str, int], scattered: bool, data: st.DataObject
) -> None:
    end, steps = played(seed, scattered, 80)
    steps = [step for step in steps if step[1].get("type") != "retract"]
    standing = {past.seq for past in pasts(end)}
    fit = [step for step in steps if step[2].seq in standing]
    if not fit:
        return
    game, _, answer = data.draw(st.sampled_from(fit))
    back = end.ruleset.judge(end, {"type": "retract", "seq": answer.seq})
    assert back.accepted
    assert back.seq == end.seq + 1
    assert back.game.state == game.state


def pasts(game: Game) -> list[Any]:
    """The reports of a game that still stand."""
    found = []
    past = game.past
    while past is not None:
        found.append(past)
        past = past.before
    return found


@given(SEEDS)
@settings(max_examples=10)
def test_replay_equals_play(seed: tuple[str, int]) -> None:
    played_game = conformance.play(rulesets.load(seed[0]), seed[1], 60)
    conformance.replays(rulesets.load(seed[0]), played_game, seed[1])


@given(SEEDS)
@settings(max_examples=10)
def test_a_state_takes_nothing_more_from_anybody(seed: tuple[str, int]) -> None:
    """It can be changed neither by assignment nor through the draft in which it was written."""
    game, _ = table(seed, scattered=False)
    draft = game.ruleset.mechanics.draft(game.state)
    after = draft.freeze()
    assert after == game.state
    draft.turn = -1  # what is written into the draft later stays there
    for held in (game.state, after):
        with pytest.raises(AttributeError):
            held.turn = 1
        with pytest.raises((AttributeError, TypeError)):  # not a part of a state
            held.events = []
    assert after == game.state


@pytest.mark.parametrize(
    ("draft", "state"), [(classic_draft.Draft, classic_state.State), (city_draft.Draft, city_state.State)]
)
def test_a_draft_has_the_parts_of_its_state_and_their_types(draft: type, state: type) -> None:
    parts = typing.get_type_hints(state)
    own = {name: kind for name, kind in typing.get_type_hints(draft).items() if name in inspect.get_annotations(draft)}
    assert parts.keys() == {*own, "ledger"}  # every game's draft has that one
    assert own == {name: parts[name] for name in own}


@pytest.mark.slow
@given(st.sampled_from(sorted(SHIPPED)), st.integers(0, 10**9), st.sampled_from(("", *sorted(STARTS))))
@settings(max_examples=20)
def test_no_law_of_the_fuzz_is_broken(name: str, seed: int, start: str) -> None:
    """`tests.fuzz` in short, from the set-up, any position or a rare one: all its laws, on hostile reports as well."""
    fault = play(rulesets.load(name), seed, 20, Tally(), situation=start if name in CLASSIC else "")
    assert fault is None, (fault.law, fault.what, fault.header, fault.reports)
