"""Giving, signing off and cancelling penalties, with what they do to the player and to the table's log."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from sqlmodel import Session

from referee.core import metrics
from referee.core.command import Caller, Change
from referee.core.database.database import driver_execute
from referee.core.http.declared import FieldExample
from referee.core.http.fields import Length
from referee.core.http.schemas import Line, Lines, ReasonIn
from referee.core.problems import Problem
from referee.events.queries import last_begun_round, last_played_round, lock_event, seats_by_table
from referee.log.append import Log, Posting
from referee.log.table_game import LogDiffers, TableGame, TableGames
from referee.models import Call, Event, GameTable, Penalty, Player, Round, new_id
from referee.penalties.queries import PENALTIES, category_of, penalties_of, rule_for
from referee.penalties.state import CANCELLED, IN_FORCE, NOTED, PROPOSED, SIGNED_OFF, PenaltyState, stored_rule
from referee.penalties.views import penalty_sentence
from referee.rules.event_clauses import canonical_id, clause_faults
from rulesets.reports import as_report
from tournaments.fault import Fault, Faulty
from tournaments.penalties.rule import PenaltyLevel
from tournaments.typed import Whole


def exclude(session: Session, player: Player) -> int | None:
    """Exclude a player from further seatings.  Returns the player's earlier ``dropped_after``, for `readmit`."""
    already = exclusions(session, player)
    if already:
        step = already[0].came_into_force
        return step.dropped_before if step else None
    before = player.dropped_after
    player.dropped_after = last_played_round(session, player.id)
    session.add(player)
    return before


def readmit(session: Session, player: Player, before: int | None) -> None:
    """Let a player be seated again, unless another penalty excludes them.  ``before``: what `exclude` returned."""
    if not exclusions(session, player):
        player.dropped_after = before
        session.add(player)


def refuse_excluded(session: Session, player: Player) -> None:
    """Raise the problem ``out_by_penalty`` if a penalty excludes a player from the event."""
    for each in exclusions(session, player):
        raise Problem("out_by_penalty", name=player.shown, step=each.step.titles)


def exclusions(session: Session, player: Player) -> list[PenaltyState]:
    """The penalties in force that exclude a player from the event."""
    return [
        each
        for each in penalties_of(session, player.event_id, player.id)
        if each.name == IN_FORCE and each.step.effect == "out"
    ]


def prepare_log(caller: Caller, table_id: str | None) -> None:
    if table_id is not None:
        caller.service.part(TableGames).prepare([table_id])


def penalty_table_id(caller: Caller, penalty_id: str) -> str | None:
    """The id of the table that a penalty belongs to; None if there is no such table or penalty."""
    with caller.service.database.read() as session:
        found = session.get(Penalty, penalty_id)
    return found.table_id if found else None


def log_penalty(change: Change, found: PenaltyState) -> TableGame | None:
    """Write a penalty that came into force, or was cancelled since, to its table's log as a ruling that changes
    nothing, and return the game after it.  None if it waits to be signed, belongs to no table, or nothing can be logged
    there.
    """
    session, service, table_id = change.session, change.caller.service, found.penalty.table_id
    if table_id is None or found.name == PROPOSED or found.came_into_force is None:
        return None
    table = session.get(GameTable, table_id, with_for_update={"key_share": True}, populate_existing=True)
    execute = driver_execute(session)
    try:
        game = service.part(TableGames).current(table_id, execute)
    except LogDiffers:
        return None
    reason = penalty_sentence(found, session.get_one(Event, found.penalty.event_id).language)
    known = game.game.ruleset.catalogue.clauses
    clauses = [each for each in json.loads(found.penalty.clauses) if each in known]
    report = {"by": change.author.name, "type": "ruling", "reason": reason, "clauses": clauses, "set": {}}
    if table is None or table.state != "open" or not game.game.ruleset.judge(game.game, as_report(report)).accepted:
        return None
    # Never clashes with the client id of a reporter, which cannot contain a slash.
    appended = service.part(Log).append_within(execute, game, Posting(f"ruling/{new_id()}", report), change.author)
    return appended.table if appended else None


def remember_logged(caller: Caller, logged: TableGame | None) -> None:
    """After the commit, remember the game after the logged entry in this process."""
    if logged is not None:
        caller.service.part(TableGames).remember(logged)
        metrics.count_report(True)


OUT = "out"


@dataclass(frozen=True, slots=True)
class GivePenalty:
    """A penalty to give, and where it happened, as far as known."""

    player: Annotated[str, Line(18), "The player's id."]
    category: Annotated[str, Line(40), "The key of a category of the regulation.", FieldExample("protest")]
    step: Annotated[str, Line(40), "The key of a step of the regulation.", FieldExample("caution")]
    facts: Annotated[str, Lines(2000), "What happened."]
    reason: Annotated[str, Lines(2000), "Why this step."] = ""
    clauses: Annotated[
        Sequence[Annotated[str, Line(60)]],
        Length(max=20),
        "The clauses it is based on; empty: those of the category.",
        FieldExample(["JMA/REF-2"]),
    ] = ()
    table_id: Annotated[str | None, Line(18), "The id of the table of the game in which it happened."] = None
    entry: Annotated[int | None, Whole(1, 10**6), "The number of the entry of the table's log that it is about."] = None
    call_id: Annotated[str | None, Line(18), "The id of the call that it came from."] = None


@dataclass(frozen=True, slots=True)
class NotePenalty:
    """A record that the player has taken note."""

    note: Annotated[str, Lines(2000), "What the player said."] = ""


def give_penalty(caller: Caller, event_id: str, given: GivePenalty) -> str:
    """Give a player a penalty and return its id.  Once it is in force, the table's log says so.  Raises what
    `give_within` raises.
    """
    caller.allow("penalty.give", event_id)
    prepare_log(caller, given.table_id)
    with caller.change() as change:
        imposed = give_within(change, event_id, given)
        logged = log_penalty(change, imposed)
    remember_logged(caller, logged)
    return imposed.penalty.id


def give_within(change: Change, event_id: str, given: GivePenalty) -> PenaltyState:
    """Give a player a penalty within a change; if its step needs a sign-off, it waits for somebody else to sign it.

    Raises the problems ``not_found``, ``no_regulation`` and ``not_allowed``, and `Faulty` with every field that does
    not fit.
    """
    session = change.session
    lock_event(session, event_id)
    rule = rule_for(session, event_id)
    category = category_of(rule, given.category)
    step = rule.step(given.step)
    if step is None:
        known = ", ".join(each.key for each in rule.steps)
        raise Faulty([Fault("step", "wanted_choice", {"given": given.step, "choices": known})])
    change.caller.allow("penalty.severe" if step.severe else "penalty.give", event_id)
    clauses = list(dict.fromkeys(map(canonical_id, given.clauses)))
    player, table = _player_and_table(change, event_id, given, step, clause_faults(session, event_id, clauses))
    penalty = Penalty(
        event_id=event_id,
        player_id=player.id,
        table_id=table.id if table else None,
        entry=given.entry,
        call_id=given.call_id,
        category=category.key,
        step=step.key,
        rule=stored_rule(category, step),
        round=session.get_one(Round, table.round_id).number if table else last_begun_round(session, event_id),
        facts=given.facts,
        reason=given.reason,
        clauses=json.dumps(clauses or category.clauses),
        given_at=change.now,
    )
    session.add(penalty)
    session.flush()
    out = not step.sign_off and step.effect == OUT
    before = exclude(session, player) if out else None
    PENALTIES.add(change, penalty, PROPOSED, dropped_before=before)
    return PENALTIES.state(session, penalty.id)


def sign_penalty_off(caller: Caller, penalty_id: str) -> None:
    """Sign a penalty off, which puts it into force; its table's log says so.

    409 `own_penalty`: the person who gave a penalty may not sign it off.

    Raises the problems ``not_found``, ``not_allowed``, ``penalty_over``, ``penalty_in_force``, and ``own_penalty`` if
    the caller gave it.
    """
    prepare_log(caller, penalty_table_id(caller, penalty_id))
    with caller.change() as change:
        found = PENALTIES.claim(change, penalty_id, SIGNED_OFF)
        player = change.row(Player, found.penalty.player_id)
        before = exclude(change.session, player) if found.step.effect == OUT else None
        PENALTIES.add(change, found.penalty, SIGNED_OFF, dropped_before=before)
        logged = log_penalty(change, PENALTIES.state(change.session, penalty_id))
    remember_logged(caller, logged)


def cancel_penalty(caller: Caller, penalty_id: str, given: ReasonIn) -> None:
    """Cancel a penalty, with a reason; if it was in force, its table's log says so.

    Its effects are undone; it stays in the list.

    Raises what `cancel_within` raises.
    """
    prepare_log(caller, penalty_table_id(caller, penalty_id))
    with caller.change() as change:
        logged = log_penalty(change, cancel_within(change, penalty_id, given.reason))
    remember_logged(caller, logged)


def cancel_within(change: Change, penalty_id: str, reason: str) -> PenaltyState:
    """Cancel a penalty within a change, and undo what it did.  For a severe one in force, that takes the right to sign
    it off.

    Raises the problems ``not_found``, ``not_allowed`` and ``penalty_over``.
    """
    found = PENALTIES.claim(change, penalty_id, CANCELLED)
    PENALTIES.add(change, found.penalty, CANCELLED, reason)
    if found.name == IN_FORCE and found.step.effect == OUT and (into_force := found.came_into_force) is not None:
        readmit(change.session, change.row(Player, found.penalty.player_id), into_force.dropped_before)
    return PENALTIES.state(change.session, penalty_id)


def note_penalty(caller: Caller, penalty_id: str, given: NotePenalty) -> None:
    """Record that the player has taken note of a penalty, and what they said.

    Raises the problems ``not_found``, ``not_allowed`` and ``penalty_over``.
    """
    with caller.change() as change:
        PENALTIES.add(change, PENALTIES.claim(change, penalty_id, NOTED).penalty, NOTED, given.note)


def _player_and_table(
    change: Change, event_id: str, given: GivePenalty, step: PenaltyLevel, faults: list[Fault]
) -> tuple[Player, GameTable | None]:
    """The player and the table that a penalty is about.  ``faults``: those found so far, raised together with those
    found here as `Faulty`.
    """
    session = change.session
    player = session.get(Player, given.player, populate_existing=True)
    if player is None or player.event_id != event_id:
        raise Faulty([Fault("player", "penalty_of_nobody", {"given": given.player}), *faults])
    table = None
    if given.table_id:
        table = session.get(GameTable, given.table_id)
        seats = seats_by_table(session, [given.table_id])[given.table_id]
        if table is None or player.id not in [seat.player_id for seat in seats]:
            raise Faulty([Fault("table_id", "penalty_elsewhere", {"name": player.shown}), *faults])
    elif step.effect == "last":
        faults.append(Fault("table_id", "penalty_table_wanted", {"step": step.titles}))
    if given.entry is not None and (table is None or given.entry > table.seq):
        faults.append(Fault("entry", "penalty_entry_unknown", {"given": given.entry}))
    if given.call_id:
        call = session.get(Call, given.call_id)
        if call is None or call.event_id != event_id or (table is not None and call.table_id != table.id):
            faults.append(Fault("call_id", "penalty_call_elsewhere", {}))
    if faults:
        raise Faulty(faults)
    return player, table
