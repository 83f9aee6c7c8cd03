"""Penalties: what a regulation may say about them, which step is next, what a step does to points and standings."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from rulesets import Money
from tests.tournaments.contests import rule as standings_rule
from tests.tournaments.test_regulation import OWN, refused
from tournaments.penalties.effect import Earlier, Sanction, adjustments, suggest_step, with_penalties
from tournaments.penalties.rule import PenaltiesRule, usual
from tournaments.points.score import RoundFacts, reckoning, score
from tournaments.regulation import shipped
from tournaments.regulation.load import load_text
from tournaments.result import GameResult, PlayerResult, places
from tournaments.standings.contest import Contest, ContestPlayer, game_lines
from tournaments.standings.standings import standings

TITLE = 'title = { ja = "罰", en = "Penalty", zh = "罚" }'
PENALTIES = f"""
[penalties]
escalates = "any_category"

[[penalties.step]]
key = "minus"
{TITLE}
weight = 2
effect = "points"
points = -7.5

[[penalties.step]]
key = "word"
{TITLE}
weight = 1

[[penalties.category]]
key = "late"
{TITLE}
first = "word"
"""
WARNED = Earlier("insult", "warning", 2)


def next_step(rule: PenaltiesRule, category: str, *history: Earlier) -> tuple[str, str]:
    """The step that is suggested, and the reason."""
    found = rule.category(category)
    assert found is not None
    answer = suggest_step(rule, found, history)
    return answer.step.key, answer.because


def played(*ends: int | None, round: int = 1) -> GameResult:
    """A game of a, b, c, …: what each has in the end; ``-1`` for the first to go bankrupt, ``-2`` for the second."""
    rows = [
        PlayerResult("abcdef"[order], order + 1, max(0, end or 0), -end if end is not None and end < 0 else None)
        for order, end in enumerate(ends)
    ]
    return GameResult(round, 1, tuple(rows))


def lost(player: str, effect: str = "last", table: int | None = 1) -> Sanction:
    """A penalty of the first round."""
    return Sanction(player, effect, None, 1, table, (("en", "Penalty"),))


def test_the_same_offence_again_is_answered_with_the_next_heavier_step() -> None:
    assert next_step(usual(), "insult") == ("warning", "first")
    assert next_step(usual(), "insult", WARNED) == ("game_loss", "again")
    assert next_step(usual(), "insult", Earlier("insult", "removal", 5)) == ("removal", "heaviest")
    assert next_step(usual(), "protest", WARNED) == ("caution", "first")
    assert next_step(usual(), "violence", Earlier("violence", "caution", 1)) == ("disqualification", "first")


def test_which_earlier_penalties_count_is_the_regulations_affair() -> None:
    of_any = replace(usual(), escalates="any_category")
    assert next_step(of_any, "protest", WARNED, Earlier("unfair", "game_loss", 3)) == ("disqualification", "again")
    assert next_step(replace(usual(), escalates="never"), "insult", WARNED) == ("warning", "first")


def test_a_regulation_that_says_nothing_has_the_usual_penalties_and_another_its_own() -> None:
    assert load_text(OWN).penalties == usual()
    own = load_text(OWN + PENALTIES).penalties
    assert [(step.key, step.points, step.severe) for step in own.steps] == [
        ("word", None, False),
        ("minus", Fraction(-15, 2), True),
    ]
    assert own.escalates == "any_category"


def test_all_faults_of_penalties_are_named_at_once() -> None:
    wrong = PENALTIES.replace('first = "word"', 'first = "hint"').replace("-7.5", "0").replace('"late"', '"Late!"')
    wrong = wrong.replace('key = "word"', 'key = "minus"\npoints = 3')
    assert sorted(refused(OWN + wrong)) == [
        "penalties.category[1].first wanted_choice",
        "penalties.category[1].key penalty_key",
        "penalties.step penalty_key_twice",
        "penalties.step[1].points penalty_points_zero",
        "penalties.step[2].points unknown_key",
    ]
    assert refused(OWN.replace('by = "points"', 'by = "assets"') + PENALTIES) == [
        "penalties.step penalty_points_uncounted"
    ]
    assert sorted(refused(f"{OWN}\n[penalties]\n")) == ["penalties.category missing_key", "penalties.step missing_key"]


@pytest.mark.parametrize("effect", ["last", "out"])
def test_who_loses_a_game_by_a_penalty_is_last_of_it_behind_the_bankrupt_and_the_others_move_up(effect: str) -> None:
    game = with_penalties(played(900, 400, -1, 700), [lost("a", effect)])
    assert places(game) == {"d": 1, "b": 2, "c": 3, "a": 4}
    share = shipped.load("jma-national-2012").points
    found = score(share, game, RoundFacts())
    assert [found[each].points for each in "abcd"] == [0, 20, 0, 35]
    assert reckoning(found["a"], Money("$"), "en")[0].startswith("The game was lost by a penalty")
    line = next(line for line in game_lines(game, {each: found[each].points for each in "abcd"}) if line.player == "a")
    assert (line.place, line.assets) == (4, 0)
    assert with_penalties(played(900, 400, -1, 700), [lost("a", effect, table=None)]) == played(900, 400, -1, 700)


def test_a_monopoly_win_that_a_penalty_takes_is_nobodys() -> None:
    game = with_penalties(played(900, -1, -2, -3), [lost("a")])
    assert game.monopoly_winner is None
    assert places(game) == {"d": 1, "c": 2, "b": 3, "a": 4}
    assert all(
        each.points == 0 for each in score(shipped.load("jma-national-2022").points, game, RoundFacts()).values()
    )


def test_points_written_down_do_not_save_who_lost_the_game() -> None:
    rows = [PlayerResult(each, order, points=Fraction(order * 10)) for order, each in enumerate("abcd", 1)]
    found = score(
        shipped.load("jma-national-2012").points,
        with_penalties(GameResult(1, 1, tuple(rows)), [lost("d")]),
        RoundFacts(),
    )
    assert [found[each].points for each in "abcd"] == [10, 20, 30, 0]


@pytest.mark.parametrize("name", shipped.names())
def test_every_shipped_regulation_has_points_for_every_game_that_somebody_loses_by_a_penalty(name: str) -> None:
    regulation = shipped.load(name)
    number = regulation.last_counting
    for size in regulation.rounds[number - 1].sizes:
        for fallen in range(size):
            ends = [1000 - 100 * seat if seat < size - fallen else seat - size for seat in range(size)]
            for player in "abcdefghijkl"[:size]:
                rows = [
                    PlayerResult("abcdefghijkl"[seat], seat + 1, max(0, end), -end if end < 0 else None)
                    for seat, end in enumerate(ends)
                ]
                game = GameResult(number, 1, tuple(rows))
                through = with_penalties(game, [replace(lost(player), round=number)])
                found = score(regulation.points, through, regulation.facts(number))
                others = score(regulation.points, game, regulation.facts(number))
                assert places(through)[player] == size
                assert set(found) == set(others)


def test_points_of_a_penalty_count_from_its_round_on() -> None:
    sanction = Sanction("a", "points", Fraction(-30), 2, None, (("en", "Minus"),))
    game = played(500, 300, 200)
    lines = game_lines(game, {"a": Fraction(50), "b": Fraction(30), "c": Fraction(20)})
    contest = Contest(tuple(ContestPlayer(each) for each in "abc"), lines, adjustments([sanction]))
    rows = standings(standings_rule("points"), contest).rows
    assert [(row.player, row.values[0]) for row in rows] == [("b", 30), ("a", 20), ("c", 20)]
    assert standings(standings_rule("points"), contest.up_to(1)).rows[0].player == "a"


def test_who_moves_up_to_a_place_that_no_game_gives_them_has_the_points_of_the_place_they_played() -> None:
    text = OWN.replace("winner = true\npoints = 10", "place = [1]\nbankrupt = false\npoints = 10")
    regulation = load_text(text.replace("assets = 0.01\nat_most = 8", "place = [2, 3, 4, 5]\npoints = 1"))
    game = with_penalties(played(900, -1, -2, -3), [lost("a")])
    assert places(game)["d"] == 1
    assert [each.points for each in score(regulation.points, game, RoundFacts()).values()] == [1, 1, 1, 1]
