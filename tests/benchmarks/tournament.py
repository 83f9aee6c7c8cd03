"""``python3 dev.py bench tournament``: standings of 1,000 players after five games, and schedules of various shapes.

Standings are compared with a bare sum and sort of the same points, the best of several runs each, in turn.  For each
schedule it prints the time, the rematches, and their lower bound.
"""

from __future__ import annotations

import time
from collections import defaultdict
from fractions import Fraction
from random import Random

from tests.tournaments.contests import rule
from tournaments.seating.bound import bound
from tournaments.seating.draw import draw
from tournaments.seating.entrants import Sitter, request
from tournaments.seating.score import score
from tournaments.standings.contest import Contest, ContestPlayer, GameLine
from tournaments.standings.standings import standings

PLAYERS, GAMES, RUNS = 1000, 5, 15
SHAPES = (
    (16, 5, (4,)),
    (40, 8, (4,)),
    (100, 8, (4,)),
    (120, 3, (4,)),
    (400, 4, (4,)),
    (26, 3, (4, 5)),
    (59, 3, (4, 5)),
    (24, 3, (6,)),
)
"""Players, rounds, sizes of tables."""


def contest(random: Random) -> Contest:
    """A random contest with tables of four, where points are shares of the assets in per cent."""
    players = [f"p{number:04}" for number in range(PLAYERS)]
    lines = []
    for number in range(1, GAMES + 1):
        order = random.sample(players, PLAYERS)
        for table in range(PLAYERS // 4):
            seats = order[4 * table : 4 * table + 4]
            assets = [random.randrange(1, 6000) for _ in seats]
            for place, (player, worth) in enumerate(zip(seats, assets, strict=True), 1):
                others = tuple(each for each in seats if each != player)
                share = Fraction(100 * worth, sum(assets))
                lines.append(GameLine(number, table + 1, player, share, place, False, worth, place, others))
    return Contest(tuple(ContestPlayer(each) for each in players), tuple(lines), seed="bench")


def bare(lines: tuple[GameLine, ...]) -> list[str]:
    """The players sorted by the sum of their points."""
    sums: dict[str, Fraction] = defaultdict(Fraction)
    for line in lines:
        sums[line.player] += line.points
    return sorted(sums, key=lambda player: sums[player], reverse=True)


def main() -> None:
    """Measure and print."""
    played = contest(Random(5))
    by = rule("points", "monopoly_wins", "assets", "places place = 1", "lots")
    ours, theirs = [], []
    for _ in range(RUNS):
        began = time.perf_counter()
        bare(played.lines)
        theirs.append(time.perf_counter() - began)
        began = time.perf_counter()
        standings(by, played)
        ours.append(time.perf_counter() - began)
    print(
        f"standings of {PLAYERS} x {GAMES}: {min(ours) * 1000:.1f} ms (wanted: under 50),"
        f" {min(ours) / min(theirs):.1f} times a bare sum and sort"
    )
    for players, rounds, sizes in SHAPES:
        seating_request = request([Sitter(f"p{number:03}") for number in range(players)], rounds, sizes, "bench")
        began = time.perf_counter()
        schedule = draw(seating_request)
        took = time.perf_counter() - began
        figures, least = score(schedule), bound(schedule)
        print(
            f"{players:4} players x {rounds} at {'/'.join(map(str, sizes)):3}: {took:6.2f} s,"
            f" rematches {figures['rematches']} (bound {least['rematches']})"
        )
