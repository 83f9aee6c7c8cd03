"""Semi-finals and final of an event: who sits where, who goes on, and who won."""

from __future__ import annotations

from sqlmodel import Session

from referee.event.contest import contest_of, lines_of, scored
from referee.event.facts import Facts, facts_of
from referee.event.qualification import qualification_of
from referee.problems import Problem
from tournaments.bracket import Bracket, bracket
from tournaments.qualification.qualify import Qualification
from tournaments.qualification.rule import Stage
from tournaments.standings.contest import GameLine

FINAL = Stage("final", 1)


def bracket_for(session: Session, event_id: str) -> Bracket:
    """The bracket of an event as far as its results stand.

    Without players as long as qualification goes on.  Raises the problems ``not_found``, ``no_regulation`` and
    ``no_qualification``, and `Faulty`.
    """
    return bracket_of(facts_of(session, event_id))


def bracket_of(facts: Facts, shown: str = "confirmed", after: int | None = None) -> Bracket:
    """The bracket by the facts.  ``after``: the last round of the qualification that is looked at."""
    qualification = qualification_of(facts, after, shown)
    rule = facts.regulation.qualification
    assert rule is not None
    lines: dict[str, list[GameLine]] = {}
    for game in scored(facts, shown):
        planned = facts.regulation.rounds[game.result.round - 1]
        if planned.seating == "qualifiers":
            lines.setdefault(planned.stage, []).extend(lines_of(game))
    contest = contest_of(facts, shown)
    qualifiers = qualification.players if is_over(facts, qualification) else ()
    return bracket(stages(facts), qualifiers, lines, contest.decisions, contest.seed)


def stages(facts: Facts) -> tuple[Stage, ...]:
    """The stages behind qualification.  Raises the problem ``no_qualification``."""
    rule = facts.regulation.qualification
    if rule is None:
        raise Problem("no_qualification")
    return rule.stages or (FINAL,)


def is_over(facts: Facts, qualification: Qualification) -> bool:
    """Whether all steps of the qualification are taken and nothing waits to be decided."""
    rule = facts.regulation.qualification
    return rule is not None and qualification.wanted is None and len(qualification.steps) == len(rule.steps)


def round_of(facts: Facts, stage: str) -> int | None:
    """The number of the round in which a stage is played; None where the plan has none."""
    planned = [each for each in facts.regulation.rounds if each.seating == "qualifiers" and each.stage == stage]
    return planned[-1].number if planned else None
