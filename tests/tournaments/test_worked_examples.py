"""The points of every shipped regulation, worked by hand from its source."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import pytest

from tests.tournaments.game_results import game
from tournaments.points.score import score
from tournaments.regulation import shipped

# (regulation, round, how the players ended, their points).  A number is a survivor's dollars, x1 the first bankrupt.
EXAMPLES = [
    # https://www.1101.com/monopoly/e2004-02-03.html: 10 for a monopoly win, else 6, 3, 1: ten per table.
    ("jma-national-2003", 1, "9200 x4 x3 x2 x1", [10, 0, 0, 0, 0]),
    ("jma-national-2003", 1, "4000 2500 2000 1500 x1", [6, 3, 1, 0, 0]),
    # Two equal in second place split 3 + 1.
    ("jma-national-2003", 2, "4000 2000 2000 1500 x1", [6, 2, 2, 0, 0]),
    # https://www.1101.com/monopoly/2004-09-22.html: 10000 flat; else the assets, 7200 is cut to 6000.
    ("jma-national-2004", 1, "4300 x4 x3 x2 x1", [10000, 0, 0, 0, 0]),
    ("jma-national-2004", 1, "7200 2500 900 x2 x1", [6000, 2500, 900, 0, 0]),
    # https://mpb.hatenablog.com/entry/20100209/1265710679, a five: 3000 of 10000 is 30 %.
    ("jma-national-2005", 1, "5000 3000 2000 x2 x1", [50, 30, 20, 0, 0]),
    # A six: 90 % x 1.2 = 108, cut to 100; 10 % x 1.2 = 12.
    ("jma-national-2005", 1, "9000 1000 x4 x3 x2 x1", [100, 12, 0, 0, 0, 0]),
    ("jma-national-2005", 1, "9000 x5 x4 x3 x2 x1", [120, 0, 0, 0, 0, 0]),
    # http://monopoly-championship.jp/japan/2012/final-regulation.html: 100 for a monopoly win; the rest inferred:
    # the share at a four, 1.25 times it at a five (40 % -> 50), below 100 (85 % x 1.25 = 106.25 -> 99).
    ("jma-national-2012", 1, "8800 x3 x2 x1", [100, 0, 0, 0]),
    ("jma-national-2012", 1, "5000 2500 2500 x1", [50, 25, 25, 0]),
    ("jma-national-2012", 2, "4000 3000 2000 1000 x1", [50, Fraction("37.5"), 25, Fraction("12.5"), 0]),
    ("jma-national-2012", 3, "8500 1500 x3 x2 x1", [99, Fraction("18.75"), 0, 0, 0]),
    # https://www.nihongakuen.ed.jp/nichi-blog/club_activities/cultural/monopoly/32981/: only monopoly wins.
    ("jma-national-2022", 1, "6100 x3 x2 x1", [1, 0, 0, 0]),
    ("jma-national-2022", 2, "6100 2000 x2 x1", [0, 0, 0, 0]),
    # https://monopoly-championship.jp/japan/2008/preliminary/rule.html: monopoly wins go first by the standings; the
    # points are the assets, as we chose.
    ("jma-area-2008", 1, "4100 2200 x2 x1", [4100, 2200, 0, 0]),
    # https://mpb.hatenablog.com/entry/20091223/1261572678: 10000 or at most 6000; in the last game 15000 or
    # at most 4000.
    ("jma-area-2009", 2, "6500 5900 x2 x1", [6000, 5900, 0, 0]),
    ("jma-area-2009", 2, "8000 x3 x2 x1", [10000, 0, 0, 0]),
    ("jma-area-2009", 3, "6500 3900 x2 x1", [4000, 3900, 0, 0]),
    ("jma-area-2009", 3, "8000 x3 x2 x1", [15000, 0, 0, 0]),
    # https://www.nihongakuen.ed.jp/nichi-blog/club_activities/cultural/monopoly/26977/: points for monopoly wins only.
    ("jma-area-2022", 3, "7000 x3 x2 x1", [1, 0, 0, 0]),
    # https://monopoly-championship.jp/japan/2022/preliminary/rule.html: four of those with a monopoly win go on.
    ("jma-area-dice-2022", 1, "7000 x3 x2 x1", [1, 0, 0, 0]),
    ("jma-area-dice-2022", 2, "7000 1 x2 x1", [0, 0, 0, 0]),
    # https://cdn-test.1101.com/monopoly/2005-07-07.html: a flat 10000; 6000 at most while anybody else is left.
    ("jma-presidents-cup-2005", 1, "12000 x3 x2 x1", [10000, 0, 0, 0]),
    ("jma-presidents-cup-2005", 1, "12000 10 x2 x1", [6000, 10, 0, 0]),
    # http://mpb.hatenablog.com/entries/2016/04/04: 15000 and at most 4000 in game 3; the bonus has a test of its own.
    ("jma-presidents-cup-2016", 3, "5200 3000 x2 x1", [4000, 3000, 0, 0]),
    ("jma-presidents-cup-2016", 3, "5200 x2 x1", [15000, 0, 0]),
    # http://www.geocities.jp/kobe_monopoly/kmgp.html, tables of four, five and six.
    ("kobe-gp", 1, "9000 x3 x2 x1", [14, 6, 3, 1]),
    ("kobe-gp", 1, "3000 2000 1000 x1", [10, 6, 3, 1]),
    ("kobe-gp", 4, "9000 x4 x3 x2 x1", [15, 6, 4, 2, 1]),
    ("kobe-gp", 4, "3000 2000 1000 x2 x1", [10, 6, 4, 2, 1]),
    ("kobe-gp", 11, "9000 x5 x4 x3 x2 x1", [18, 6, 4, 3, 2, 1]),
    ("kobe-gp", 11, "3000 2000 1000 x3 x2 x1", [10, 6, 4, 3, 2, 1]),
    # https://monopoly-championship-history.fandom.com/wiki/1977_World_Championship: 5-4-3-2.
    ("world-1977", 1, "3000 2000 x2 x1", [5, 4, 3, 2]),
    # https://www.1101.com/monopoly/2000-12-18.html: the dollars themselves.
    ("world-2000", 2, "3127 2050 1999 x1", [3127, 2050, 1999, 0]),
    # https://studylib.net/doc/9061881/monopoly-tournament-rules-final-9; its scoring was not seen: dollars.
    ("hasbro", 1, "3127 2050 1999 640 x1", [3127, 2050, 1999, 640, 0]),
    # http://mpb.hatenablog.com/entry/2015/09/08/145846: two left, 25 and 14; the third of three left 6; the
    # second of four left 10, the fourth 3; 28 for a monopoly win.
    ("world-2015", 1, "4000 3000 x2 x1", [25, 14, 0, 0]),
    ("world-2015", 1, "4000 3000 2000 x1", [22, 12, 6, 0]),
    ("world-2015", 2, "4000 3000 2000 1000", [19, 10, 5, 3]),
    ("world-2015", 2, "4000 x3 x2 x1", [28, 0, 0, 0]),
    # http://www.spielewelt-in-bielefeld.de/monopoly.php: cash, deeds and houses are added up.
    ("westphalia-2023", 1, "5600 3100 800 x1", [5600, 3100, 800, 0]),
    # https://studylibde.com/doc/10796512/schnellspielregeln: 4 points for place 1, down to 1.
    ("switzerland-quick", 1, "5600 3100 x2 x1", [4, 3, 2, 1]),
    # https://monopoly-championship-history.fandom.com/wiki/Grove_Tournament: 1800 of 8000 is 22.5 %.
    ("percentage", 1, "4600 1800 1600 x1", [Fraction("57.5"), Fraction("22.5"), 20, 0]),
    ("percentage", 1, "9000 x3 x2 x1", [100, 0, 0, 0]),
    # Amounts in thousands: 46M of 80M is 57.5 %.
    ("city-cup", 1, "46000 18000 16000 x1", [Fraction("57.5"), Fraction("22.5"), 20, 0]),
    ("city-cup", 3, "90000 x3 x2 x1", [100, 0, 0, 0]),
    # http://monopolytourney.com/rules/: 1 for the winner, the highest number for the first to go bankrupt.
    ("rank-sum", 1, "5600 3100 800 x2 x1", [1, 2, 3, 4, 5]),
    ("rank-sum", 3, "5600 3100 800 400 x2 x1", [1, 2, 3, 4, 5, 6]),
    # The Meijin-sen has published totals, below.
    ("jma-meijin-2022", 1, "5600 3100 x2 x1", [5, 4, 2, 1]),
]


@pytest.mark.parametrize(("name", "number", "ends", "expected"), EXAMPLES)
def test_the_points_are_those_of_the_source(name: str, number: int, ends: str, expected: list[Fraction]) -> None:
    regulation = shipped.load(name)
    scores = score(regulation.points, game(ends, number), regulation.facts(number))
    assert [each.points for each in scores.values()] == expected


def test_every_shipped_regulation_has_an_example() -> None:
    assert {name for name, *_ in EXAMPLES} == set(shipped.names())


@pytest.mark.parametrize(
    ("games", "total"),
    [
        (["9200 x4 x3 x2 x1", "4000 2500 2000 1500 x1"], 16),
        (["9200 x4 x3 x2 x1", "4000 5000 2000 1500 x1"], 13),
        (["4000 2500 2000 1500 x1", "4000 2500 2000 1500 x1"], 12),
    ],
)
def test_the_totals_after_two_rounds_of_2003_come_out(games: list[str], total: int) -> None:
    # https://cdn-test.1101.com/monopoly/e2004-02-05.html: 16, 13 and 12; e2004-02-04.html: after the first round the 13
    # had 10 and the 12 had 6.
    regulation = shipped.load("jma-national-2003")
    points = [
        score(regulation.points, game(ends, number), regulation.facts(number))["p1"].points
        for number, ends in enumerate(games, 1)
    ]
    assert sum(points) == total


# https://www.nihongakuen.ed.jp/nichi-blog/club_activities/cultural/monopoly/26963/: places in three games (a
# win by monopoly in brackets) and the total of the rank points.
MEIJIN_2022 = [
    ("4-2-2", 9),
    ("2-2-2", 12),
    ("2-3-3", 8),
    ("4-4-3", 4),
    ("4-2-1", 10),
    ("4-2-4", 6),
    ("3-3-2", 8),
    ("1-4-1", 11),
    ("3-2-4", 7),
    ("2-4-4", 6),
    ("2-(1)-2", 13),
    ("4-3-4", 4),
]


@pytest.mark.parametrize(("places", "total"), MEIJIN_2022)
def test_the_meijin_totals_that_were_published_come_out(places: str, total: int) -> None:
    regulation = shipped.load("jma-meijin-2022")
    points = Fraction(0)
    for number, place in enumerate(places.split("-"), 1):
        ends = "4000 x3 x2 x1" if place == "(1)" else "4000 3000 2000 1000"
        player = f"p{place.strip('()')}"
        points += score(regulation.points, game(ends, number), regulation.facts(number))[player].points
    assert points == total


# Same page as above: what was reported of persons over several games of the world championship of 2015.
@pytest.mark.parametrize(
    ("games", "total"),
    [
        ([("4 3 x2 x1", "p2"), ("4 3 2 1", "p2")], 24),  # USA: second of two left, second of four left
        ([("4 3 2 x1", "p3"), ("4 3 2 1", "p4")], 9),  # Japan: third left, fourth left
        ([("4 3 x2 x1", "p1"), ("4 3 2 1", "p1")], 44),  # Chile: first of those left twice
    ],
)
def test_the_world_totals_that_were_reported_come_out(games: list[tuple[str, str]], total: int) -> None:
    regulation = shipped.load("world-2015")
    points = [
        score(regulation.points, game(ends, number), regulation.facts(number))[player].points
        for number, (ends, player) in enumerate(games, 1)
    ]
    assert sum(points) == total


def test_newcomers_throw_for_a_bonus_after_the_last_game_of_the_presidents_cup() -> None:
    # http://mpb.hatenablog.com/entries/2016/04/04: two dice, x 1000 for first-timers, x 400 for those
    # who were never at the nationals.
    regulation = shipped.load("jma-presidents-cup-2016")
    flags = {
        "p1": frozenset({"first_timer", "never_at_nationals"}),
        "p2": frozenset({"never_at_nationals"}),
        "p3": frozenset[str](),
    }
    dice = {"p1": 7, "p2": 7, "p3": 7}
    ended = "5200 3000 2000 x1"
    last = score(regulation.points, game(ended, 3), regulation.facts(3, flags, dice))
    # 4000 (cap) + 7 x 1000, 3000 + 7 x 400, and nothing for old hands.
    assert [each.points for each in last.values()] == [11000, 5800, 2000, 0]
    before = score(regulation.points, game(ended, 2), regulation.facts(2, flags, dice))
    assert [each.points for each in before.values()] == [5200, 3000, 2000, 0]
    unthrown = score(regulation.points, game(ended, 3), regulation.facts(3, flags))
    assert "dice_wanted" in [step.code for step in unthrown["p1"].steps]


def test_a_better_place_never_gets_fewer_points_in_any_shipped_regulation_but_the_rank_sum() -> None:
    for name, number, ends, _ in EXAMPLES:
        regulation = shipped.load(name)
        scores = score(regulation.points, game(ends, number), regulation.facts(number))
        points = [each.points for each in scores.values()]
        # Players are written in the order of their places.
        assert all(a <= b if name == "rank-sum" else a >= b for a, b in pairwise(points)), (name, ends)
