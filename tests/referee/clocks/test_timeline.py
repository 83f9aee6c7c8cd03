"""Properties of the clock computed from its activations, whatever is done to it."""

from __future__ import annotations

import random
from typing import NamedTuple

from hypothesis import given
from hypothesis import strategies as st

from referee.clocks.timeline import EXTEND, KINDS, MINUTE, PAUSE, START, Clock, clock_at


class Moved(NamedTuple):
    """An activation."""

    at: int
    id: str
    kind: str
    span: int = 0


def activations(at: st.SearchStrategy[int]) -> st.SearchStrategy[list[Moved]]:
    """Activations of all kinds, sensible or not."""
    activation = st.builds(
        Moved, at, st.text("abc", min_size=8, max_size=8), st.sampled_from(KINDS), st.integers(-600_000, 600_000)
    )
    return st.lists(activation, max_size=8, unique_by=lambda each: each.id)


MOMENTS = st.integers(0, 7_200_000)
MINUTES = st.none() | st.integers(1, 90)
BEGUN = Moved(1000, "a", START)
LATER = st.integers(1001, 30 * MINUTE)


@given(activations(MOMENTS), activations(MOMENTS), MINUTES, MOMENTS, MOMENTS)
def test_elapsed_never_exceeds_the_time_that_has_passed(
    of_round: list[Moved], of_table: list[Moved], minutes: int | None, one: int, other: int
) -> None:
    first, second = sorted((one, other))
    before = clock_at(first, of_round, of_table, minutes)
    after = clock_at(second, of_round, of_table, minutes)
    assert 0 <= after.elapsed - before.elapsed <= second - first


@given(activations(MOMENTS), activations(MOMENTS), st.integers(1, 90), MOMENTS)
def test_remaining_and_elapsed_are_what_is_allowed(
    of_round: list[Moved], of_table: list[Moved], minutes: int, moment: int
) -> None:
    clock = clock_at(moment, of_round, of_table, minutes)
    assert clock.allowed is not None
    assert clock.remaining is not None
    assert clock.elapsed + clock.remaining == clock.allowed
    assert clock.remaining >= 0


@given(activations(MOMENTS), activations(MOMENTS), MINUTES, MOMENTS, st.randoms())
def test_the_order_in_which_activations_are_read_does_not_matter(
    of_round: list[Moved], of_table: list[Moved], minutes: int | None, moment: int, order: random.Random
) -> None:
    clock = clock_at(moment, of_round, of_table, minutes)
    order.shuffle(of_round)
    order.shuffle(of_table)
    assert clock_at(moment, of_round, of_table, minutes) == clock


@given(activations(MOMENTS), activations(MOMENTS), MINUTES, MOMENTS, activations(st.integers(7_200_001, 9_000_000)))
def test_what_happens_later_changes_nothing_before(
    of_round: list[Moved], of_table: list[Moved], minutes: int | None, moment: int, later: list[Moved]
) -> None:
    clock = clock_at(moment, of_round, of_table, minutes)
    assert clock_at(moment, of_round + later, of_table + later, minutes) == clock


@given(activations(MOMENTS), activations(MOMENTS), st.integers(1, 90), MOMENTS)
def test_a_clock_left_alone_is_over_at_its_deadline_and_not_before(
    of_round: list[Moved], of_table: list[Moved], minutes: int, moment: int
) -> None:
    past_round = [each for each in of_round if each.at <= moment]
    past_table = [each for each in of_table if each.at <= moment]
    clock = clock_at(moment, past_round, past_table, minutes)
    if clock.running:
        assert clock.deadline is not None
        assert clock.deadline > moment
        assert not clock_at(clock.deadline - 1, past_round, past_table, minutes).over
        at_end = clock_at(clock.deadline, past_round, past_table, minutes)
        assert at_end.over
        assert at_end.deadline == clock.deadline
        assert clock_at(clock.deadline + 10_000, past_round, past_table, minutes).deadline == clock.deadline
    else:
        assert (clock.deadline is not None) == clock.over


@given(LATER, st.integers(1, 10_000_000), st.booleans())
def test_a_pause_puts_the_deadline_off_by_exactly_its_length(at: int, length: int, by_round: bool) -> None:
    pause = [Moved(at, "b", PAUSE), Moved(at + length, "c", START)]
    of_round, of_table = ([BEGUN, *pause], []) if by_round else ([BEGUN], pause)
    without = clock_at(at, [BEGUN], [], 30)
    standing = clock_at(at + length - 1, of_round, of_table, 30)
    resumed = clock_at(at + length, of_round, of_table, 30)
    assert without.deadline is not None
    assert standing == Clock(not by_round, not by_round, without.elapsed, without.allowed, without.remaining, None)
    assert resumed.deadline == without.deadline + length


@given(LATER, LATER, st.integers(-MINUTE, 10 * MINUTE), st.integers(-MINUTE, 10 * MINUTE))
def test_extensions_of_round_and_table_add_up_whoever_is_first(one: int, other: int, long: int, short: int) -> None:
    clocks = [
        clock_at(31 * MINUTE, [BEGUN, Moved(first, "b", EXTEND, long)], [Moved(second, "c", EXTEND, short)], 60)
        for first, second in ((one, other), (other, one))
    ]
    assert clocks[0] == clocks[1]
    assert clocks[0].deadline == 1000 + 60 * MINUTE + long + short


def test_time_that_is_used_up_counts_no_further_and_an_extension_runs_from_its_own_moment() -> None:
    up = 1000 + 30 * MINUTE
    of_round = [BEGUN, Moved(up + 5 * MINUTE, "b", EXTEND, 2 * MINUTE)]
    assert clock_at(up + 4 * MINUTE, of_round, [], 30) == Clock(True, False, 30 * MINUTE, 30 * MINUTE, 0, up)
    extended = clock_at(up + 6 * MINUTE, of_round, [], 30)
    assert extended.remaining == MINUTE
    assert extended.deadline == up + 7 * MINUTE


def test_without_a_limit_only_what_has_elapsed_is_known() -> None:
    of_round = [BEGUN, Moved(2000, "b", EXTEND, MINUTE), Moved(5000, "c", PAUSE)]
    assert clock_at(9000, of_round, [], None) == Clock(False, False, 4000, None, None, None)
