"""Chooses among candidates when there are too few places: by standings, by lot, or by a decision made by hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from tournaments.decision import Decision, Wanted, parted, settled
from tournaments.lots import in_order
from tournaments.qualification.rule import QualifyingStep
from tournaments.standings.contest import Contest
from tournaments.standings.standings import Standings


@dataclass(frozen=True, slots=True)
class Choice:
    """The players chosen, in order.

    ``by``: ``room`` (there were places for all), ``full`` (no place was left), ``later`` (a later step fills it),
    ``standings``, ``all`` (tied players exceed the quota), ``lots``, or the kind of decision made by hand.  ``wanted``:
    what has to be decided by hand first; ``chosen`` then has only those who are in regardless.  ``ahead``: those ahead
    of a tie that was not decided by the standings.  ``level``: groups of those chosen whom nothing puts in an order, so
    that their seeding is open.
    """

    chosen: tuple[str, ...]
    by: str
    wanted: Wanted | None = None
    ahead: tuple[str, ...] = ()
    level: tuple[tuple[str, ...], ...] = ()


def choose(
    contest: Contest, table: Standings, step: QualifyingStep, about: str, asking: tuple[str, ...], places: int
) -> Choice:
    """Choose players for the places.  ``asking``: the candidates, in the order of the standings; ``about``: the
    question's name.
    """
    rank = {row.player: row.rank for row in table.rows}
    if len(asking) <= places:
        return Choice(asking, "room", level=_level(rank, asking))
    if not places:
        return Choice((), "full")
    if step.by != "standings":
        return _decide(contest, Wanted(about, step.by, asking, places))
    last = rank[asking[places - 1]]
    ahead = tuple(player for player in asking if rank[player] < last)
    equal = tuple(player for player in asking if rank[player] == last)
    if len(ahead) + len(equal) == places:
        return Choice(ahead + equal, "standings", level=_level(rank, ahead + equal))
    if step.tied == "all":
        return Choice(ahead + equal, "all", level=_level(rank, ahead + equal))
    wanted = Wanted(about, step.tied, equal, places - len(ahead))
    # If the standings already ask about this tie, their question comes first, as its answer separates these players.
    question = next((each for each in table.wanted if set(equal) <= set(each.players)), wanted)
    choice = Choice((), question.by, question) if question is not wanted else _decide(contest, wanted)
    return Choice(ahead + choice.chosen, choice.by, choice.wanted, ahead, (*_level(rank, ahead), *choice.level))


def next_named(decisions: Sequence[Decision], about: str, asking: Sequence[str]) -> str | None:
    """The candidate whom the latest decision on this question ranks next, or None."""
    for decision in reversed(decisions):
        if decision.about == about:
            return next((player for player in decision.order if player in asking), None)
    return None


def _decide(contest: Contest, wanted: Wanted) -> Choice:
    if wanted.by == "lots":
        return Choice(in_order(contest.seed, wanted.about, wanted.players)[: wanted.places], "lots")
    order, left = settled(contest.decisions, wanted)
    chosen = order[: wanted.places]
    groups = (tuple(player for player in group if player in chosen) for group in parted(contest.decisions, wanted))
    return Choice(chosen, wanted.by, left, level=tuple(group for group in groups if len(group) > 1))


def _level(rank: Mapping[str, int], players: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    """The groups of players, given by rank, who share one."""
    groups = (tuple(group) for _, group in groupby(players, key=rank.__getitem__))
    return tuple(group for group in groups if len(group) > 1)
