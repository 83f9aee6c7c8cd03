"""The order of an event as readers see it: by the standings, and once the final is over, with its players in front.

Pages, the projector, documents and exports all take it from here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby

from referee.core.cache import SizedCache
from referee.results.contest import CACHE_BYTES, PLAYOFF, contest_of
from referee.results.facts import Facts
from referee.standings.bracket import bracket_of
from referee.standings.queries import IncludedResults, standings_of
from tournaments.decision import Decision, Wanted, parted
from tournaments.fault import Faulty
from tournaments.players.entrant import Entrant
from tournaments.standings.classes import class_ranks
from tournaments.standings.standings import StandingRow, Standings


@dataclass(frozen=True, slots=True)
class Ranking:
    """The order of an event.

    ``standings``: by the criteria of the regulation alone; in ``rows`` a playoff may separate players tied there.
    ``first``: the players of the final stages, the champion first, tied ones together; empty until the last stage is
    over, or if the view ends before it.  ``rows``: everybody by rank, those of ``first`` ahead of the others.
    ``final``: whether it is the last word on the event; ``class_first``: like ``first``, of the classes whose own final
    is over, by class.
    """

    standings: Standings
    first: tuple[tuple[str, ...], ...]
    rows: tuple[StandingRow, ...]
    final: bool
    class_first: Mapping[str, tuple[tuple[str, ...], ...]] = field(default_factory=dict)

    def class_ranks(self, entrants: Iterable[Entrant]) -> dict[str, int]:
        """The rank of each player in the class: by its final if it has one, then by the order of all."""
        return class_ranks(self.rows, {each.id: each.class_ for each in entrants}, self.class_first)

    @property
    def others(self) -> Standings:
        """The standings of the players who were in no final stage."""
        placed = {player for group in self.first for player in group}
        return replace(self.standings, rows=tuple(row for row in self.standings.rows if row.player not in placed))


def ranking_of(seen: IncludedResults) -> Ranking:
    """The order that a reader sees.  Raises `Faulty`."""
    return RANKINGS.get(seen, lambda: _ranking(seen))


RANKINGS: SizedCache[IncludedResults, Ranking] = SizedCache(CACHE_BYTES, lambda seen, _: seen.facts.weight)


def without_final(standings: Standings) -> Ranking:
    return Ranking(standings, (), standings.rows, False)


def final_order(facts: Facts, shown: str, after: int, class_name: str = "") -> tuple[tuple[str, ...], ...]:
    """The players of the final stages, of the event or of a class, the champion first, tied ones together; empty until
    the last stage is over, and without a final.
    """
    if facts.regulation.qualification is None:
        return ()
    try:
        found = bracket_of(facts, shown, after, class_name).final_order
    except Faulty:  # the qualified players do not fit into the stages; the bracket's page says so
        return ()
    return tuple(kept for group in found if (kept := tuple(each for each in group if each not in facts.archived)))


def _ranking(seen: IncludedResults) -> Ranking:
    found = _without_archived(standings_of(seen), seen.facts.archived)
    rules = seen.facts.regulation.finals if seen.whole else ()
    orders = {each.class_name: final_order(seen.facts, seen.shown, seen.after, each.class_name) for each in rules}
    of_classes = {name: order for name, order in orders.items() if name and order}
    playing = {each.class_name for each in contest_of(seen.facts, seen.shown).players}
    # A final that nobody plays for is over: of a class without players, or of all where every class has its own.
    wanted = [each.class_name for each in rules if any(map(each.takes, playing))]
    over = bool(wanted) and seen.shown != "entered" and all(orders[each] for each in wanted)
    first = orders.get("", ())
    if not first:
        rows = tuple(_separated(found.rows, seen))
        return Ranking(found, (), rows, over or _ends_with_standings(seen), of_classes)
    known = {row.player: row for row in found.rows}
    own = Ranking(found, first, (), over, of_classes)
    return replace(own, rows=(*_final_rows(first, known, len(found.criteria)), *_separated(_after_final(own), seen)))


def _without_archived(standings: Standings, archived: frozenset[str]) -> Standings:
    """The standings without archived players: the others move up."""
    if not archived:
        return standings
    rows = [row for row in standings.rows if row.player not in archived]
    ahead = [row.rank for row in rows]
    return replace(standings, rows=tuple(replace(row, rank=1 + sum(each < row.rank for each in ahead)) for row in rows))


def _final_rows(
    first: tuple[tuple[str, ...], ...], known: dict[str, StandingRow], criteria: int
) -> Iterator[StandingRow]:
    """Yield the rows of the final stages; a player without other games has no values."""
    rank = 1
    for group in first:
        for player in group:
            yield replace(known.get(player, StandingRow(rank, player, (None,) * criteria)), rank=rank)
        rank += len(group)


def _after_final(ranking: Ranking) -> Iterator[StandingRow]:
    """Yield the rows of the others, ranked after the final stages; tied players still share a rank."""
    placed, rows = sum(map(len, ranking.first)), ranking.others.rows
    for row in rows:
        yield replace(row, rank=placed + 1 + sum(each.rank < row.rank for each in rows))


def _separated(rows: Iterable[StandingRow], seen: IncludedResults) -> Iterator[StandingRow]:
    """Yield the rows, with tied players separated by playoffs, or by a decision by hand in the place of one."""
    decisions = contest_of(seen.facts, seen.shown).decisions
    about = _played_off(seen, decisions)
    for _, group in groupby(rows, key=lambda row: row.rank):
        equal = {row.player: row for row in group}
        names = tuple(equal)
        wanted = (Wanted(each, PLAYOFF, names, len(names)) for each in about if len(names) > 1)
        parts = max((parted(decisions, each) for each in wanted), key=len, default=(names,))
        ahead = 0
        for part in parts:
            yield from (replace(equal[player], rank=equal[player].rank + ahead) for player in part)
            ahead += len(part)


def _played_off(seen: IncludedResults, decisions: Sequence[Decision]) -> list[str]:
    """The names of the questions about steps taken in a view that playoffs were about, the latest first."""
    taken = {
        f"{rule.about}step/{number}": step.after
        for rule in seen.facts.regulation.finals
        for number, step in enumerate(rule.steps, 1)
    }
    about = (each.about for each in reversed(decisions) if each.by == PLAYOFF)
    return [each for each in dict.fromkeys(about) if taken.get(each, seen.after + 1) <= seen.after]


def _ends_with_standings(seen: IncludedResults) -> bool:
    """Whether an event without a final is over: all rounds that count are complete, and in the view."""
    regulation, last = seen.facts.regulation, seen.facts.regulation.last_counting
    over = min(seen.after, seen.facts.complete()) >= last
    return regulation.qualification is None and seen.whole and seen.shown != "entered" and over
