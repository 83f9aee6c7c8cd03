"""Appeals against a ruling: made in time, withdrawn, and settled by the head judge."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from marshmallow import ValidationError

from referee.cases.queries import CASES
from referee.cases.ruling import GivenRuling, after_ruling, log_upheld, make_ruling
from referee.cases.ruling_effect import RulingEffect, lock_for_ruling, prepare_game
from referee.cases.state import APPEAL_WITHDRAWN, APPEALED, CHANGED, OUTCOMES, UPHELD, VOTED, CaseState, decision_of
from referee.core.command import Caller
from referee.core.http.declared import FieldExample
from referee.core.http.field_faults import FieldFault, invalid
from referee.core.http.fields import Length, OneOf
from referee.core.http.schemas import Line, Lines
from referee.core.language import text
from referee.core.pages.format import clock_of_day
from referee.core.problems import Problem
from referee.tables.schemas import ClientId
from rulesets.languages import LANGUAGES

NO_EFFECT = RulingEffect(kind="none")
"""The effect of upholding a ruling."""


@dataclass(frozen=True, slots=True)
class MakeAppeal:
    """An appeal to make."""

    client_id: ClientId
    player: Annotated[str, Line(40), "The seat of the player who appeals.", FieldExample("A")]
    text: Annotated[str, Lines(2000), "The grounds of the appeal."]


@dataclass(frozen=True, slots=True)
class WithdrawAppeal:
    """An appeal to withdraw."""

    player: Annotated[str, Line(40), "The seat of the player whose appeal it is.", FieldExample("A")]


def make_appeal(caller: Caller, case_id: str, given: MakeAppeal) -> None:
    """Appeal against a ruling on behalf of a player.  Idempotent: a repeated client id is the same appeal.

    From the table's own device or by the staff; once per player, and before the deadline.

    Raises the problems ``not_found``, ``not_allowed``, ``invalid``, ``case_undecided``, ``case_withdrawn``,
    ``case_id_reused``, ``appeal_final``, ``appeal_twice``, ``appeal_agreed`` (JMA/REF-4) and ``appeal_too_late``.
    """
    with caller.change() as change:
        found, seat = CASES.claim(change, case_id, APPEALED, repeatable=True), given.player
        if found.already_made(given.client_id, APPEALED, seat=seat):
            return
        if seat not in found.seats:
            raise invalid(FieldFault("player", "seat_unknown", {"given": seat, "seats": ", ".join(found.seats)}))
        if not given.text.strip():
            raise invalid(FieldFault("text", "missing", {}))
        CASES.refuse(change, found, APPEALED)
        if seat in found.appeals:
            raise Problem("appeal_twice", name=found.name, player=seat)
        if found.first is not None and seat in decision_of(found.first).agreed:
            raise Problem("appeal_agreed", name=found.name, player=seat)
        if seat not in found.may_appeal(change.now):
            why = {language: why_too_late(found, language) for language in LANGUAGES}
            raise Problem("appeal_too_late", name=found.name, why=why)
        CASES.add(change, found.case, APPEALED, given.text, seat=seat, client_id=given.client_id)


def why_too_late(found: CaseState, language: str) -> str:
    """Why a ruling can no longer be appealed, or never could be."""
    until, ruled = found.appeal_deadline(), found.first
    if until is None or ruled is None or decision_of(ruled).appeal_until <= ruled.at:
        return text(language, "rulings_late_never")
    at = clock_of_day(until)
    return text(language, "rulings_late_published" if until == found.published_since else "rulings_late_time", until=at)


def withdraw_appeal(caller: Caller, case_id: str, given: WithdrawAppeal) -> None:
    """Withdraw a player's appeal.

    Raises the problems ``not_found``, ``not_allowed`` and ``no_appeal``.
    """
    with caller.change() as change:
        found = CASES.claim(change, case_id, APPEAL_WITHDRAWN)
        if given.player not in found.waiting:
            raise Problem("no_appeal", name=found.name)
        CASES.add(change, found.case, APPEAL_WITHDRAWN, seat=given.player)


@dataclass(frozen=True, slots=True)
class Vote:
    """The vote of a member of a panel."""

    name: Annotated[str, Line(40)]
    vote: Annotated[str, OneOf(OUTCOMES)]


@dataclass(frozen=True, slots=True)
class SettleAppeals:
    """The head judge's decision on the pending appeals of a case."""

    client_id: ClientId
    outcome: Annotated[str, OneOf(OUTCOMES), "`upheld`: the ruling stays; `changed`: `decision` is added on top of it."]
    reasons: Annotated[str, Lines(2000)]
    decision: Annotated[GivenRuling | None, "`changed`: the new decision."] = None
    panel: Annotated[
        Sequence[Vote],
        Length(max=9),
        "The votes of a panel, at least two; at least half must be for the outcome, because the head judge decides a"
        " tie.",
    ] = ()

    def __post_init__(self) -> None:
        """Require a new decision if the ruling is changed, and refuse one otherwise."""
        if (self.outcome == CHANGED) != (self.decision is not None):
            raise ValidationError({"decision": ["unknown" if self.decision is not None else "missing"]})


def settle_appeals(caller: Caller, case_id: str, given: SettleAppeals, language: str) -> None:
    """Decide the pending appeals: uphold the ruling, or overrule it with a new one.  Either is final, and is written to
    the table's log while the table is open.

    Overruling cancels the penalties that the ruling gave; its extensions are kept, and the position changes only as the
    new ruling says.  Idempotent: a repeated client id is the same decision.  ``language``: of refusals.  Raises the
    problems ``not_found``, ``not_allowed``, ``no_appeal``, ``case_id_reused``, ``invalid`` (also for a panel that does
    not support the outcome), ``appeal_own_ruling`` if the caller made the ruling, and those of
    `referee.cases.ruling.make_ruling`.
    """
    new = given.decision
    prepare_game(caller, case_id, "appeal.decide")
    with caller.change() as change:
        at = lock_for_ruling(change, case_id, new.effect if new else NO_EFFECT)
        found = at.case
        if found.already_made(given.client_id, UPHELD, CHANGED):
            return
        CASES.refuse(change, found, given.outcome)
        if not given.reasons.strip():
            raise invalid(FieldFault("reasons", "missing", {}))
        refuse_panel(given, found.first.author if found.first else "")
        for each in given.panel:
            CASES.add(change, found.case, VOTED, each.vote, seat=each.name)
        if new:
            logged = make_ruling(at, new, CHANGED, given.client_id, language, given.reasons)
        else:
            logged = log_upheld(at, given.reasons)
            entry = logged.table.seq if logged else None
            CASES.add(change, found.case, UPHELD, given.reasons, client_id=given.client_id, entry=entry)
    after_ruling(caller.service, logged)


def refuse_panel(given: SettleAppeals, ruled: str) -> None:
    """Raise the problem ``invalid`` if a panel is too small, names somebody twice, includes the author of the ruling
    (``ruled``), or votes against the outcome.  On a tie, the head judge's decision stands.
    """
    names = [each.name for each in given.panel]
    if not names:
        return
    if len(set(names)) < max(len(names), 2) or ruled in names:
        raise invalid(FieldFault("panel", "panel_members", {"by": ruled}))
    behind = sum(each.vote == given.outcome for each in given.panel)
    if 2 * behind < len(names):
        raise invalid(FieldFault("panel", "panel_majority", {"votes": behind, "members": len(names)}))
