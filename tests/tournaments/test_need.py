"""What a player needs: no ending of the other tables contradicts what is called sure or not enough."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import permutations, product
from random import Random

import pytest

from tests.tournaments.contests import contest, qualification, rule, section, table
from tournaments.points.read import read_points
from tournaments.points.rule import Points
from tournaments.points.score import RoundFacts, score
from tournaments.qualification.need import OUT, POSSIBLE, SURE, FinalRace, Need, needs, race_of
from tournaments.qualification.qualify import Withdrawal, qualify
from tournaments.qualification.rule import QualificationRule
from tournaments.regulation.shipped import load, names
from tournaments.result import GameResult, PlayerResult
from tournaments.standings.contest import Contest, ContestPlayer, GivenPoints, game_lines
from tournaments.standings.what_if import ending

POINTS = rule("points", "lots")
TOP_TWO = qualification('places = 2\n[[step]]\nafter = 2\nwho = "all"\nplaces = 2\ntied = "lots"')
WINNERS_FIRST = qualification(
    'places = 2\n[[step]]\nafter = 2\nwho = "monopoly_winners"\nup_to = 2\ntied = "lots"\n'
    '[[step]]\nafter = 2\nwho = "all"\nup_to = 2\ntied = "lots"'
)
ONE_OF_A_GROUP = qualification(
    'places = 2\n[[step]]\nafter = 2\nwho = "all"\nup_to = 1\ntied = "lots"\n'
    '[[step]]\nafter = 2\nwho = "group"\ngroup = "junior"\nplaces = 1\ntied = "lots"'
)
RULES = {"the first two": TOP_TWO, "winners first": WINNERS_FIRST, "one of a group": ONE_OF_A_GROUP}


def by_place(*points: int) -> Points:
    return read(f'[[rule]]\nby_place = {list(points)}\nshared = "average"')


def read(text: str) -> Points:
    found = section(text)
    points = read_points(found)
    assert not found.faults, found.faults
    return points


def open_tables(*tables: str) -> list[GameResult]:
    """Tables of the second round, by the letters of their players."""
    return [
        GameResult(2, number, tuple(PlayerResult(player, order) for order, player in enumerate(players, 1)))
        for number, players in enumerate(tables, 1)
    ]


def scoring(points: Points) -> object:
    def of(result: GameResult) -> Mapping[str, Fraction]:
        return {player: each.points for player, each in score(points, result, RoundFacts()).items()}

    return of


def race(rule_: QualificationRule, so_far: Contest, points: Points, tables: Sequence[GameResult]) -> FinalRace | None:
    return race_of(rule_, POINTS, so_far, (), points, tables, scoring(points))  # type: ignore[arg-type]


def after_one(**points: int) -> Contest:
    """The contest after a round in which these players made these points, at one table for each three of them."""
    ends = [f"{player} {made}" for player, made in points.items()]
    return contest(*(table(1, number, *ends[at : at + 3]) for number, at in enumerate(range(0, len(ends), 3), 1)))


def outlooks(found: FinalRace | None, player: str) -> list[str]:
    assert found is not None
    return [each.outlook for each in needs(found, player)]


def test_the_leader_is_in_whatever_happens_and_the_last_is_out() -> None:
    found = race(TOP_TWO, after_one(a=30, b=9, c=8, d=8, e=7, f=0), by_place(5, 3, 1), open_tables("ade", "bcf"))
    assert outlooks(found, "a") == [SURE, SURE, SURE]
    assert outlooks(found, "f") == [OUT, OUT, OUT]
    # b wins: 14, whom only d and e could pass, and a is ahead: two places, one is a's; d makes 13 at most.
    assert outlooks(found, "b") == [SURE, POSSIBLE, OUT]  # third makes 10, and c behind whom 11
    assert outlooks(found, "e") == [POSSIBLE, OUT, OUT]  # second makes 10: a is ahead, and b or c


def test_somebody_without_a_game_waits_for_the_others() -> None:
    found = race(TOP_TWO, after_one(a=30, b=9, c=8, d=8, e=7, f=0), by_place(5, 3, 1), open_tables("bcd"))
    assert found is not None
    assert needs(found, "a") == (Need(0, SURE),)
    assert needs(found, "e") == (Need(0, OUT),)  # two of b, c and d stay ahead, and so does a
    assert needs(found, "nobody") == ()


def test_shares_are_bounded_by_the_place_and_dollars_are_not() -> None:
    share = read("[[rule]]\nwinner = true\npoints = 100\n[[rule]]\nshare = 1")
    found = race(TOP_TWO, after_one(a=170, b=60, c=50, d=40, e=30, f=20), share, open_tables("abc", "def"))
    assert found is not None
    of_a = found.tables[0]["a"]
    assert [(float(least), float(most)) for least, most in of_a] == [
        (pytest.approx(100 / 3, abs=0.01), 100.0),
        (0.0, 50.0),
        (0.0, pytest.approx(100 / 3, abs=0.01)),
    ]
    assert outlooks(found, "a") == [SURE, SURE, SURE]  # b and d may reach 160
    assert race(TOP_TWO, after_one(a=1, b=1, c=1), read("[[rule]]\nassets = 1"), open_tables("abc")) is None


def test_nothing_is_said_where_rounds_are_still_to_come() -> None:
    later = qualification('places = 2\n[[step]]\nafter = 3\nwho = "all"\nplaces = 2')
    assert race(later, after_one(a=1, b=1, c=1), by_place(3, 2, 1), open_tables("abc")) is None
    assert race(TOP_TWO, after_one(a=1, b=1, c=1), by_place(3, 2, 1), []) is None
    wins = rule("monopoly_wins", "points")
    points = by_place(3, 2, 1)
    found = race_of(TOP_TWO, wins, after_one(a=1, b=1, c=1), (), points, open_tables("abc"), scoring(points))  # type: ignore[arg-type]
    assert found is None


def endings(tables: Sequence[GameResult]) -> Iterator[tuple[GameResult, ...]]:
    """Every order at every table, by time and by monopoly."""
    of_tables = [
        [
            ending(each, order, (500, 300, 100)[: each.size], monopoly=monopoly)
            for order in permutations([one.player for one in each.players])
            for monopoly in (False, True)
        ]
        for each in tables
    ]
    yield from product(*of_tables)


@pytest.mark.slow
@pytest.mark.parametrize("name", RULES)
def test_no_ending_contradicts_what_is_certain(name: str) -> None:
    """Every ending of two tables, from random standings, with players who left and one with a penalty."""
    said = set()
    for number in range(6):
        random = Random(f"{name}/{number}")
        players = "abcdef"
        so_far = after_one(**{each: random.choice((0, 2, 3, 5, 9)) for each in players})
        groups = [ContestPlayer(each, groups=frozenset({"junior"} if each in "ace" else ())) for each in players]
        so_far = replace(so_far, players=tuple(groups), adjustments=(GivenPoints("b", Fraction(-1), "late", 1),))
        gone = (Withdrawal("f", 1),) if number % 3 == 0 else ()
        points = by_place(*random.choice(((5, 3, 1), (4, 2, 0), (1, 0, 0))))
        tables = open_tables("abd", "cef")
        found = race_of(RULES[name], POINTS, so_far, gone, points, tables, scoring(points))  # type: ignore[arg-type]
        assert found is not None
        known = {each: {need.place: need.outlook for need in needs(found, each)} for each in players}
        for results in endings(tables):
            lines = [line for each in results for line in game_lines(each, scoring(points)(each))]  # type: ignore[operator]
            then = qualify(RULES[name], POINTS, so_far.with_games(lines), 2, gone)
            assert then.wanted is None
            for line in lines:
                outlook = known[line.player].get(line.place)
                said.add(outlook)
                if outlook == SURE:
                    assert line.player in then.players, (number, line, then.players)
                if outlook == OUT:
                    assert line.player not in then.players, (number, line, then.players)
    assert {SURE, POSSIBLE, OUT} <= said


def test_most_shipped_regulations_have_an_answer() -> None:
    """A race can be told where places bound the points; the others are told by drawn endings, as on the story."""
    told = set()
    for name in names():
        regulation = load(name)
        if regulation.qualification is None:
            continue
        last = regulation.qualification.steps[-1].after
        size = regulation.rounds[last - 1].sizes[0]
        players = [f"p{each}" for each in range(4 * size)]
        seated = [players[at : at + size] for at in range(0, len(players), size)]
        ends = [[f"{player} {20 - place}" for place, player in enumerate(each)] for each in seated]
        lines = [
            line for number in range(1, last) for at, each in enumerate(ends, 1) for line in table(number, at, *each)
        ]
        so_far = Contest(tuple(ContestPlayer(each) for each in players), tuple(lines), seed="s")
        tables = [
            GameResult(last, at, tuple(PlayerResult(player, order) for order, player in enumerate(each, 1)))
            for at, each in enumerate(seated, 1)
        ]

        def of(result: GameResult, regulation: object = regulation) -> Mapping[str, Fraction]:
            scored = score(regulation.points, result, regulation.facts(result.round))  # type: ignore[attr-defined]
            return {player: each.points for player, each in scored.items()}

        found = race_of(regulation.qualification, regulation.standings, so_far, (), regulation.points, tables, of)
        if found is not None:
            told.add(name)
            assert needs(found, players[0]) or players[0] in found.inside
    assert len(told) >= 3, told
