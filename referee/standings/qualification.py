"""Qualification for the final."""

from __future__ import annotations

import json
from collections.abc import Iterator

from referee.core.problems import Problem
from referee.results.contest import WITHDRAWAL, contest_of
from referee.results.facts import Facts
from tournaments.qualification.qualify import Qualification, Withdrawal, qualify
from tournaments.qualification.rule import QualificationRule


def rule_of(facts: Facts, class_name: str = "") -> QualificationRule:
    """The rule of the event's final, or of that of a class.  Raises the problem ``no_qualification``."""
    rule = next((each for each in facts.regulation.finals if each.class_name == class_name), None)
    if rule is None:
        raise Problem("no_qualification")
    return rule


def qualifications_of(facts: Facts, after: int | None = None, shown: str = "confirmed") -> tuple[Qualification, ...]:
    """The qualifications after a round, by default the last complete one: for the event's final first, then for those
    of classes; empty without a final.

    Steps after rounds whose results are incomplete are not taken, whatever ``after`` is.  Raises `Faulty`.
    """
    return tuple(qualification_of(facts, after, shown, each.class_name) for each in facts.regulation.finals)


def qualification_of(
    facts: Facts, after: int | None = None, shown: str = "confirmed", class_name: str = ""
) -> Qualification:
    """The qualification by the facts, for the event's final or that of a class.

    Raises the problem ``no_qualification``, and `Faulty`.
    """
    regulation, rule = facts.regulation, rule_of(facts, class_name)
    played = facts.complete()
    if after is not None:
        played = min(after, played)
    contest = contest_of(facts, shown)
    known = {each.id for each in contest.players}
    withdrawals = [each for each in withdrawals_of(facts) if each.player in known]
    return qualify(rule, regulation.standings, contest, played, withdrawals)


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
