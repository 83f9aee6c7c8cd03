"""Who would go on to the final if it were decided now, and in how many of the endings that open games may have."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random

from tournaments.qualification.qualify import Withdrawal, qualify
from tournaments.qualification.rule import QualificationRule
from tournaments.result import GameResult, places
from tournaments.standings.contest import Contest
from tournaments.standings.rule import StandingsRule
from tournaments.standings.standings import Standings, standings
from tournaments.standings.what_if import ending


@dataclass(frozen=True, slots=True)
class Going:
    """``inside``: who would go on; ``tied``: among whom a decision by hand would still be needed."""

    standings: Standings
    inside: frozenset[str]
    tied: frozenset[str]


@dataclass(frozen=True, slots=True)
class Chance:
    """Of so many ``drawn`` endings, in how many somebody goes on, and in how many that is open to a decision."""

    drawn: int
    inside: int
    tied: int


def going(
    rule: QualificationRule, ahead: StandingsRule, contest: Contest, withdrawals: Sequence[Withdrawal] = ()
) -> Going:
    """Who would go on if the games of the contest were all.  Raises Faulty if it contradicts itself."""
    found = qualify(rule, ahead, contest, max(step.after for step in rule.steps), withdrawals)
    tied = frozenset(found.wanted.players) if found.wanted is not None else frozenset()
    return Going(standings(ahead, contest), frozenset(found.players), tied)


def drawn_endings(
    tables: Sequence[GameResult], assets: Callable[[int], Sequence[int]], monopolies: float, seed: str, draws: int
) -> Iterator[tuple[GameResult, ...]]:
    """Endings of all open tables, every order as likely as the others; the same for the same ``seed``.

    ``tables``: who sits where; ``assets``: by size of table, the dollars of the first, the second …; ``monopolies``:
    the share of games that end by monopoly.
    """
    random = Random(seed)
    for _ in range(draws):
        endings = []
        for table in tables:
            order = random.sample([each.player for each in table.players], table.size)
            endings.append(ending(table, order, assets(table.size), monopoly=random.random() < monopolies))
        yield tuple(endings)


def chances(
    endings: Iterable[Sequence[GameResult]], decided: Callable[[Sequence[GameResult]], Going]
) -> Mapping[str, Mapping[int, Chance]]:
    """By player and place at their open table (0 of who sits at none) how often they go on.

    ``decided``: who goes on with these results.
    """
    counts: dict[tuple[str, int], list[int]] = {}
    for results in endings:
        found = decided(results)
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
