"""Manual decisions: made when a question is open, withdrawn with a reason, and never deleted."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Annotated, Any

from referee.core.chain import canonical
from referee.core.command import Caller, Change
from referee.core.http.declared import FieldExample
from referee.core.http.field_faults import FieldFault, invalid
from referee.core.http.fields import Length
from referee.core.http.schemas import Line, Lines, PlayerId, ReasonIn
from referee.core.problems import Problem
from referee.core.rows import get_row
from referee.events.queries import players_of
from referee.finals.questions import question, questions
from referee.finals.views import DecisionView, decision_view
from referee.models import DecisionMade
from referee.results.contest import WITHDRAWAL
from referee.results.facts import Facts, facts_of
from referee.standings.qualification import qualifications_of
from referee.standings.views import names_of
from tournaments.decision import SEEDING, decide
from tournaments.dice_race import RaceThrow, race
from tournaments.fault import Fault, Faulty
from tournaments.lots import in_order, lot


@dataclass(frozen=True, slots=True)
class RaceOfTable:
    """A dice race, throw by throw; it is replayed, and its outcome is the order."""

    players: Annotated[Sequence[PlayerId], Length(2, 50), "The players' ids, in the order in which they start."]
    throws: Annotated[Sequence[RaceThrow], Length(max=2000)]


@dataclass(frozen=True, slots=True)
class MakeDecision:
    """A decision of an open question."""

    about: Annotated[str, Line(200), "The name of the question.", FieldExample("step/1")]
    by: Annotated[str, Line(40), FieldExample("playoff")]
    order: Annotated[
        Sequence[PlayerId],
        Length(max=1000),
        "The players' ids, best first; not needed with a race, which gives the order.",
    ] = ()
    race: RaceOfTable | None = None
    note: Annotated[str | None, Lines(2000)] = None
    lots: Annotated[bool, "Draw lots among the players in question, from the event's seed."] = False


@dataclass(frozen=True, slots=True)
class GivePlaceBack:
    """A place in the final that is given up."""

    player: PlayerId
    reason: Annotated[str, Lines(2000)]


def make_decision(caller: Caller, event_id: str, given: MakeDecision) -> DecisionView:
    """Decide an open question, or decide it again; the latest decision counts.

    A dice race can be given throw by throw; it is replayed, and its outcome is the order. 409 `nothing_to_decide` names
    the questions that are open.  Seeds of players who are level (`by` is `seeding`) are drawn by lots, or given in an
    order with a `note` that says why.

    Raises the problems ``not_allowed``, ``not_found``, ``no_regulation`` and ``nothing_to_decide``, and `Faulty`.
    """
    caller.allow("decision.make", event_id)
    with caller.change() as change:
        facts = facts_of(change.session, event_id)
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
        if by_hand(given) and not given.note:
            raise invalid(FieldFault("note", "missing", {}))
        optional = {"race": given.race and asdict(given.race), "note": given.note, "lots": drawn}
        details = {key: value for key, value in optional.items() if value is not None}
        about, by, among = decision.about, decision.by, decision.among
        return _add(change, facts, event_id, about, by, decision.order, {**details, "among": among})


def by_hand(given: MakeDecision) -> bool:
    """Whether players who are level get their seeds in an order that somebody typed: that wants a reason."""
    return given.by == SEEDING and not given.lots


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


def give_place_back(caller: Caller, event_id: str, given: GivePlaceBack) -> DecisionView:
    """Give up the place of a player who has qualified.

    The next player moves up.

    Raises the problems ``not_allowed``, ``not_found``, ``no_regulation``, ``no_qualification``, ``not_qualified``, and
    ``finals_begun`` once a result of the rounds after the qualification has been entered, and `Faulty`.
    """
    caller.allow("decision.make", event_id)
    with caller.change() as change:
        facts = facts_of(change.session, event_id)
        if played := finals_played(facts):
            raise Problem("finals_begun", where=[f"{round_}-{table}" for round_, table in played])
        if all(given.player not in each.players for each in qualifications_of(facts)):
            raise Problem("not_qualified", name=names_of(facts).get(given.player, given.player))
        about = f"{WITHDRAWAL}/{facts.complete()}"
        return _add(change, facts, event_id, about, WITHDRAWAL, (given.player,), {"note": given.reason})


def finals_played(facts: Facts) -> list[tuple[int, int]]:
    """The rounds and tables after the qualification that have results: then nobody gives a place back any more."""
    finals = {each.number for each in facts.regulation.rounds if each.seating == "qualifiers"}
    at = {table.id: table for table in facts.tables if table.round in finals}
    return sorted(
        {(at[each.table_id].round, at[each.table_id].number) for each in facts.results if each.table_id in at}
    )


def withdraw_decision(caller: Caller, decision_id: str, given: ReasonIn) -> DecisionView:
    """Withdraw a decision, with a reason.

    It stays in the list.

    Raises the problems ``not_found`` and ``not_allowed``.
    """
    with caller.change() as change:
        found = get_row(change.session, DecisionMade, decision_id, lock=True)
        caller.allow("decision.make", found.event_id)
        if found.withdrawn_at is None:
            found.withdrawn_at = change.now
            withdrawn = {"by": change.author.name, "reason": given.reason}
            found.details = canonical({**json.loads(found.details), "withdrawn": withdrawn})
            change.session.add(found)
            target = f"decision:{found.id}"
            change.audit("decision.withdraw", target, found.event_id, about=found.about, reason=given.reason)
        return decision_view(found, {each.id: each.shown for each in players_of(change.session, found.event_id)})


def _add(
    change: Change,
    facts: Facts,
    event_id: str,
    about: str,
    by: str,
    order: Sequence[str],
    details: Mapping[str, Any],
) -> DecisionView:
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
    return decision_view(decision, names_of(facts))
