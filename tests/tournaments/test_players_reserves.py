"""Reserves come in in their order, and only between rounds."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesets.languages import LANGUAGES
from tournaments.fault import Faulty
from tournaments.players.entrant import Entrant, takes_part, waiting
from tournaments.players.reserves import ReserveEntry, ReserveRule, enter_reserves

HALL = (
    Entrant("a", 1, "Anna"),
    Entrant("b", 2, "Ben", dropped_after=1),
    Entrant("r2", 3, "Second", reserve=2),
    Entrant("r1", 4, "First", reserve=1),
    Entrant("r3", 5, "Third", reserve=3),
)


def test_the_first_present_reserve_comes_in_and_the_absent_one_is_on_record() -> None:
    found = enter_reserves(HALL, 2, 1, ReserveRule(), begun=1, present=("r2", "r3"))
    assert found.entries == (ReserveEntry("r1", 1, 2, False), ReserveEntry("r2", 2, 2, True))
    assert [each.id for each in waiting(found.entrants)] == ["r1", "r3"]
    assert [each.id for each in found.entrants if takes_part(each, 2)] == ["a", "r2"]
    assert not any(takes_part(each, 1) for each in found.entrants if each.reserve)


def test_nobody_comes_in_once_the_round_has_begun_or_where_the_regulation_says_no() -> None:
    # At the finals of 2012 and 2016 two reserves came in for the third game.
    with pytest.raises(Faulty) as refused:
        enter_reserves(HALL, 2, 1, ReserveRule(rounds=(3,)), begun=2, present=("r1",))
    assert [fault.code for fault in refused.value.faults] == ["reserve_round_begun", "reserve_round_closed"]
    assert all(fault.sentence(language) for fault in refused.value.faults for language in LANGUAGES)
    third = enter_reserves(HALL, 3, 2, ReserveRule(rounds=(3,)), begun=2, present=("r1", "r2"))
    assert [entry.player for entry in third.entries] == ["r1", "r2"]


@given(st.integers(1, 5), st.integers(0, 5), st.integers(0, 5), st.sets(st.sampled_from(["r1", "r2", "r3"])))
def test_reserves_enter_only_at_rounds_and_in_order(round: int, begun: int, vacancies: int, present: set[str]) -> None:
    if round <= begun:
        with pytest.raises(Faulty):
            enter_reserves(HALL, round, vacancies, ReserveRule(), begun, present)
        return
    found = enter_reserves(HALL, round, vacancies, ReserveRule(), begun, present)
    came = [entry.player for entry in found.entries if entry.came_in]
    assert came == sorted(present)[:vacancies]
    assert len(came) + found.vacant == vacancies
    assert {each.id for each in found.entrants if each.first_round} == set(came)
