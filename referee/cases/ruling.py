"""A ruling: its effect, its entry in the table's log and its step of the case, in one transaction."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from sqlmodel import Session

from referee.cases.opening import step
from referee.cases.ruling_clauses import checked
from referee.cases.ruling_effect import Place, carried_out
from referee.cases.state import CHANGED, CaseState, Decision
from referee.clocks import follow
from referee.core import metrics
from referee.core.chain import canonical
from referee.core.command import Caller, Change
from referee.core.database.database import driver_execute
from referee.core.http.field_faults import Fault, invalid
from referee.core.language import language, spoken, word
from referee.core.problems import Problem
from referee.core.service import Service
from referee.events.regulation import last, read
from referee.log.append import Log, Posting
from referee.log.table_game import TableGame, TableGames
from referee.models import Event, new_id
from referee.penalties.commands import cancel
from referee.penalties.queries import penalty_state
from referee.penalties.state import CANCELLED, PenaltyState
from rulesets import Answer
from tournaments.regulation.rulings import USUAL

NOT_THERE = object()


def changes(before: Mapping[str, Any], after: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The fields that differ, each with its ``path`` (``players.A.cash``) and its values ``before`` and ``after``.

    What is only in one of them and says nothing there (a deed that is not mortgaged) is no difference.
    """
    old, new = dict(_leaves(before, "")), dict(_leaves(after, ""))
    found = []
    for path in (*old, *(each for each in new if each not in old)):
        one, other = old.get(path, NOT_THERE), new.get(path, NOT_THERE)
        present = other if one is NOT_THERE else one
        if one == other or ((one is NOT_THERE or other is NOT_THERE) and not present):
            continue
        shown = [None if each is NOT_THERE else each for each in (one, other)]
        found.append({"path": path, "before": shown[0], "after": shown[1]})
    return found


def _leaves(value: Mapping[str, Any], path: str) -> Iterator[tuple[str, Any]]:
    for name, each in value.items():
        if isinstance(each, Mapping):
            yield from _leaves(each, f"{path}{name}.")
        else:
            yield f"{path}{name}", each


MINUTE = 60_000


class Ruled(NamedTuple):
    """A ruling that was written: the case, and what was logged with the game behind it (None: nothing could be)."""

    state: CaseState
    posting: Posting | None
    table: TableGame | None


class Tried(NamedTuple):
    """What an effect came to: as it is kept, the ruling that goes into the log, and the law's answer to it."""

    effect: dict[str, Any]
    report: dict[str, Any]
    answer: Answer


def tried(at: Place, effect: Mapping[str, Any], clauses: list[str], reason: str) -> Tried:
    """Do what is not the log's, and ask the law about the rest.  Raises what `carried_out` does."""
    done = carried_out(at, effect)
    report = {"by": at.who.author.name, "type": "ruling", "reason": reason, "clauses": clauses, **done.ruling}
    game = at.game.game
    answer = game.ruleset.judge(game, report)
    before, after = (game.ruleset.position(each) for each in (game, answer.game))
    return Tried({**done.effect, "changes": changes(before, after)}, report, answer)


def rule(at: Place, given: Mapping[str, Any], kind: str, client_id: str, note: str = "") -> Ruled:
    """Write a ruling: a step ``kind`` of the case with a decision, and its entry in the table's log.

    ``given``: in the form of `referee.cases.schemas.given.Deciding`.  A decision that leaves the position as it is can
    be made of a closed table too; then the case alone has it.  Raises the problems ``invalid``, ``ruling_outdated``,
    ``refused`` (by the law) and what `carried_out` raises; nothing is kept then.
    """
    case = at.case.case
    for name in ("facts", "decision"):
        if not given[name].strip():
            raise invalid(Fault(name, "missing", {}))
    seen = given.get("at")
    if seen not in (None, at.case.table.seq) and given["effect"]["kind"] in ("stand", "set"):
        raise Problem("ruling_outdated", name=at.case.name, at=seen, seq=at.case.table.seq)
    if len(set(given["agreed"])) == 1:
        raise invalid(Fault("agreed", "agreed_alone", {"given": given["agreed"][0]}))
    for number, seat in enumerate(given["agreed"]):
        if seat not in at.case.seats:
            known = ", ".join(at.case.seats)
            raise invalid(Fault(f"agreed.{number}", "seat_unknown", {"given": seat, "seats": known}))
    if kind == CHANGED and (lifted := penalty_lifted(at)) is not None:
        with spoken(at.session.get_one(Event, case.event_id).language):
            reason = word("rulings_penalty_reason", name=at.case.name)
        cancel(Change(Caller(at.service, at.who), at.session, at.now), lifted.penalty.id, reason)
    clauses = checked(at.session, case.event_id, at.game.game.ruleset, given["clauses"])
    effect, report, answer = tried(at, given["effect"], clauses, f"{at.case.name}: {given['decision']}")
    if not answer.accepted:
        refusals = answer.to_json(language())["refusals"]
        raise Problem("refused", more={"refusals": refusals}, messages=[each["message"] for each in refusals])
    decision = Decision(
        given["facts"], given["question"], clauses, given["decision"], given["reasons"], effect,
        list(dict.fromkeys(given["agreed"])), at.now + appeal_minutes(at.session, case.event_id) * MINUTE,
    )  # fmt: skip
    posting = table = entry = None
    if at.open:
        # No reporter can take this name away: theirs have no stroke in them.
        posting = Posting(f"ruling/{new_id()}", report)
        appended = at.service.part(Log).append_within(driver_execute(at.session), at.game, posting, at.who.author)
        if appended is None:
            raise Problem("table_closed")
        table = appended.table
        entry = table.seq
    state = step(
        at.session, at.now, at.who, case, kind, note, client_id=client_id, decision=canonical(decision._asdict()),
        entry=entry, standing=given["standing"],
    )  # fmt: skip
    return Ruled(state, posting, table)


def penalty_lifted(at: Place) -> PenaltyState | None:
    """The penalty that goes with the ruling where that is changed on appeal; None without one, or without appeals."""
    if at.case.penalty_id is None or not at.case.waiting:
        return None
    found = penalty_state(at.session, at.case.penalty_id)
    return None if found.name == CANCELLED else found


def known_by(service: Service, ruled: Ruled) -> None:
    """After a ruling is kept: this process knows it, the clock follows it, and whoever watches is woken."""
    if ruled.table is not None and ruled.posting is not None:
        service.part(TableGames).remember(ruled.table)
        metrics.logged(True)
        follow.after(service, ruled.table.table_id, [ruled.posting])
    service.bus.publish(ruled.state.table.id, ruled.state.case.event_id)


def appeal_minutes(session: Session, event_id: str) -> int:
    """For how long a ruling of an event can be appealed against."""
    found = last(session, event_id)
    return (read(found.text).rulings if found else USUAL).appeal_minutes
