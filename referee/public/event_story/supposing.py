"""What-if standings: what the published standings would become if the open tables ended in a given way."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from statistics import fmean

from referee.core.cache import SizedCache
from referee.public.queries import PublicEvent, PublicTable
from referee.results.contest import contest_of, lines_of, score_game, scored
from referee.results.facts import flags_of
from referee.standings.qualification import withdrawals_of
from referee.standings.queries import IncludedResults, standings_of
from tournaments.penalties.effect import with_penalties
from tournaments.qualification.need import FinalRace, race_of
from tournaments.qualification.outlook import Chance, Finalists, chances, expected_finalists, random_endings
from tournaments.qualification.qualify import Withdrawal
from tournaments.result import GameResult, PlayerResult
from tournaments.standings.contest import Contest
from tournaments.standings.standings import Standings
from tournaments.standings.what_if import ending, what_if

DRAWS = 200
"""How many random endings of the round are drawn, the same for everybody: at a table of four, each player comes in each
place some fifty times.
"""
USUAL_ASSETS = (6_000, 4_000, 2_500, 1_500, 1_000, 700, 500, 300)
"""The assets assumed for each place, in dollars, where no game is published yet."""
STEP = 10
"""The least by which one place's assumed assets exceed the next one's, in dollars."""
CACHE_BYTES = 4_000_000


@dataclass(frozen=True, slots=True)
class Pick:
    """How a table is supposed to end.  ``places``: by player, for those who were given one; ``monopoly``: whether the
    game is won by monopoly.
    """

    places: Mapping[str, int]
    monopoly: bool


@dataclass(frozen=True, slots=True)
class Supposed:
    """The resulting standings, and who would qualify (None if the event has no final)."""

    standings: Standings
    going: Finalists | None


def open_tables(public: PublicEvent) -> tuple[PublicTable, ...]:
    """The tables of the first round that counts and whose seating is shown to everybody, but not its results."""
    return next_tables(public) if public.shows("seating") else ()


def next_tables(public: PublicEvent) -> tuple[PublicTable, ...]:
    """The tables of the first round that counts and whose seating is public, but not its results; whether they are
    shown to everybody or only to those who sit there.
    """
    seen = public.seen
    if seen is None:
        return ()
    counting = {each.number for each in seen.facts.regulation.rounds if each.counts and each.number > seen.after}
    first = min((each.round for each in public.tables if each.round in counting), default=0)
    return public.at(first)


def suppose(seen: IncludedResults, tables: Sequence[PublicTable], picks: Mapping[str, Pick]) -> Supposed:
    """Return the standings as they would be if the open tables ended as picked.  Players without a pick are placed by
    their current rank.

    ``picks``: by table id.  Raises `Faulty` where the regulation has no points for such a game.
    """
    rank = {row.player: row.rank for row in standings_of(seen).rows}
    results = [_picked_ending(seen, each, picks.get(each.id, Pick({}, monopoly=False)), rank) for each in tables]
    contest = _with_results(seen, _contest(seen), results)
    rule = seen.facts.regulation
    if rule.qualification is None:
        return Supposed(what_if(rule.standings, contest, ()), None)
    found = expected_finalists(rule.qualification, rule.standings, contest, _withdrawals(seen, contest))
    return Supposed(found.standings, found)


def chances_of(seen: IncludedResults, tables: Sequence[PublicTable]) -> Mapping[str, Mapping[int, Chance]]:
    """Everybody's chances to qualify, by player and place at their open table; empty without a final or open tables.

    Raises `Faulty`.
    """
    rule = seen.facts.regulation.qualification
    if rule is None or not tables:
        return {}
    # The facts are not part of the cache key: they change with every result entered, published or not.
    contest, seated = _contest(seen), tuple((each.id, each.players) for each in tables)
    withdrawals = _withdrawals(seen, contest)
    return CHANCES.get(
        (seen.facts.text, contest, seated, withdrawals), lambda: _chances(seen, contest, tables, withdrawals)
    )


CHANCES: SizedCache[tuple[object, ...], Mapping[str, Mapping[int, Chance]]] = SizedCache(
    CACHE_BYTES, lambda _, found: 2_000 * (1 + len(found))
)


def _chances(
    seen: IncludedResults, contest: Contest, tables: Sequence[PublicTable], withdrawals: Sequence[Withdrawal]
) -> Mapping[str, Mapping[int, Chance]]:
    regulation = seen.facts.regulation
    rule = regulation.qualification
    assert rule is not None
    games = [each.result for each in scored(seen.facts, seen.shown) if each.counts]
    monopolies = sum(each.monopoly_winner is not None for each in games) / max(1, len(games))
    drawn = random_endings(
        [_unplayed_game(each) for each in tables],
        usual_assets(games),
        monopolies,
        f"{contest.seed}/{tables[0].round}",
        DRAWS,
    )
    return chances(
        drawn,
        lambda results: expected_finalists(
            rule, regulation.standings, _with_results(seen, contest, results), withdrawals
        ),
    )


def race_in(public: PublicEvent, class_name: str) -> FinalRace | None:
    """The race for the final that players of a class play for, in the last round before it, if its tables are open.

    None otherwise, and where nothing is certain by the regulation (`race_of`).  Raises `Faulty`.
    """
    seen, tables = public.seen, next_tables(public)
    rule = seen.facts.regulation.final_of(class_name) if seen is not None else None
    if seen is None or rule is None or not tables:
        return None
    contest, seated = _contest(seen), tuple((each.id, each.players) for each in tables)
    withdrawals = _withdrawals(seen, contest)
    flags, regulation = flags_of(seen.facts.entrants), seen.facts.regulation
    names = {each.id: each.shown for each in seen.facts.entrants}

    def points(result: GameResult) -> Mapping[str, Fraction]:
        return {player: each.points for player, each in score_game(regulation, result, flags, {}, names).scores.items()}

    return RACES.get(
        (seen.facts.text, contest, seated, withdrawals, rule.class_name),
        lambda: race_of(
            rule,
            regulation.standings,
            contest,
            withdrawals,
            regulation.points,
            [_unplayed_game(each) for each in tables],
            points,
        ),
    )


RACES: SizedCache[tuple[object, ...], FinalRace | None] = SizedCache(
    CACHE_BYTES, lambda _, found: 2_000 * (1 + (len(found.totals) if found is not None else 0))
)


def usual_assets(games: Iterable[GameResult]) -> Callable[[int], Sequence[int]]:
    """Return a function from the size of a table to the usual assets of the first, the second …, in dollars: the
    rounded means over games of that size that ended by time.
    """
    ended = [
        sorted((each.assets for each in game.players), reverse=True)
        for game in games
        if game.monopoly_winner is None and all(each.counted and each.points is None for each in game.players)
    ]

    def of(size: int) -> Sequence[int]:
        same = [each for each in ended if len(each) == size and any(each)]
        means = [round(fmean(column)) for column in zip(*same, strict=True)] if same else list(USUAL_ASSETS[:size])
        means += [0] * (size - len(means))
        for place in range(size - 2, -1, -1):  # so that players picked for different places never tie
            means[place] = max(means[place], means[place + 1] + STEP)
        return means

    return of


def _contest(seen: IncludedResults) -> Contest:
    return contest_of(seen.facts, seen.shown, seen.after)


def _withdrawals(seen: IncludedResults, contest: Contest) -> tuple[Withdrawal, ...]:
    known = {each.id for each in contest.players}
    return tuple(each for each in withdrawals_of(seen.facts) if each.player in known)


def _with_results(seen: IncludedResults, contest: Contest, results: Iterable[GameResult]) -> Contest:
    """The contest with more results, scored by the regulation."""
    facts = seen.facts
    flags = flags_of(facts.entrants)
    names = {each.id: each.shown for each in facts.entrants}
    sanctions = facts.sanctions_in(seen.shown)
    games = [score_game(facts.regulation, with_penalties(each, sanctions), flags, {}, names) for each in results]
    return contest.with_games(line for each in games for line in lines_of(each, facts.counted_for))


def _unplayed_game(table: PublicTable) -> GameResult:
    return GameResult(
        table.round, table.number, tuple(PlayerResult(each, order) for order, each in enumerate(table.players, 1))
    )


def _picked_ending(seen: IncludedResults, table: PublicTable, pick: Pick, rank: Mapping[str, int]) -> GameResult:
    """The picked ending of a table: players with a picked place get it, the others fill the rest by rank."""
    last = len(rank) + 1
    by_rank = sorted(table.players, key=lambda each: (rank.get(each, last), table.players.index(each)))
    placed = sorted((each for each in by_rank if each in pick.places), key=lambda each: pick.places[each])
    order = [each for each in by_rank if each not in placed]
    for each in placed:
        order.insert(min(pick.places[each] - 1, len(order)), each)
    games = [each.result for each in scored(seen.facts, seen.shown) if each.counts]
    return ending(_unplayed_game(table), order, usual_assets(games)(len(order)), monopoly=pick.monopoly)
