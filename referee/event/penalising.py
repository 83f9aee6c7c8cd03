"""Giving penalties, signing them, cancelling them; each with its author, and nothing is deleted."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from sqlmodel import Session, func, select

from referee import audit
from referee.access.guard import permitted
from referee.access.principal import Principal
from referee.event.clauses import as_id, clause_faults
from referee.event.penalties import category_of, penalty_state, rule_for
from referee.event.penalty_state import CANCELLED, IN_FORCE, NOTED, PROPOSED, SIGNED_OFF, PenaltyState, rule_of
from referee.event.players import begun, held
from referee.event.put_out import let_back, put_out
from referee.event.seats import seated
from referee.language import language
from referee.models import Call, GameTable, Penalty, PenaltyStep, Player, Round
from referee.problems import Problem
from tournaments.fault import Fault, Faulty
from tournaments.penalties.rule import Step

OUT = "out"


def give(session: Session, now: int, who: Principal, event_id: str, given: Mapping[str, Any]) -> PenaltyState:
    """Give a player a penalty; a step that needs it waits to be signed by somebody else.

    ``given``: in the form of `referee.api.schemas.penalty.PenaltyIn`.  Raises the problems ``not_found``,
    ``no_regulation`` and ``not_allowed``, and `Faulty` with everything that does not fit together.
    """
    held(session, event_id)
    rule = rule_for(session, event_id)
    category = category_of(rule, given["category"])
    step = rule.step(given["step"])
    if step is None:
        known = ", ".join(each.key for each in rule.steps)
        raise Faulty([Fault("step", "wanted_choice", {"given": given["step"], "choices": known})])
    permitted(who, "penalty.severe" if step.severe else "penalty.give", event_id)
    clauses = list(dict.fromkeys(map(as_id, given.get("clauses", ()))))
    player, table = _about(session, event_id, given, step, clause_faults(session, event_id, clauses))
    made = Penalty(
        event_id=event_id, player_id=player.id, table_id=table.id if table else None, entry=given.get("entry"),
        call_id=given.get("call_id"), category=category.key, step=step.key, rule=rule_of(category, step),
        round=session.get_one(Round, table.round_id).number if table else begun(session, event_id),
        facts=given["facts"], reason=given.get("reason", ""),
        clauses=json.dumps(clauses or category.clauses), given_at=now,
    )  # fmt: skip
    session.add(made)
    session.flush()
    out = not step.sign_off and step.effect == OUT
    before = put_out(session, player) if out else None
    facts = {"player": player.id, "category": category.key, "step": step.key}
    return _step(session, now, who, made, PROPOSED, dropped_before=before, **facts)


def sign_off(session: Session, now: int, who: Principal, penalty_id: str) -> PenaltyState:
    """Put a penalty into force that waits for it.

    Raises the problems ``not_found``, ``penalty_over``, ``penalty_in_force``, and ``own_penalty`` to whoever gave it.
    """
    found = _held(session, penalty_id)
    player = session.get_one(Player, found.penalty.player_id)
    if found.name == IN_FORCE:
        raise Problem("penalty_in_force", name=player.name, step=found.step.titles[language()])
    if found.proposed.account_id == who.account_id:
        raise Problem("own_penalty", name=player.name, step=found.step.titles[language()], by=found.proposed.author)
    before = put_out(session, player) if found.step.effect == OUT else None
    return _step(session, now, who, found.penalty, SIGNED_OFF, dropped_before=before)


def cancel(session: Session, now: int, who: Principal, penalty_id: str, reason: str) -> PenaltyState:
    """Cancel a penalty; whatever it did is taken back.  A severe one in force is cancelled by whoever may sign it.

    Raises the problems ``not_found``, ``not_allowed`` and ``penalty_over``.
    """
    found = _held(session, penalty_id)
    if found.step.severe:
        permitted(who, "penalty.sign_off" if found.name == IN_FORCE else "penalty.severe", found.penalty.event_id)
    made = _step(session, now, who, found.penalty, CANCELLED, reason)
    if found.name == IN_FORCE and found.step.effect == OUT and (came := found.came_into_force) is not None:
        let_back(session, session.get_one(Player, found.penalty.player_id), came.dropped_before)
    return made


def noted(session: Session, now: int, who: Principal, penalty_id: str, said: str) -> PenaltyState:
    """Write down that the player has taken note of it, and what they said.

    Raises the problems ``not_found`` and ``penalty_over``.
    """
    return _step(session, now, who, _held(session, penalty_id).penalty, NOTED, said)


def _about(
    session: Session, event_id: str, given: Mapping[str, Any], step: Step, faults: list[Fault]
) -> tuple[Player, GameTable | None]:
    """The player and the table that a penalty is about.  ``faults``: found so far, to be told with those found here."""
    player = session.get(Player, given["player"], populate_existing=True)
    if player is None or player.event_id != event_id:
        raise Faulty([Fault("player", "penalty_of_nobody", {"given": given["player"]}), *faults])
    table = None
    if table_id := given.get("table_id"):
        table = session.get(GameTable, table_id)
        seats = seated(session, [table_id])[table_id]
        if table is None or player.id not in [seat.player_id for seat in seats]:
            raise Faulty([Fault("table_id", "penalty_elsewhere", {"name": player.name}), *faults])
    elif step.effect == "last":
        faults.append(Fault("table_id", "penalty_table_wanted", {"step": step.titles[language()]}))
    if (entry := given.get("entry")) is not None and (table is None or entry > table.seq):
        faults.append(Fault("entry", "penalty_entry_unknown", {"given": entry}))
    if call_id := given.get("call_id"):
        call = session.get(Call, call_id)
        if call is None or call.event_id != event_id or (table is not None and call.table_id != table.id):
            faults.append(Fault("call_id", "penalty_call_elsewhere", {}))
    if faults:
        raise Faulty(faults)
    return player, table


def _held(session: Session, penalty_id: str) -> PenaltyState:
    """A penalty that is not cancelled, held: nobody else gives, signs or cancels one in its event meanwhile."""
    held(session, penalty_state(session, penalty_id).penalty.event_id)
    found = penalty_state(session, penalty_id)
    if found.cancelled is not None:
        name = session.get_one(Player, found.penalty.player_id).name
        raise Problem("penalty_over", name=name, step=found.step.titles[language()], by=found.cancelled.author)
    return found


def _step(
    session: Session, now: int, who: Principal, penalty: Penalty, kind: str, note: str = "",
    dropped_before: int | None = None, **facts: Any,
) -> PenaltyState:  # fmt: skip
    """Write a step of a penalty; the penalty as it stands then."""
    author = who.author
    last = session.exec(select(func.max(PenaltyStep.at)).where(PenaltyStep.penalty_id == penalty.id)).one()
    now = max(now, (last or 0) + 1)
    made = PenaltyStep(
        penalty_id=penalty.id, kind=kind, note=note, dropped_before=dropped_before, author=author.name,
        account_id=author.account_id, credential_id=author.credential_id, at=now,
    )  # fmt: skip
    session.add(made)
    facts |= {"note": note} if note else {}
    audit.record(session, now, who, f"penalty.{kind}", f"penalty:{penalty.id}", penalty.event_id, **facts)
    session.flush()
    return penalty_state(session, penalty.id)
