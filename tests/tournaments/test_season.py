"""Seasons: points by place, the best results, ties, and invalid rules."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.fault import Faulty
from tournaments.season import SeasonRow, read_season, season_ranking

RULE = "format = 1\npoints = [10, 6, 3]\npart = 1\nbest = 2\n"


def ranking(rows: tuple[SeasonRow, ...]) -> list[tuple[int, str, int]]:
    """Rank, person and points."""
    return [(row.rank, row.person, int(row.points)) for row in rows]


def test_the_best_results_count_and_equals_are_parted_by_who_won_more() -> None:
    events = [{"a": 1, "b": 2, "c": 3, "d": 4}, {"b": 1, "a": 2, "d": 3, "c": 4}, {"a": 3, "b": 3, "e": 1}]
    rows = season_ranking(read_season(RULE), events)
    # a: 11, 7 and (6 + 3 … places 3 and 4: 3 and 0, shared 3/2) 5/2; the best two of them.  b the same.
    assert ranking(rows) == [(1, "a", 18), (1, "b", 18), (3, "e", 11), (4, "c", 5), (4, "d", 5)]
    assert [str(each) for each in rows[0].of_events] == ["11", "7", "5/2"]
    assert rows[0].counting == {0, 1}
    assert [str(each) for each in rows[2].of_events] == ["None", "None", "11"]


def test_of_equal_points_more_first_places_are_ahead() -> None:
    rule = read_season("format = 1\npoints = [6, 3]\n")
    events = [{"a": 1, "b": 2}, {"b": 2, "c": 1}, {"a": 9, "d": 9, "c": 8}]
    assert ranking(season_ranking(rule, events)) == [(1, "c", 6), (2, "a", 6), (3, "b", 6), (4, "d", 0)]


def test_equals_share_the_average_or_the_best_of_their_places() -> None:
    for shared, points in (("average", 8), ("best", 10)):
        rows = season_ranking(read_season(f'format = 1\npoints = [10, 6]\nshared = "{shared}"\n'), [{"a": 1, "b": 1}])
        assert ranking(rows) == [(1, "a", points), (1, "b", points)]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("format = 2\npoints = [1]", "wanted_whole"),
        ("format = 1", "missing_key"),
        ("format = 1\npoints = [1, 2]", "season_points_falling"),
        ("format = 1\npoints = [-1]", "season_points_falling"),
        (f"format = 1\npoints = [{'1, ' * 201}]", "season_places_many"),
        ("format = 1\npoints = [1]\nx = 1", "unknown_key"),
        ("points = ", "not_toml"),
    ],
)
def test_what_is_no_rule_is_refused(text: str, code: str) -> None:
    with pytest.raises(Faulty) as fault:
        read_season(text)
    assert code in [each.code for each in fault.value.faults]


RANKS = st.lists(st.dictionaries(st.sampled_from("abcdef"), st.integers(1, 6), min_size=1), max_size=4)


@given(RANKS, st.integers(1, 4))
def test_more_points_are_ahead_whatever_the_order_and_nobody_is_left_out(
    events: list[dict[str, int]], best: int
) -> None:
    rule = read_season(f"format = 1\npoints = [10, 6, 3]\npart = 1\nbest = {best}\n")
    rows = season_ranking(rule, events)
    assert {row.person for row in rows} == {person for ranks in events for person in ranks}
    assert [row.points for row in rows] == sorted((row.points for row in rows), reverse=True)
    assert all(len(row.counting) <= best for row in rows)
    again = season_ranking(rule, [dict(reversed(ranks.items())) for ranks in reversed(events)])
    assert [(row.rank, row.person) for row in again] == [(row.rank, row.person) for row in rows]
