"""Qualification for the final."""

from __future__ import annotations

import json
from collections.abc import Iterator

from sqlmodel import Session

from referee.core.problems import Problem
from referee.results.contest import WITHDRAWAL, contest_of
from referee.results.facts import Facts, facts_of
from tournaments.qualification.qualify import Qualification, Withdrawal, qualify


def qualified(session: Session, event_id: str, after: int | None = None) -> Qualification:
    """The qualification after a round, by default the last complete one.

    Steps after rounds whose results are incomplete are not taken, whatever ``after`` is.  Raises the problems
    ``not_found``, ``no_regulation`` and ``no_qualification``, and `Faulty`.
    """
    return qualification_of(facts_of(session, event_id), after)


def qualification_of(facts: Facts, after: int | None = None, shown: str = "confirmed") -> Qualification:
    """The qualification by the facts.  Raises the problem ``no_qualification``, and `Faulty`."""
    regulation = facts.regulation
    if regulation.qualification is None:
        raise Problem("no_qualification")
    played = facts.complete()
    if after is not None:
        played = min(after, played)
    contest = contest_of(facts, shown)
    known = {each.id for each in contest.players}
    withdrawals = [each for each in withdrawals_of(facts) if each.player in known]
    return qualify(regulation.qualification, regulation.standings, contest, played, withdrawals)


def withdrawals_of(facts: Facts) -> Iterator[Withdrawal]:
    """Withdrawals from the final: by decision, or by dropping out."""
    withdrawn = set()
    for each in facts.decisions:
        if each.by == WITHDRAWAL:
            (player,) = json.loads(each.players)
            withdrawn.add(player)
            yield Withdrawal(player, int(each.about.rpartition("/")[2]))
    for entrant in facts.competing:
        if entrant.dropped_after is not None and entrant.id not in withdrawn:
            yield Withdrawal(entrant.id, entrant.dropped_after)
