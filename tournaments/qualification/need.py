"""What a player needs in the last round before a final: which places at the table are surely, possibly or not enough.

Nothing is drawn or guessed here.  A place is enough if no endings of the other tables can lift so many players past
that the standings have no place left; and not enough if, whatever happens there, too many stay ahead.  What lies
between is possible.  Reckoned without shared places, penalties and corrections to come.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from tournaments.points.rule import Assets, Dice, Points
from tournaments.qualification.qualify import Qualification, Withdrawal, qualify
from tournaments.qualification.rule import Everybody, Everyone, Exactly, QualificationRule, QualifyingStep
from tournaments.result import GameResult, PlayerResult
from tournaments.standings.contest import Contest, game_lines
from tournaments.standings.criterion import PointSum
from tournaments.standings.rule import StandingsRule
from tournaments.standings.standings import standings
from tournaments.standings.tally import Value, tally

SURE, POSSIBLE, OUT = "sure", "possible", "out"
"""Whether a place is enough to advance: whatever the other tables do, depending on them, or not at all."""
DOLLARS = 2**20 * 27_720
"""Dollars of a whole table; any number does, since only shares count: this one can be divided by up to 12 players."""

Ranges = tuple[tuple[Value, Value], ...]
"""The least and the most points for each place at a table, the first place first."""


@dataclass(frozen=True, slots=True)
class Need:
    """Whether a place at the player's table is enough: `SURE`, `POSSIBLE` or `OUT`."""

    place: int
    outlook: str


@dataclass(frozen=True, slots=True)
class FinalRace:
    """The last round before a final.

    ``totals``: the points so far of everybody who can still advance by the standings, with those who have no game in
    this round; ``tables``: by player, the points at each open table.  ``room``: who has fewer than so many others level
    or ahead advances surely; ``most``: who has as many others ahead for certain does not, None if there are ways past
    the standings; ``past``: those who have such a way, ``winning``: those who have one if they win their table;
    ``taken_past``: whether they take a place from the ``room``; ``inside``: those who have advanced already.
    """

    totals: Mapping[str, Value]
    tables: Sequence[Mapping[str, Ranges]]
    room: int
    most: int | None
    past: frozenset[str]
    winning: frozenset[str]
    taken_past: bool
    inside: frozenset[str]


def needs(race: FinalRace, player: str) -> tuple[Need, ...]:
    """Whether each place at the player's open table is enough to advance.

    Of a player without an open table, a single place 0; empty for one who cannot advance, or no longer needs anything.
    """
    if player in race.inside or player not in race.totals:
        return ()
    table = next((each for each in race.tables if player in each), None)
    if table is None:
        total = race.totals[player]
        return (Need(0, _outlook(race, player, (total, total), None, 0)),)
    so_far = race.totals[player]
    return tuple(
        Need(place, _outlook(race, player, (so_far + least, so_far + most), table, place))
        for place, (least, most) in enumerate(table[player], 1)
    )


def _outlook(
    race: FinalRace, player: str, total: tuple[Value, Value], own: Mapping[str, Ranges] | None, place: int
) -> str:
    """Whether a total, at least and at most, is enough; the player has the place at their own table."""
    least, most = total
    rivals = race.totals.keys() - {player} - race.inside
    seated = {each for table in race.tables for each in table}
    level = ahead = 0
    for each in rivals - seated:
        past = race.taken_past and each in race.past
        level += past or race.totals[each] >= least
        ahead += race.totals[each] > most
    for table in race.tables:
        here = [each for each in table if each in rivals]
        free = [one for one in range(len(next(iter(table.values())))) if table is not own or one != place - 1]

        def reaches(each: str, one: int, of: Mapping[str, Ranges] = table) -> bool:
            goes_past = each in race.past or (one == 0 and each in race.winning)
            return (race.taken_past and goes_past) or race.totals[each] + of[each][one][1] >= least

        def stays_behind(each: str, one: int, of: Mapping[str, Ranges] = table) -> bool:
            return race.totals[each] + of[each][one][0] <= most

        level += _pairs(here, free, reaches)
        ahead += len(here) - _pairs(here, free, stays_behind)
    if level < race.room:
        return SURE
    has_way = player in race.past or (place == 1 and player in race.winning)
    if race.most is not None and not has_way and ahead >= race.most:
        return OUT
    return POSSIBLE


def _pairs(players: Sequence[str], places: Sequence[int], fits: Callable[[str, int], bool]) -> int:
    """How many players can at the same time have a place that fits them (a largest matching)."""
    taken: dict[int, str] = {}

    def seat(player: str, tried: set[int]) -> bool:
        for place in places:
            if place in tried or not fits(player, place):
                continue
            tried.add(place)
            if place not in taken or seat(taken[place], tried):
                taken[place] = player
                return True
        return False

    return sum(seat(each, set()) for each in players)


def race_of(
    rule: QualificationRule,
    ahead: StandingsRule,
    contest: Contest,
    withdrawals: Sequence[Withdrawal],
    points: Points,
    tables: Sequence[GameResult],
    score: Callable[[GameResult], Mapping[str, Fraction]],
) -> FinalRace | None:
    """The race in the last round before a final, whose ``tables`` are open.

    ``contest``: all rounds before it; ``score``: the points of a game.  None where places alone do not bound the points
    (they count dollars or dice, or the standings do not begin with the sum of all points), and before an earlier round:
    then nothing is certain.  Raises `Faulty`.
    """
    last = rule.steps[-1].after if rule.steps else 0
    first = ahead.criteria[0] if ahead.criteria else None
    formulas = [each.formula for each in (*points.rules, *points.bonuses)]
    if (
        not tables
        or any(each.round != last for each in tables)
        or not isinstance(first, PointSum)
        or first != PointSum()
        or any(isinstance(each, (Assets, Dice)) for each in formulas)
    ):
        return None
    now = qualify(rule, ahead, contest, last - 1, withdrawals)
    steps = rule.steps[len(now.steps) :]
    by_standings = [each for each in steps if _is_by_standings(each)]
    if now.wanted is not None or any(each.after != last for each in steps) or not by_standings:
        return None
    step = by_standings[-1]
    others = [each for each in steps if each is not step]
    inside = frozenset(now.players)
    past, winning = _ways(contest, tables, last, others)
    left = step.quota.left(len(inside)) if not isinstance(step.quota, Everyone) else 0
    totals = {row.player: row.values[0] or 0 for row in standings(ahead, contest).rows}
    return FinalRace(
        totals={each: totals[each] for each in _candidates(rule, contest, withdrawals, now) if each in totals},
        tables=[ranges(each, score) for each in tables],
        room=left,
        most=_most(step, others, left),
        past=past - inside,
        winning=winning - inside,
        taken_past=not isinstance(step.quota, Exactly) and step is not steps[0],
        inside=inside,
    )


def _is_by_standings(step: QualifyingStep) -> bool:
    everybody = isinstance(step.who, Everybody) and not isinstance(step.quota, Everyone)
    return everybody and step.by == "standings"


def _most(step: QualifyingStep, others: Iterable[QualifyingStep], left: int) -> int | None:
    """With how many ahead for certain nobody advances by the standings any more, and only on a way past them."""
    if any(each.by != "standings" and isinstance(each.who, Everybody) for each in others):
        return None  # a vote, say: anybody may be chosen
    if not isinstance(step.quota, Exactly):
        return left
    quotas = [each.quota for each in others]
    if any(isinstance(each, Everyone) for each in quotas):
        return None
    return left + sum(each.places for each in quotas if not isinstance(each, Everyone))


def _ways(
    contest: Contest, tables: Sequence[GameResult], last: int, others: Sequence[QualifyingStep]
) -> tuple[frozenset[str], frozenset[str]]:
    """Those who may advance by a step that does not go by the standings of all: in any case, and by winning now."""
    if not others:
        return frozenset(), frozenset()
    known, winning = tally(contest), set[str]()
    for turn in range(max(each.size for each in tables)):
        won = [_ending(each, turn % each.size, survivors=1, sharing=1) for each in tables]
        points = {each.player: Fraction(0) for result in won for each in result.players}
        then = tally(contest.with_games(line for each in won for line in game_lines(each, points)))
        winners = {each.players[0].player for each in won}
        winning |= {each for step in others for each in step.who.among(then, last) if each in winners}
    return frozenset(each for step in others for each in step.who.among(known, last)), frozenset(winning)


def _candidates(
    rule: QualificationRule, contest: Contest, withdrawals: Sequence[Withdrawal], now: Qualification
) -> Iterable[str]:
    """Everybody who can still advance by the standings."""
    gone = {each.player for each in withdrawals} | {each.player for each in now.withdrawn}
    return [
        each.id
        for each in contest.players
        if each.id not in gone
        and each.dropped_after is None
        and (rule.reserves or not each.reserve)
        and rule.takes(each.class_name)
    ]


def ranges(table: GameResult, score: Callable[[GameResult], Mapping[str, Fraction]]) -> Mapping[str, Ranges]:
    """By player, the least and the most points that each place at an open table gives.

    Of all divisions of the dollars those count that are extreme, where the first so many have the same and the others
    nothing, with any number of bankrupt players: points that go by shares lie between those.
    """
    found: dict[str, list[tuple[Value, Value]]] = {each.player: [] for each in table.players}
    for first in range(table.size):
        seen: dict[str, list[Value]] = {}
        for survivors in range(1, table.size + 1):
            for sharing in range(1, survivors + 1):
                result = _ending(table, first, survivors, sharing)
                for player, points in score(result).items():
                    seen.setdefault(player, []).append(points)
        for each, points_of in seen.items():
            found[each].append((min(points_of), max(points_of)))
    # Each turn of the table gave everybody the place before the one of the turn before.
    order = [each.player for each in table.players]
    return {
        player: tuple(found[player][(at - place) % len(order)] for place in range(len(order)))
        for at, player in enumerate(order)
    }


def _ending(table: GameResult, first: int, survivors: int, sharing: int) -> GameResult:
    """An ending of an open table in which the players, from the ``first`` one on, have the places in their order."""
    turned = (*table.players[first:], *table.players[:first])
    return GameResult(
        table.round,
        table.table,
        tuple(
            PlayerResult(
                each.player,
                each.start_order,
                DOLLARS // sharing if place < sharing else 0,
                None if place < survivors else table.size - place,
                place=place + 1,
            )
            for place, each in enumerate(turned)
        ),
    )
