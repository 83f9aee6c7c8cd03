"""Points of a game: laws that hold for any game, and rules that are refused."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesets import Money
from rulesets.languages import LANGUAGES
from tests.tournaments.game_results import game
from tournaments.fault import Faulty
from tournaments.points import coverage
from tournaments.points.read import read_points
from tournaments.points.rule import Points, rounded
from tournaments.points.score import RoundFacts, figure, reckoning, score
from tournaments.regulation import shipped
from tournaments.regulation.load import parse
from tournaments.result import GameResult, PlayerResult
from tournaments.section import Section


def points(text: str) -> Points:
    """The rules read from a text, which must be valid."""
    section = Section(parse(text))
    read = read_points(section)
    assert not section.faults
    return read


def faults(text: str) -> list[str]:
    """Path and code of every fault of a text."""
    section = Section(parse(text))
    read_points(section)
    assert all(fault.sentence(language) for fault in section.faults for language in LANGUAGES)
    return [f"{fault.path} {fault.code}" for fault in section.faults]


@st.composite
def games(draw: st.DrawFn, least: int = 2, most: int = 6) -> GameResult:
    size = draw(st.integers(least, most))
    survivors = draw(st.integers(1, size))
    dollars = draw(st.lists(st.integers(0, 20_000), min_size=survivors, max_size=survivors))
    fallen = draw(st.lists(st.integers(1, size), min_size=size - survivors, max_size=size - survivors))
    ends = [*map(str, dollars), *(f"x{order}" for order in fallen)]
    return game(" ".join(ends))


def fits(name: str, result: GameResult) -> bool:
    return result.size in shipped.load(name).tables.sizes


@given(games(3), st.integers(), st.sampled_from(shipped.names()))
def test_points_do_not_depend_on_the_order_of_the_players(result: GameResult, seed: int, name: str) -> None:
    if not fits(name, result):
        return
    regulation = shipped.load(name)
    shuffled = list(result.players)
    Random(seed).shuffle(shuffled)
    other = GameResult(result.round, result.table, tuple(shuffled))
    assert score(regulation.points, result, regulation.facts(1)) == score(regulation.points, other, regulation.facts(1))


@given(games(4, 5), st.sampled_from(["jma-national-2022", "jma-area-2022", "jma-area-dice-2022"]))
def test_where_only_monopoly_wins_count_a_game_has_one_winner_or_none(result: GameResult, name: str) -> None:
    scores = score(shipped.load(name).points, result, shipped.load(name).facts(1))
    ended_so = sum(each.fell is None for each in result.players) == 1
    assert sum(each.points for each in scores.values()) == int(ended_so)


@given(games(4, 6))
def test_no_share_or_sum_of_dollars_goes_over_its_cap(result: GameResult) -> None:
    caps = {"jma-national-2005": 100, "jma-national-2004": 6000}
    for name, cap in caps.items():
        if not fits(name, result):
            continue
        for player, each in score(shipped.load(name).points, result, RoundFacts()).items():
            assert each.points <= cap or player == result.monopoly_winner


@given(games(5, 5))
def test_the_shares_of_a_table_of_the_usual_size_sum_to_a_hundred(result: GameResult) -> None:
    if result.monopoly_winner is not None:
        return
    scores = score(shipped.load("jma-national-2005").points, result, RoundFacts())
    assert sum(each.points for each in scores.values()) == (100 if any(each.assets for each in result.players) else 0)


@given(games(4, 4))
def test_equals_who_split_the_points_of_their_places_leave_the_table_its_sum(result: GameResult) -> None:
    scores = score(points('[[rule]]\nby_place = [5, 4, 3, 2]\nshared = "average"'), result, RoundFacts())
    assert sum(each.points for each in scores.values()) == 14


def test_equals_get_the_average_the_best_or_the_lowest_of_their_places() -> None:
    tied = game("3000 3000 1000 x1")
    for shared, expected in (("average", Fraction(9, 2)), ("best", 5), ("worst", 4)):
        scores = score(points(f'[[rule]]\nby_place = [5, 4, 3, 2]\nshared = "{shared}"'), tied, RoundFacts())
        assert [each.points for each in scores.values()] == [expected, expected, 3, 2]


def test_the_first_rule_that_holds_gives_the_points_and_every_bonus_is_added() -> None:
    read = points(
        """
        [[rule]]
        place = [1]
        points = 10
        [[rule]]
        points = 1
        [[bonus]]
        survivors = [2]
        points = 2
        [[bonus]]
        bankrupt = true
        points = -5
        """
    )
    scores = score(read, game("3000 2000 x2 x1"), RoundFacts())
    assert [each.points for each in scores.values()] == [12, 3, -2, -2]
    rules = [(each.rule, each.bonuses) for each in scores.values()]
    assert rules == [(1, (1,)), (2, (1,)), (2, (1, 2)), (2, (1, 2))]


def test_points_and_a_monopoly_win_that_were_written_down_stand() -> None:
    result = GameResult(
        1,
        1,
        (
            PlayerResult("a", 1, place=1, monopoly=True),
            PlayerResult("b", 2, place=2),
            PlayerResult("c", 3, place=3),
            PlayerResult("d", 4, place=4, points=Fraction(7)),
        ),
    )
    scores = score(shipped.load("kobe-gp").points, result, RoundFacts())
    assert [each.points for each in scores.values()] == [14, 6, 3, 7]
    assert scores["d"].rule is None


def test_limits_come_before_rounding_and_rounding_is_exact() -> None:
    text = '[[rule]]\nshare = 1.2\nat_least = 5\nat_most = 33.345\nrounding = "half_up"\ndecimals = 2'
    scores = score(points(text), game("1000 1000 1000 0"), RoundFacts())
    assert [each.points for each in scores.values()] == [Fraction("33.35")] * 3 + [5]
    assert rounded(Fraction(1, 3), "up", 1) == Fraction("0.4")
    assert rounded(Fraction(-1, 2), "half_up", 0) == 0
    assert rounded(Fraction(2, 3), "down", 0) == 0
    assert rounded(Fraction(1, 3), "none", 0) == Fraction(1, 3)


@pytest.mark.parametrize(
    ("result", "codes"),
    [
        (game("x2 x1 x3 x4"), ["nobody_left"]),
        (GameResult(1, 2, (PlayerResult("a", 1, 5), PlayerResult("a", 2, 4))), ["player_twice_at_table"]),
        (GameResult(1, 2, (PlayerResult("a", 1, place=1), PlayerResult("b", 2))), ["place_missing"]),
        (game("5 4 3 2 x1"), ["no_rule_for_game"] * 5),
        (
            GameResult(1, 2, (PlayerResult("a", 1, monopoly=True), PlayerResult("b", 2, monopoly=True))),
            ["two_monopoly_winners"],
        ),
    ],
)
def test_a_game_that_cannot_be_is_refused_with_every_fault(result: GameResult, codes: list[str]) -> None:
    with pytest.raises(Faulty) as refused:
        score(points("[[rule]]\nsize = [2, 4]\npoints = 1"), result, RoundFacts())
    assert [fault.code for fault in refused.value.faults] == codes
    assert all(fault.sentence(language) for fault in refused.value.faults for language in LANGUAGES)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("[[rule]]\nplace = [1]", ["rule[1] one_formula"]),
        ("[[rule]]\npoints = 1\nassets = 1", ["rule[1] one_formula"]),
        ("[[rule]]\nby_place = [3]", ["rule[1].shared missing_key"]),
        ("[[rule]]\npoints = 1\ndice = 5", ["rule[1].dice unknown_key"]),
        ("[[rule]]\npoints = 1\nat_most = 5", ["rule[1].at_most limit_without_effect"]),
        ('[[rule]]\npoints = 1\nrounding = "up"', ["rule[1].rounding limit_without_effect"]),
        ("[[rule]]\nshare = 1\ndecimals = 2", ["rule[1].decimals decimals_without_rounding"]),
        ("[[rule]]\nassets = 1\nat_least = 9\nat_most = 5", ["rule[1].at_least least_above_most"]),
        (
            '[[rule]]\npoints = 1\n[[bonus]]\npoints = 1\nflags = ["a"]\nwithout = ["a"]',
            ["bonus[1].without flag_wanted_and_not"],
        ),
        ("[[rule]]\npoints = 1\nsize = [40]\nlast = 3", ["rule[1].last wanted_flag", "rule[1].size wanted_wholes"]),
    ],
)
def test_a_rule_that_makes_no_sense_is_refused(text: str, found: list[str]) -> None:
    assert sorted(faults(text)) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("[[rule]]\nplace = [1]\npoints = 1", [("points.rule", "ending_not_covered")]),
        ("[[rule]]\npoints = 1\n[[rule]]\nplace = [1]\npoints = 2", [("points.rule[2]", "rule_never_holds")]),
        (
            "[[rule]]\nrounds = [1, 9]\npoints = 1\n[[rule]]\npoints = 2",
            [("points.rule[1].rounds", "value_never_holds")],
        ),
        ("[[rule]]\nsize = [6]\npoints = 1\n[[rule]]\npoints = 2", [("points.rule[1]", "rule_never_holds")]),
        (
            "[[rule]]\nwinner = true\nsurvivors = [2]\npoints = 1\n[[rule]]\npoints = 2",
            [("points.rule[1]", "rule_never_holds")],
        ),
        (
            '[[rule]]\nby_place = [6, 5, 4, 3, 2, 1]\nshared = "best"',
            [("points.rule[1].by_place", "places_beyond_table")],
        ),
        ("[[rule]]\npoints = 1\n[[bonus]]\nplace = [6]\npoints = 1", [("points.bonus[1]", "rule_never_holds")]),
    ],
)
def test_rules_that_do_not_fit_the_round_plan_are_refused(text: str, found: list[tuple[str, str]]) -> None:
    checked = coverage.check(points(text), {1: (4, 5), 2: (4, 5)}, "points")
    assert [(fault.path, fault.code) for fault in checked] == found
    assert all(fault.sentence(language) for fault in checked for language in LANGUAGES)


@given(games(2, 6), st.sampled_from(LANGUAGES))
def test_the_last_step_leaves_the_points_and_every_step_has_a_sentence(result: GameResult, language: str) -> None:
    for name in shipped.names():
        if not fits(name, result):
            continue
        for each in score(shipped.load(name).points, result, RoundFacts()).values():
            assert each.steps[-1].points == each.points
            assert all(reckoning(each, Money("$"), language))


def test_the_sentences_have_the_figures_of_the_reckoning() -> None:
    scored = score(shipped.load("jma-national-2005").points, game("9000 1000 x4 x3 x2 x1"), RoundFacts())["p1"]
    assert reckoning(scored, Money("$"), "en") == (
        "Rule 2 of the regulation applies.",
        "$9,000 of the table's $10,000 is 90 %, times 1.2 gives 108 points.",
        "At most 100 points are given.",
    )
    assert figure(Fraction(-1, 3)) == "-0.3333"
    assert figure(Fraction(50, 3)) == "16.6667", "rounded, as in the standings"


def test_a_list_by_place_gives_nothing_beyond_its_end() -> None:
    scores = score(points('[[rule]]\nby_place = [6]\nshared = "best"'), game("3 2 x1"), RoundFacts())
    assert [each.points for each in scores.values()] == [6, 0, 0]
