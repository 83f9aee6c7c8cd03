"""Laws of qualification, for contests and rules of any shape."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.contests import rule
from tests.tournaments.test_standings_laws import contests
from tournaments.qualification.qualify import Withdrawal, qualify
from tournaments.qualification.rule import (
    Everybody,
    Everyone,
    Exactly,
    Group,
    MonopolyWinners,
    QualificationRule,
    QualifyingStep,
    StraightWinners,
    TableWinners,
    UpTo,
    Who,
)
from tournaments.standings.contest import Contest

pytestmark = pytest.mark.slow

WHO: tuple[Who, ...] = (Everybody(), MonopolyWinners(), StraightWinners(2), TableWinners((1,)), Group("seed"))
# Without decisions by people, so that every step is taken.
BY = (("standings", "all"), ("standings", "lots"), ("lots", "playoff"))


@st.composite
def rules(draw: st.DrawFn) -> QualificationRule:
    """Up to four steps after rounds in order."""
    steps = []
    for after in sorted(draw(st.lists(st.integers(0, 4), min_size=1, max_size=4))):
        by, tied = draw(st.sampled_from(BY))
        quota = draw(
            st.one_of(st.builds(Exactly, st.integers(1, 4)), st.builds(UpTo, st.integers(1, 6)), st.just(Everyone()))
        )
        steps.append(QualifyingStep(after, draw(st.sampled_from(WHO)), quota, by, tied))
    return QualificationRule(places=draw(st.integers(1, 6)), steps=tuple(steps))


@st.composite
def fields(draw: st.DrawFn) -> Contest:
    """A contest in which some have left, some are reserves and some are seeded."""
    found = draw(contests())
    players = tuple(
        replace(
            player,
            dropped_after=draw(st.none() | st.integers(0, 4)),
            reserve=draw(st.booleans()),
            groups=frozenset(draw(st.sets(st.just("seed")))),
        )
        for player in found.players
    )
    return replace(found, players=players)


POINTS = rule("points")


@settings(max_examples=30)  # contests are costly to draw
@given(fields(), rules())
def test_no_step_exceeds_its_quota_unless_it_is_unlimited_or_takes_all_equals(
    found: Contest, chosen: QualificationRule
) -> None:
    for number, taken in enumerate(qualify(chosen, POINTS, found, played=4).steps):
        step = chosen.steps[number]
        assert (taken.places is None) == isinstance(step.quota, Everyone)
        if taken.places is not None and taken.decided_by != "all":
            assert len(taken.taken) == min(taken.places, len(taken.candidates))
        if taken.decided_by == "all":
            assert (step.by, step.tied) == ("standings", "all")


@settings(max_examples=30)  # contests are costly to draw
@given(fields(), rules(), st.data())
def test_nobody_qualifies_twice_and_nobody_who_may_not(
    found: Contest, chosen: QualificationRule, data: st.DataObject
) -> None:
    ids = [player.id for player in found.players]
    withdrawals = [
        Withdrawal(player, data.draw(st.integers(0, 4)))
        for player in data.draw(st.lists(st.sampled_from(ids), unique=True))
    ]
    qualified = qualify(chosen, POINTS, found, 4, withdrawals)
    assert len(set(qualified.players)) == len(qualified.players)
    players = {player.id: player for player in found.players}
    gone = {each.player for each in qualified.withdrawn}
    for each in qualified.qualified:
        assert not players[each.player].reserve
        left = players[each.player].dropped_after
        assert left is None or left > chosen.steps[each.step - 1].after
        assert each.player not in gone


@settings(max_examples=30)  # contests are costly to draw
@given(fields(), rules(), st.data())
def test_who_qualifies_does_not_depend_on_the_order_of_the_input(
    found: Contest, chosen: QualificationRule, data: st.DataObject
) -> None:
    shuffled = replace(
        found,
        players=tuple(data.draw(st.permutations(found.players))),
        lines=tuple(data.draw(st.permutations(found.lines))),
    )
    assert qualify(chosen, POINTS, shuffled, 4) == qualify(chosen, POINTS, found, 4)


@settings(max_examples=30)  # contests are costly to draw
@given(fields(), rules(), st.integers(0, 4))
def test_what_was_decided_after_a_round_stands_after_the_next(
    found: Contest, chosen: QualificationRule, played: int
) -> None:
    earlier = qualify(chosen, POINTS, found, played)
    later = qualify(chosen, POINTS, found, 4)
    assert later.qualified[: len(earlier.qualified)] == earlier.qualified
