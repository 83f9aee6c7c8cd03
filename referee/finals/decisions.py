"""Decisions by hand: made when they are asked for, withdrawn with a reason, and never deleted."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from sqlmodel import Session, col, select

from referee.core import audit
from referee.core.access.principal import Principal
from referee.core.chain import canonical
from referee.core.problems import Problem
from referee.finals.questions import question, questions
from referee.models import DecisionMade
from referee.results.contest import WITHDRAWAL
from referee.results.facts import facts_of
from referee.standings.qualification import qualification_of
from tournaments.decision import decide
from tournaments.dice_race import Card, Throw, race
from tournaments.fault import Fault, Faulty


def made(session: Session, event_id: str) -> Sequence[DecisionMade]:
    """Every decision ever made in an event, the latest one first."""
    wanted = select(DecisionMade).where(DecisionMade.event_id == event_id)
    return session.exec(wanted.order_by(col(DecisionMade.made_at).desc(), col(DecisionMade.id).desc())).all()


def make(
    session: Session, now: int, who: Principal, event_id: str, about: str, by: str, order: Sequence[str],
    details: Mapping[str, Any],
) -> DecisionMade:  # fmt: skip
    """Decide a question; one that was decided before is decided anew.

    ``order``: the players, best first.  ``details``: ``note``, and ``race``, the throws of a dice race, by which it is
    run again and which gives the order.  Raises the problems ``not_found``, ``no_regulation`` and
    ``nothing_to_decide``, and `Faulty`.
    """
    facts = facts_of(session, event_id)
    if details.get("race") is not None:
        order = finished(details["race"])
    wanted = question(facts, about, by, order)
    if wanted is None:
        asked = [f"{each.about} ({each.by})" for each in questions(facts)]
        raise Problem("nothing_to_decide", about=about, by=by, asked=asked or "–")
    decision = decide(wanted, order)
    details = {**details, "among": decision.among}
    return _keep(session, now, who, event_id, decision.about, decision.by, decision.order, details)


def finished(run: Mapping[str, Any]) -> tuple[str, ...]:
    """The order of a dice race by its ``throws``; whoever is the only one left is the last.  Raises `Faulty`."""
    players: Sequence[str] = run["players"]
    twice = [Fault("race", "decision_twice", {"given": each}) for each in set(players) if players.count(each) > 1]
    if twice:
        raise Faulty(twice)
    throws = [
        Throw(
            each["player"],
            (each["dice"][0], each["dice"][1]),
            tuple(Card(card.get("to"), card.get("forward", True)) for card in each.get("cards", ())),
        )
        for each in run["throws"]
    ]
    found = race(players, throws)
    left = [player for player in found.players if player not in found.finished]
    return (*found.finished, *left) if len(left) == 1 else found.finished


def give_back(session: Session, now: int, who: Principal, event_id: str, player: str, reason: str) -> DecisionMade:
    """Somebody who has qualified gives the place back; the next one moves up.

    Raises the problems ``not_found``, ``no_regulation``, ``no_qualification``, ``not_qualified``, and ``finals_begun``
    once a result of the rounds behind the qualification was entered, and `Faulty`.
    """
    facts = facts_of(session, event_id)
    finals = {each.number for each in facts.regulation.rounds if each.seating == "qualifiers"}
    at = {table.id: table for table in facts.tables if table.round in finals}
    played = sorted(
        {(at[each.table_id].round, at[each.table_id].number) for each in facts.results if each.table_id in at}
    )
    if played:
        raise Problem("finals_begun", where=[f"{round_}-{table}" for round_, table in played])
    if player not in qualification_of(facts).players:
        names = {each.id: each.name for each in facts.entrants}
        raise Problem("not_qualified", name=names.get(player, player))
    about = f"{WITHDRAWAL}/{facts.complete()}"
    return _keep(session, now, who, event_id, about, WITHDRAWAL, (player,), {"note": reason})


def take_back(session: Session, now: int, who: Principal, decision_id: str, reason: str) -> DecisionMade:
    """Withdraw a decision.  Raises the problem ``not_found``."""
    found = session.get(DecisionMade, decision_id, with_for_update=True)
    if found is None:
        raise Problem("not_found", path=decision_id)
    if found.withdrawn_at is None:
        found.withdrawn_at = now
        withdrawn = {"by": who.author.name, "reason": reason}
        found.details = canonical({**json.loads(found.details), "withdrawn": withdrawn})
        session.add(found)
        target = f"decision:{found.id}"
        audit.record(session, now, who, "decision.withdraw", target, found.event_id, about=found.about, reason=reason)
    return found


def _keep(
    session: Session, now: int, who: Principal, event_id: str, about: str, by: str, order: Sequence[str],
    details: Mapping[str, Any],
) -> DecisionMade:  # fmt: skip
    kept = DecisionMade(
        event_id=event_id, about=about, by=by, players=json.dumps(list(order)), details=canonical(dict(details)),
        author=who.author.name, account_id=who.account_id, made_at=now,
    )  # fmt: skip
    session.add(kept)
    session.flush()
    target = f"decision:{kept.id}"
    audit.record(session, now, who, "decision.make", target, event_id, about=about, by=by, order=list(order))
    return kept


def decision(made: DecisionMade, names: Mapping[str, str]) -> dict[str, Any]:
    """A decision.  ``names``: the players' by id."""
    details = json.loads(made.details)
    withdrawn = details.get("withdrawn", {})
    return {
        "id": made.id,
        "event_id": made.event_id,
        "about": made.about,
        "by": made.by,
        "players": [{"player": each, "name": names.get(each, each)} for each in json.loads(made.players)],
        "note": details.get("note"),
        "race": details.get("race"),
        "author": made.author,
        "made_at": made.made_at,
        "withdrawn_at": made.withdrawn_at,
        "withdrawn_by": withdrawn.get("by"),
        "withdrawn_reason": withdrawn.get("reason"),
    }
