"""The contest of an event: the games, adjustments and decisions that standings and qualification are computed from."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import groupby, takewhile

from sqlmodel import Session

from referee.core.cache import SizedCache
from referee.results.facts import Facts, facts_of, flags_of, games_of, recorded_result
from tournaments.decision import Decision
from tournaments.fault import Fault, Faulty
from tournaments.penalties.effect import adjustments, with_penalties
from tournaments.players.entrant import Entrant
from tournaments.players.stand_in import SEAT, competing, counted_for
from tournaments.points.score import Score, score
from tournaments.regulation.regulation import Regulation
from tournaments.result import GameResult, places
from tournaments.standings.contest import Contest, ContestPlayer, GameLine, game_lines
from tournaments.standings.criterion import AssetSum

CACHE_BYTES = 24_000_000
"""The size limit of each cache in bytes, facts included.  Every confirmed result makes new facts; all readers share one
computation."""
PLAYOFF = "playoff"
"""The kind of decision that is made by a playoff at a table."""
WITHDRAWAL = "withdrawal"
"""The kind of decision by which a player gives up a place in the final; about: ``withdrawal/`` and a round."""


@dataclass(frozen=True, slots=True)
class Scored:
    """A game and its points.  ``counts``: whether it counts for the standings; ``scores``: empty if no points are
    given, as in a final.
    """

    result: GameResult
    counts: bool
    scores: dict[str, Score]


def contest(session: Session, event_id: str, *, only_published: bool = False, up_to: int | None = None) -> Contest:
    """The contest of an event by the results that stand.

    ``only_published``: only from rounds whose results are published.  ``up_to``: as it was after this round.  Raises
    the problems ``not_found`` and ``no_regulation``, and `Faulty` if the regulation cannot count a game.
    """
    return contest_of(facts_of(session, event_id), "published" if only_published else "confirmed", up_to)


def contest_of(facts: Facts, shown: str = "confirmed", up_to: int | None = None, *, by_seat: bool = False) -> Contest:
    """The contest that follows from the facts.

    ``shown``: which results count: those ``confirmed``; those last ``entered``, confirmed or not; or, of the confirmed
    ones, those ``published``.  ``by_seat``: the results of stand-ins count for whose seat they keep, whatever the
    regulation says of them: a team has those of its seats.  Raises `Faulty`.
    """
    whole = CONTESTS.get((facts, shown, by_seat), lambda: _contest(facts, shown, by_seat=by_seat))
    return whole if up_to is None else whole.up_to(up_to)


def shown_rounds(facts: Facts) -> frozenset[int]:
    """The rounds whose results are public: those published, or all if the regulation shows results once entered.

    A round that counts is not shown before the earlier ones that count, since standings without them would be wrong.
    """
    if facts.regulation.results.shown == "entered":
        return frozenset(each.number for each in facts.rounds)
    with_tables = {table.round for table in facts.tables}
    counting = {each.number for each in facts.regulation.rounds if each.counts}
    hidden = (each.number for each in facts.rounds if not each.published and each.number in with_tables & counting)
    first = min(hidden, default=None)
    return frozenset(
        each.number
        for each in facts.rounds
        if each.published and (first is None or each.number < first or each.number not in counting)
    )


def scored(facts: Facts, shown: str) -> tuple[Scored, ...]:
    """The games that are shown, with their points, by round and table.  Raises `Faulty`."""
    return SCORED.get((facts, shown), lambda: _scored(facts, shown))


def _scored(facts: Facts, shown: str) -> tuple[Scored, ...]:
    regulation, flags = facts.regulation, flags_of(facts.entrants)
    names = {each.id: each.shown for each in facts.entrants}
    public = shown_rounds(facts) if shown == "published" else None
    sanctions = facts.sanctions_in(shown)
    found: list[Scored] = []
    faults: list[Fault] = []
    for result, dice in games_of(facts, unconfirmed=shown == "entered"):
        if (public is not None and result.round not in public) or result.round > len(regulation.rounds):
            continue
        try:
            found.append(score_game(regulation, with_penalties(result, sanctions), flags, dice, names))
        except Faulty as error:
            faults += error.faults
    if faults:
        raise Faulty(faults)
    return tuple(found)


def score_game(
    regulation: Regulation,
    result: GameResult,
    flags: dict[str, frozenset[str]],
    dice: dict[str, int],
    names: Mapping[str, str],
) -> Scored:
    """A game with its points.  A game of a final does not count for the standings, and may have no points.

    ``names``: of the players, by id.  Raises `Faulty`.
    """
    counts = result.round <= len(regulation.rounds) and regulation.rounds[result.round - 1].counts
    by_dollars = any(isinstance(each, AssetSum) and each.monopoly_win is None for each in regulation.standings.criteria)
    uncounted = next((each.player for each in result.players if not each.counted), None)
    if counts and by_dollars and uncounted is not None:
        facts = {"round": result.round, "table": result.table, "player": uncounted}
        raise Faulty([_with_name(Fault("", "winner_uncounted", facts), names)])
    try:
        return Scored(result, counts, score(regulation.points, result, regulation.facts(result.round, flags, dice)))
    except Faulty as error:
        if counts:
            raise Faulty([_with_name(each, names) for each in error.faults]) from error
        return Scored(result, False, {})


def _with_name(fault: Fault, names: Mapping[str, str]) -> Fault:
    """A fault with its player's name in place of the id."""
    player = fault.facts.get("player")
    return (
        replace(fault, facts={**fault.facts, "player": names.get(player, player)}) if isinstance(player, str) else fault
    )


SCORED: SizedCache[tuple[Facts, str], tuple[Scored, ...]] = SizedCache(CACHE_BYTES, lambda key, _: key[0].weight)
CONTESTS: SizedCache[tuple[Facts, str, bool], Contest] = SizedCache(CACHE_BYTES, lambda key, _: key[0].weight)


def _contest(facts: Facts, shown: str, *, by_seat: bool) -> Contest:
    instead = counted_for(facts.entrants, SEAT) if by_seat else facts.counted_for
    entrants = competing(facts.entrants, SEAT) if by_seat else facts.competing
    absent = {each.id for each in entrants if each.dropped_after == 0}
    lines = tuple(
        line
        for each in scored(facts, shown)
        if each.counts
        for line in lines_of(each, instead)
        if line.player not in absent
    )
    seated = {line.player for line in lines}
    players = tuple(
        ContestPlayer(
            id=each.id,
            dropped_after=each.dropped_after,
            reserve=each.reserve is not None,
            groups=frozenset((*each.flags, each.class_)) - {""},
            class_name=each.class_,
        )
        for each in entrants
        if each.id in seated or _plays(each)
    )
    known = {each.id for each in players}
    given = (
        replace(each, player=instead.get(each.player, each.player))
        for each in (*facts.adjustments, *adjustments(facts.sanctions_in(shown)))
    )
    last = facts.last_planned(shown_rounds(facts)) if shown == "published" else None
    return Contest(
        players=players,
        lines=lines,
        adjustments=tuple(each for each in given if each.player in known and (last is None or each.after <= last)),
        decisions=(*playoff_decisions(facts, shown), *decisions_by_hand(facts)),
        seed=facts.seed,
    )


def lines_of(game: Scored, counted_for: Mapping[str, str]) -> tuple[GameLine, ...]:
    """The lines of a game; with 0 points if it has none.  ``counted_for``: whose the results of stand-ins are."""
    points = {each.player: Fraction(0) for each in game.result.players}
    lines = game_lines(game.result, points | {player: each.points for player, each in game.scores.items()})
    if not counted_for.keys() & points.keys():
        return lines

    def who(player: str) -> str:
        return counted_for.get(player, player)

    return tuple(replace(each, player=who(each.player), opponents=tuple(map(who, each.opponents))) for each in lines)


def playoff_decisions(facts: Facts, shown: str) -> Iterator[Decision]:
    """Yield what playoffs have decided, by the results that are shown: their players by place, up to the first place
    that is shared, and behind them groups of those who share one.  A decision by hand takes precedence over these.
    """
    counts = facts.counting(unconfirmed=shown == "entered")
    public = shown_rounds(facts) if shown == "published" else None
    for each in facts.playoffs:
        if each.table_id in counts and (public is None or each.round in public):
            result, _ = recorded_result(counts[each.table_id].players, each.round, 1)
            at_table = places(with_penalties(result, facts.sanctions_in(shown)))
            placed = {facts.counted_for.get(player, player): place for player, place in at_table.items()}
            groups = tuple(_by_place(placed))
            ahead = tuple(takewhile(lambda group: len(group) == 1, groups))
            order = tuple(player for (player,) in ahead)
            yield Decision(each.about, PLAYOFF, order, each.among, groups[len(ahead) :])


def _by_place(placed: Mapping[str, int]) -> Iterator[tuple[str, ...]]:
    """The players by place, those who share one together."""
    for _, group in groupby(sorted(placed, key=placed.__getitem__), key=placed.__getitem__):
        yield tuple(group)


def decisions_by_hand(facts: Facts) -> Iterator[Decision]:
    """The decisions by hand, without withdrawals."""
    for each in facts.decisions:
        if each.by != WITHDRAWAL:
            yield Decision(each.about, each.by, tuple(json.loads(each.players)), each.among)


def _plays(entrant: Entrant) -> bool:
    """Whether an entrant without a game counts as a player: not a waiting reserve, nor anybody who left without one."""
    waits = entrant.reserve is not None and entrant.first_round is None
    return not waits and entrant.dropped_after is None
