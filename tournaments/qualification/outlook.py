"""Who would reach the final as things stand, and in how many of the possible endings of open games."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from random import Random

from tournaments.qualification.qualify import Withdrawal, qualify
from tournaments.qualification.rule import QualificationRule
from tournaments.result import GameResult, places
from tournaments.standings.contest import Contest
from tournaments.standings.rule import StandingsRule
from tournaments.standings.standings import Standings, standings
from tournaments.standings.what_if import ending


@dataclass(frozen=True, slots=True)
class Finalists:
    """The finalists as things stand.

    ``inside``: those who would go on; ``tied``: those among whom a decision by hand would still be needed.
    """

    standings: Standings
    inside: frozenset[str]
    tied: frozenset[str]


@dataclass(frozen=True, slots=True)
class Chance:
    """A player's chance: in how many of the ``drawn`` endings they go on (``inside``), and in how many it depends on a
    decision by hand (``tied``).
    """

    drawn: int
    inside: int
    tied: int


def expected_finalists(
    rule: QualificationRule, ahead: StandingsRule, contest: Contest, withdrawals: Sequence[Withdrawal] = ()
) -> Finalists:
    """The finalists, of classes too, if no further game were played.

    Raises Faulty if the contest contradicts itself.
    """
    found = [
        qualify(each, ahead, contest, max(step.after for step in each.steps), withdrawals)
        for each in (rule, *rule.classes)
    ]
    tied = (each.wanted.players for each in found if each.wanted is not None)
    inside = (each.players for each in found)
    return Finalists(standings(ahead, contest), frozenset(chain(*inside)), frozenset(chain(*tied)))


def random_endings(
    tables: Sequence[GameResult], assets: Callable[[int], Sequence[int]], monopolies: float, seed: str, draws: int
) -> Iterator[tuple[GameResult, ...]]:
    """Random endings of all open tables, with every order equally likely; reproducible by ``seed``.

    ``tables``: who sits where; ``assets``: by table size, the dollars of the first, the second …; ``monopolies``: the
    fraction of games that end by monopoly.
    """
    random = Random(seed)
    for _ in range(draws):
        endings = []
        for table in tables:
            order = random.sample([each.player for each in table.players], table.size)
            endings.append(ending(table, order, assets(table.size), monopoly=random.random() < monopolies))
        yield tuple(endings)


def chances(
    endings: Iterable[Sequence[GameResult]], finalists: Callable[[Sequence[GameResult]], Finalists]
) -> Mapping[str, Mapping[int, Chance]]:
    """How often each player goes on, by player and by place at their open table (0 for players without one).

    ``finalists``: returns the finalists given these results.
    """
    counts: dict[tuple[str, int], list[int]] = {}
    for results in endings:
        found = finalists(results)
        placed = {player: place for result in results for player, place in places(result).items()}
        for row in found.standings.rows:
            count = counts.setdefault((row.player, placed.get(row.player, 0)), [0, 0, 0])
            count[0] += 1
            count[1] += row.player in found.inside
            count[2] += row.player in found.tied and row.player not in found.inside
    chance: dict[str, dict[int, Chance]] = {}
    for (player, place), count in sorted(counts.items()):
        chance.setdefault(player, {})[place] = Chance(*count)
    return chance
