"""A ruling: its effect, its entry in the table's log and its step of the case, in one transaction."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Annotated, Any, NamedTuple

from sqlmodel import Session

from referee.calls.commands import settle_by_ruling
from referee.cases.queries import CASES
from referee.cases.ruling_effect import (
    UNCHANGED,
    LockedCase,
    RulingEffect,
    SetPosition,
    Stand,
    carry_out,
    checked_clauses,
)
from referee.cases.state import CHANGED, STANDINGS, UPHELD, KeptDecision
from referee.clocks.firing import follow_log
from referee.core import metrics
from referee.core.chain import canonical
from referee.core.database.database import driver_execute
from referee.core.http.declared import FieldExample
from referee.core.http.field_faults import FieldFault, invalid
from referee.core.http.fields import Length, OneOf
from referee.core.http.schemas import Line, Lines
from referee.core.language import text
from referee.core.problems import Problem
from referee.core.service import Service
from referee.events.regulation import latest_version, parse_regulation
from referee.log.append import Log, Posting
from referee.log.changes import PositionChange, changes
from referee.log.table_game import TableGame, TableGames
from referee.log.text import ruling_name
from referee.models import new_id
from referee.penalties.commands import cancel_within
from referee.penalties.queries import PENALTIES
from referee.penalties.state import CANCELLED, PenaltyState
from referee.tables.schemas import MOST_ENTRIES
from rulesets import Answer
from rulesets.irregularities import TO_FILL_IN
from rulesets.languages import LANGUAGES
from rulesets.reports import as_report
from tournaments.regulation.sections import USUAL
from tournaments.typed import Whole

MINUTE = 60_000


@dataclass(frozen=True, slots=True)
class Translation:
    """What a ruling says in another language; what is left out its readers see as it was written."""

    language: Annotated[str, OneOf(LANGUAGES)]
    facts: Annotated[str, Lines(2000)] = ""
    decision: Annotated[str, Lines(1900)] = ""
    reasons: Annotated[str, Lines(2000)] = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class GivenRuling:
    """A decision, with its reasons and its effect."""

    facts: Annotated[str, Lines(2000), "What happened, as established by the referee."]
    question: Annotated[str, Lines(2000), "The question to be decided."] = ""
    clauses: Annotated[
        Sequence[Annotated[str, Line(60)]],
        Length(max=20),
        "What it is based on: clauses of the table's ruleset, points of the regulation.",
        FieldExample(["JMA/REF-1"]),
    ] = ()
    decision: Annotated[str, Lines(1900), "The decision, in a sentence or two."]
    reasons: Annotated[str, Lines(2000)] = ""
    translations: Annotated[
        Sequence[Translation], Length(max=len(LANGUAGES)), "For readers of other languages: tables, players, parties."
    ] = ()
    effect: RulingEffect
    at: Annotated[
        int | None,
        Whole(0, MOST_ENTRIES),
        "The last entry that the referee has seen, `at` of a trial. If the log has continued since, nothing is decided "
        "about the position (409 `ruling_outdated`).",
    ] = None
    agreed: Annotated[
        Sequence[Annotated[str, Line(40)]],
        Length(max=8),
        "The seats that settled it among themselves (JMA/REF-4), at least two; empty: the referee decided.",
    ] = ()
    standing: Annotated[str, OneOf(STANDINGS), "What it is worth as a precedent in this event."] = "none"


class LoggedRuling(NamedTuple):
    """The entry of a ruling in the table's log, and the game after it."""

    posting: Posting
    table: TableGame


class Applied(NamedTuple):
    """An effect that was carried out.  ``kept``: as the case stores it; ``changes``: to the position; ``report``: the
    ruling for the log; ``answer``: the law's answer to that.
    """

    kept: Mapping[str, Any]
    changes: Sequence[PositionChange]
    report: Mapping[str, Any]
    answer: Answer

    def to_json(self) -> dict[str, Any]:
        """The effect with its changes, as a decision stores it."""
        return {**self.kept, "changes": [asdict(each) for each in self.changes]}


def apply_effect(at: LockedCase, effect: RulingEffect, clauses: list[str], reason: str) -> Applied:
    """Carry out an effect and ask the law about its ruling, without logging it.  Raises what `carry_out` does."""
    done = carry_out(at, effect)
    report = {"by": at.change.author.name, "type": "ruling", "reason": reason, "clauses": clauses, **done.ruling}
    game = at.game.game
    answer = game.ruleset.judge(game, as_report(report))
    before, after = (game.ruleset.position(each) for each in (game, answer.game))
    return Applied(done.kept, changes(before, after), report, answer)


def make_ruling(
    at: LockedCase, given: GivenRuling, kind: str, client_id: str, language: str, note: str = ""
) -> LoggedRuling | None:
    """Make a ruling: add a step ``kind`` with the decision to the case, write it to the table's log, and settle the
    call that the case came from.

    A decision that leaves the position as it is can be made for a closed table too; it is then stored with the case
    alone, and None is returned.  ``language``: of refusals.  Raises the problems ``invalid``, ``ruling_outdated``,
    ``refused`` (by the law) and what `carry_out` raises; nothing is saved then.
    """
    change, case = at.change, at.case.case
    refuse_incomplete(at, given)
    for lifted in penalties_to_lift(at) if kind == CHANGED else ():
        cancel_within(change, lifted.penalty.id, text(at.language, "rulings_penalty_reason", name=at.case.name))
    clauses = checked_clauses(change.session, case.event_id, at.game.game.ruleset, given.clauses, language)
    decision = KeptDecision(
        given.facts,
        given.question,
        clauses,
        given.decision,
        given.reasons,
        {},
        list(dict.fromkeys(given.agreed)),
        change.now + appeal_minutes(change.session, case.event_id) * MINUTE,
        [asdict(each) for each in given.translations],
    )
    said = decision.said(at.language).decision
    applied = apply_effect(at, given.effect, clauses, f"{ruling_name(at.case.case.number, kind, at.language)}: {said}")
    if not applied.answer.accepted:
        refusals = applied.answer.to_json(language)["refusals"]
        raise Problem("refused", more={"refusals": refusals}, messages=[each["message"] for each in refusals])
    logged = _log_ruling(at, applied.report) if at.open else None
    CASES.add(
        change,
        case,
        kind,
        note,
        client_id=client_id,
        decision=canonical(decision._replace(effect=applied.to_json())._asdict()),
        entry=logged.table.seq if logged else None,
        standing=given.standing,
    )
    if case.call_id is not None:
        settle_by_ruling(change, case.call_id, f"{at.case.name}: {said}", given.effect.minutes_given)
    return logged


def log_upheld(at: LockedCase, reasons: str) -> LoggedRuling | None:
    """Write to the table's log that a ruling was upheld, which changes nothing there; None if nothing can be logged."""
    if not at.open:
        return None
    reason = f"{ruling_name(at.case.case.number, UPHELD, at.language)}: {reasons}"
    return _log_ruling(
        at, {"by": at.change.author.name, "type": "ruling", "reason": reason, "clauses": [], **UNCHANGED}
    )


def refuse_incomplete(at: LockedCase, given: GivenRuling) -> None:
    """Raise the problem ``invalid`` for an incomplete decision, or ``ruling_outdated`` if the log has gone on since
    ``given.at`` and the effect depends on it.
    """
    for name, value in (("facts", given.facts), ("decision", given.decision)):
        if not value.strip():
            raise invalid(FieldFault(name, "missing", {}))
    unfilled = [name for name in ("facts", "question", "decision", "reasons") if TO_FILL_IN in getattr(given, name)]
    if unfilled:
        raise invalid(*(FieldFault(name, "not_filled_in", {}) for name in unfilled))
    if given.at not in (None, at.case.table.seq) and given.effect.includes(Stand, SetPosition):
        raise Problem("ruling_outdated", name=at.case.name, at=given.at, seq=at.case.table.seq)
    if len(set(given.agreed)) == 1:
        raise invalid(FieldFault("agreed", "agreed_alone", {"given": given.agreed[0]}))
    for number, seat in enumerate(given.agreed):
        if seat not in at.case.seats:
            known = ", ".join(at.case.seats)
            raise invalid(FieldFault(f"agreed.{number}", "seat_unknown", {"given": seat, "seats": known}))


def _log_ruling(at: LockedCase, report: Mapping[str, Any]) -> LoggedRuling:
    # Never clashes with the client id of a reporter, which cannot contain a slash.
    posting = Posting(f"ruling/{new_id()}", dict(report))
    change = at.change
    log, execute = change.caller.service.part(Log), driver_execute(change.session)
    appended = log.append_within(execute, at.game, posting, change.author)
    if appended is None:
        raise Problem("table_closed")
    return LoggedRuling(posting, appended.table)


def penalties_to_lift(at: LockedCase) -> list[PenaltyState]:
    """The penalties that are cancelled if the ruling is changed on appeal; none if no appeal is pending."""
    ids = at.case.penalty_ids if at.case.waiting else ()
    found = (PENALTIES.state(at.change.session, each) for each in ids)
    return [each for each in found if each.name != CANCELLED]


def after_ruling(service: Service, logged: LoggedRuling | None) -> None:
    """After a ruling is committed: remember the game after its entry in this process, and let the clock follow."""
    if logged is not None:
        service.part(TableGames).remember(logged.table)
        metrics.count_report(True)
        follow_log(service, logged.table.table_id, [logged.posting])


def appeal_minutes(session: Session, event_id: str) -> int:
    """For how many minutes a ruling of an event can be appealed."""
    found = latest_version(session, event_id)
    return (parse_regulation(found.text).rulings if found else USUAL).appeal_minutes
