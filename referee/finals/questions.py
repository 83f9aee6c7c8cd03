"""Open questions, which need a decision: ties, playoffs, votes, wildcards; and the decisions made by hand."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace

from sqlmodel import Session, col, select

import rulesets
from referee.models import DecisionMade
from referee.results.contest import PLAYOFF
from referee.results.facts import Facts, PlayoffFact
from referee.standings.bracket import brackets_of
from referee.standings.qualification import qualifications_of
from referee.standings.queries import standings_of, teams_of, view
from tournaments.decision import Wanted


def questions(facts: Facts) -> tuple[Wanted, ...]:
    """The open questions; those that others depend on come first.

    Ties in the standings are decided after the last round that counts, or once the qualification depends on them.
    Raises `Faulty`.
    """
    found: list[Wanted] = []
    seen = view(facts, staff=True)
    if facts.regulation.qualification is not None:
        qualifications = qualifications_of(facts)
        found += [each.wanted for each in qualifications if each.wanted]
        found += [level for each in qualifications for level in each.seeding]
        found += [each for bracket in brackets_of(facts) for stage in bracket.stages for each in stage.wanted]
    if seen.after >= facts.regulation.last_counting:
        found += standings_of(seen).wanted
        teams, _ = teams_of(seen)
        found += teams.wanted if teams else ()
    return tuple(dict.fromkeys(found))


def question(facts: Facts, about: str, by: str, order: Sequence[str]) -> Wanted | None:
    """The question that a decision answers, whether open or already decided; None if there is no such question."""
    open_now = _matching(questions(facts), about, by, order)
    if open_now is not None:
        return open_now
    others = tuple(
        each
        for each in facts.decisions
        if (each.about, each.by) != (about, by) or set(order).isdisjoint(json.loads(each.players))
    )
    playoffs = tuple(each for each in facts.playoffs if each.about != about or by != PLAYOFF)
    return _matching(questions(replace(facts, decisions=others, playoffs=playoffs)), about, by, order)


def open_playoff(facts: Facts, wanted: Wanted) -> PlayoffFact | None:
    """The playoff that is seated for a question and has no confirmed result yet, or None."""
    if wanted.by != PLAYOFF:
        return None
    stands = facts.counting()
    return next(
        (
            each
            for each in facts.playoffs
            if each.about == wanted.about and each.table_id not in stands and set(wanted.players) <= set(each.among)
        ),
        None,
    )


def decisions_of(session: Session, event_id: str) -> Sequence[DecisionMade]:
    """Every decision ever made in an event, latest first."""
    query = select(DecisionMade).where(DecisionMade.event_id == event_id)
    return session.exec(query.order_by(col(DecisionMade.made_at).desc(), col(DecisionMade.id).desc())).all()


def game_size(facts: Facts) -> tuple[int, int]:
    """The smallest and largest number of players that the event's ruleset allows in a game."""
    game = facts.regulation.game
    return rulesets.load(game.ruleset, game.version).seats


def _matching(wanted: Sequence[Wanted], about: str, by: str, order: Sequence[str]) -> Wanted | None:
    """The question with this name; if several groups throw dice under one name, the one that involves ``order``."""
    named = [each for each in wanted if (each.about, each.by) == (about, by)]
    meant = [each for each in named if not set(order).isdisjoint(each.players)]
    return next(iter(meant or named), None)
