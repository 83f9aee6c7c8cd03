"""Manual decisions: made when a question is open, withdrawn with a reason, and never deleted."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from referee.core.chain import canonical
from referee.core.command import Caller, Change
from referee.core.problems import Problem
from referee.core.rows import get_row
from referee.finals.questions import question, questions
from referee.models import DecisionMade
from referee.results.contest import WITHDRAWAL
from referee.results.facts import Facts, facts_of
from referee.standings.qualification import qualification_of
from tournaments.decision import decide
from tournaments.dice_race import RaceThrow, race
from tournaments.fault import Fault, Faulty
from tournaments.lots import in_order, lot


@dataclass(frozen=True, slots=True)
class RaceOfTable:
    """A dice race, throw by throw.  ``players``: in starting order."""

    players: Sequence[str]
    throws: Sequence[RaceThrow]


@dataclass(frozen=True, slots=True)
class MakeDecision:
    """The answer to a question.  ``order``: the players, best first; with a ``race``, the replay gives it instead, and
    with ``lots`` they are drawn from the event's seed.
    """

    event_id: str
    about: str
    by: str
    order: Sequence[str]
    race: RaceOfTable | None = None
    note: str | None = None
    lots: bool = False


def make_decision(caller: Caller, given: MakeDecision) -> str:
    """Decide an open question, or change an earlier decision; return the decision's id.

    Raises the problems ``not_allowed``, ``not_found``, ``no_regulation`` and ``nothing_to_decide``, and `Faulty`.
    """
    caller.allow("decision.make", given.event_id)
    with caller.change() as change:
        facts = facts_of(change.session, given.event_id)
        order = given.order if given.race is None else race_order(given.race)
        drawn: dict[str, str] | None = None
        if given.lots:
            drawn = lots_of(facts, given.about, given.by)
            order = tuple(drawn)
        open_question = question(facts, given.about, given.by, order)
        if open_question is None:
            open_now = [f"{each.about} ({each.by})" for each in questions(facts)]
            raise Problem("nothing_to_decide", about=given.about, by=given.by, questions=open_now or "–")
        decision = decide(open_question, order)
        optional = {"race": given.race and asdict(given.race), "note": given.note, "lots": drawn}
        details = {key: value for key, value in optional.items() if value is not None}
        about, by, among = decision.about, decision.by, decision.among
        return _add(change, given.event_id, about, by, decision.order, {**details, "among": among})


def lots_of(facts: Facts, about: str, by: str) -> dict[str, str]:
    """The lots of the players in an open question, the lowest first: of a playoff that ended level, say.

    Anybody can draw them again: each is the first 8 bytes of the SHA-256 of the event's seed, the name of the question
    with ``/lots`` appended, and the player's id, in lines.  Nobody if there is no such question.
    """
    wanted = next((each for each in questions(facts) if (each.about, each.by) == (about, by)), None)
    players = wanted.players if wanted is not None else ()
    purpose = f"{about}/lots"
    return {each: str(lot(facts.seed, purpose, each)) for each in in_order(facts.seed, purpose, players)}


def race_order(given: RaceOfTable) -> tuple[str, ...]:
    """The order of a dice race, replayed from its throws; a single player left comes last.  Raises `Faulty`."""
    players = given.players
    twice = [
        Fault("race", "decision_twice", {"given": each}) for each in dict.fromkeys(players) if players.count(each) > 1
    ]
    if twice:
        raise Faulty(twice)
    found = race(players, given.throws)
    left = [player for player in found.players if player not in found.finished]
    return (*found.finished, *left) if len(left) == 1 else found.finished


def give_place_back(caller: Caller, event_id: str, player: str, reason: str) -> str:
    """Record that a qualified player gives up the place, so that the next one moves up; return the decision's id.

    Raises the problems ``not_allowed``, ``not_found``, ``no_regulation``, ``no_qualification``, ``not_qualified``, and
    ``finals_begun`` once a result of the rounds after the qualification has been entered, and `Faulty`.
    """
    caller.allow("decision.make", event_id)
    with caller.change() as change:
        facts = facts_of(change.session, event_id)
        finals = {each.number for each in facts.regulation.rounds if each.seating == "qualifiers"}
        at = {table.id: table for table in facts.tables if table.round in finals}
        played = sorted(
            {(at[each.table_id].round, at[each.table_id].number) for each in facts.results if each.table_id in at}
        )
        if played:
            raise Problem("finals_begun", where=[f"{round_}-{table}" for round_, table in played])
        if player not in qualification_of(facts).players:
            names = {each.id: each.shown for each in facts.entrants}
            raise Problem("not_qualified", name=names.get(player, player))
        about = f"{WITHDRAWAL}/{facts.complete()}"
        return _add(change, event_id, about, WITHDRAWAL, (player,), {"note": reason})


def withdraw_decision(caller: Caller, decision_id: str, reason: str) -> None:
    """Withdraw a decision.  Raises the problems ``not_found`` and ``not_allowed``."""
    with caller.change() as change:
        found = get_row(change.session, DecisionMade, decision_id, lock=True)
        caller.allow("decision.make", found.event_id)
        if found.withdrawn_at is None:
            found.withdrawn_at = change.now
            withdrawn = {"by": change.author.name, "reason": reason}
            found.details = canonical({**json.loads(found.details), "withdrawn": withdrawn})
            change.session.add(found)
            target = f"decision:{found.id}"
            change.audit("decision.withdraw", target, found.event_id, about=found.about, reason=reason)


def _add(change: Change, event_id: str, about: str, by: str, order: Sequence[str], details: Mapping[str, Any]) -> str:
    """Add a decision and return its id."""
    author = change.author
    decision = DecisionMade(
        event_id=event_id,
        about=about,
        by=by,
        players=json.dumps(list(order)),
        details=canonical(dict(details)),
        author=author.name,
        account_id=author.account_id,
        made_at=change.now,
    )
    change.session.add(decision)
    change.session.flush()
    change.audit("decision.make", f"decision:{decision.id}", event_id, about=about, by=by, order=list(order))
    return decision.id
