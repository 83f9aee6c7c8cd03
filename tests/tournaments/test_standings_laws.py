"""Laws of the standings, for contests of any shape."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tests.tournaments.contests import rule
from tournaments.result import GameResult, PlayerResult
from tournaments.standings.contest import Contest, ContestPlayer, GameLine, game_lines
from tournaments.standings.rule import StandingsRule
from tournaments.standings.sentence import why
from tournaments.standings.standings import standings

RULES = (
    rule("points", "monopoly_wins", "head_to_head", "opponents"),
    rule("monopoly_wins equal_from = 2", "points best = 2", "assets", "roll_off"),
    rule("rank_sum absent = 6", "places place = 1", "last_table", "last_place", "best_game"),
    rule("points best_share = [2, 3]", "head_to_head", "lots"),
)


@st.composite
def contests(draw: st.DrawFn) -> Contest:
    """Up to twelve players, up to four rounds at tables of three or four; some sit out."""
    players = [f"p{number}" for number in range(1, draw(st.integers(1, 12)) + 1)]
    lines: list[GameLine] = []
    for number in range(1, draw(st.integers(0, 4)) + 1):
        seated = draw(st.permutations(players))
        size = draw(st.integers(3, 4))
        for table in range(len(players) // size):
            seats = seated[table * size : (table + 1) * size]
            winner = draw(st.none() | st.sampled_from(seats))
            ends = tuple(
                PlayerResult(
                    player,
                    order,
                    assets=draw(st.integers(0, 3)) * 500 if winner in {None, player} else 0,
                    fell=None if winner in {None, player} else draw(st.integers(1, 2)),
                )
                for order, player in enumerate(seats, 1)
            )
            points = {player: Fraction(draw(st.integers(0, 6)), draw(st.sampled_from((1, 2, 3)))) for player in seats}
            lines += game_lines(GameResult(number, table + 1, ends), points)
    return Contest(tuple(ContestPlayer(player) for player in players), tuple(lines), seed=draw(st.text(max_size=3)))


@settings(max_examples=60)  # contests are costly to draw
@given(contests(), st.sampled_from(RULES), st.data())
def test_standings_do_not_depend_on_the_order_of_the_input(
    found: Contest, chosen: StandingsRule, data: st.DataObject
) -> None:
    shuffled = replace(
        found,
        players=tuple(data.draw(st.permutations(found.players))),
        lines=tuple(data.draw(st.permutations(found.lines))),
    )
    assert standings(chosen, shuffled) == standings(chosen, found)


@settings(max_examples=60)  # contests are costly to draw
@given(contests(), st.sampled_from(RULES))
def test_ranks_are_a_weak_order_that_why_explains(found: Contest, chosen: StandingsRule) -> None:
    table = standings(chosen, found)
    assert sorted(row.player for row in table.rows) == sorted(player.id for player in found.players)
    for number, row in enumerate(table.rows):
        # A rank is one more than the number of players ahead.
        assert row.rank == 1 + sum(other.rank < row.rank for other in table.rows)
        for behind in table.rows[number + 1 :]:
            separated = why(table, behind.player, row.player)
            assert (separated is None) == (row.rank == behind.rank)
            if separated is not None:
                assert separated.ahead == row.player
                assert row.values[: separated.criterion] == behind.values[: separated.criterion]


@settings(max_examples=60)  # contests are costly to draw
@given(contests(), st.data())
def test_a_better_game_never_costs_a_rank_where_points_go_first(found: Contest, data: st.DataObject) -> None:
    assume(found.lines)
    chosen = rule("points", "assets")
    line = data.draw(st.sampled_from(found.lines))
    better = replace(
        line, points=line.points + data.draw(st.integers(1, 20)), assets=line.assets + data.draw(st.integers(0, 900))
    )
    improved = replace(found, lines=(better, *(other for other in found.lines if other is not line)))
    before, after = (
        next(row.rank for row in standings(chosen, each).rows if row.player == line.player)
        for each in (found, improved)
    )
    assert after <= before
