"""Appeals against a ruling: made in time, withdrawn, and settled by the head judge."""

from __future__ import annotations

from dataclasses import dataclass

from referee.cases.opening import add_step, allow_and_lock, refuse_if_over
from referee.cases.ruling import GivenRuling, after_ruling, log_upheld, make_ruling
from referee.cases.ruling_effect import RulingEffect, lock_for_ruling, prepare_game
from referee.cases.state import APPEAL_WITHDRAWN, APPEALED, CHANGED, UPHELD, VOTED, CaseState, decision_of
from referee.core.command import Caller
from referee.core.http.field_faults import FieldFault, invalid
from referee.core.language import text
from referee.core.pages.format import clock_of_day
from referee.core.problems import Problem
from rulesets.languages import LANGUAGES

NO_EFFECT = RulingEffect()
"""The effect of upholding a ruling."""


@dataclass(frozen=True, slots=True)
class MakeAppeal:
    """An appeal to make.  ``player``: the seat; ``text``: what they object to in the ruling."""

    case_id: str
    client_id: str
    player: str
    text: str


def make_appeal(caller: Caller, given: MakeAppeal) -> None:
    """Appeal against a ruling on behalf of a player.  Idempotent: a repeated client id is the same appeal.

    Raises the problems ``not_found``, ``not_allowed``, ``invalid``, ``case_undecided``, ``case_withdrawn``,
    ``case_id_reused``, ``appeal_final``, ``appeal_twice``, ``appeal_agreed`` (JMA/REF-4) and ``appeal_too_late``.
    """
    with caller.change() as change:
        found, seat = allow_and_lock(change, given.case_id, "case.appeal"), given.player
        if found.already_made(given.client_id, APPEALED, seat=seat):
            return
        if seat not in found.seats:
            raise invalid(FieldFault("player", "seat_unknown", {"given": seat, "seats": ", ".join(found.seats)}))
        if not given.text.strip():
            raise invalid(FieldFault("text", "missing", {}))
        if found.first is None:
            refuse_if_over(found)
            raise Problem("case_undecided", name=found.name)
        if found.settled is not None:
            raise Problem("appeal_final", name=found.name, by=found.settled.author)
        if seat in found.appeals:
            raise Problem("appeal_twice", name=found.name, player=seat)
        if seat in decision_of(found.first).agreed:
            raise Problem("appeal_agreed", name=found.name, player=seat)
        if seat not in found.may_appeal(change.now):
            why = {language: why_too_late(found, language) for language in LANGUAGES}
            raise Problem("appeal_too_late", name=found.name, why=why)
        add_step(change, found.case, APPEALED, given.text, seat=seat, client_id=given.client_id)


def why_too_late(found: CaseState, language: str) -> str:
    """Why a ruling can no longer be appealed, or never could be."""
    until, ruled = found.appeal_deadline(), found.first
    if until is None or ruled is None or decision_of(ruled).appeal_until <= ruled.at:
        return text(language, "rulings_late_never")
    at = clock_of_day(until)
    return text(language, "rulings_late_published" if until == found.published_since else "rulings_late_time", until=at)


def withdraw_appeal(caller: Caller, case_id: str, player: str) -> None:
    """Withdraw a player's pending appeal.  ``player``: the seat.

    Raises the problems ``not_found``, ``not_allowed`` and ``no_appeal``.
    """
    with caller.change() as change:
        found = allow_and_lock(change, case_id, "case.appeal")
        if player not in found.waiting:
            raise Problem("no_appeal", name=found.name)
        add_step(change, found.case, APPEAL_WITHDRAWN, seat=player)


@dataclass(frozen=True, slots=True)
class Vote:
    """A panel member's vote.  ``name``: the member's; ``vote``: ``upheld`` or ``changed``."""

    name: str
    vote: str


@dataclass(frozen=True, slots=True)
class SettleAppeals:
    """The head judge's decision on the pending appeals.  ``ruling``: the new one, None if the old one is upheld;
    ``panel``: the votes of a panel, at least two, or none if the head judge decides alone.
    """

    case_id: str
    client_id: str
    reasons: str
    ruling: GivenRuling | None
    panel: tuple[Vote, ...] = ()


def settle_appeals(caller: Caller, given: SettleAppeals, language: str) -> None:
    """Decide the pending appeals: uphold the ruling, or overrule it with a new one.  Either is final, and is written to
    the table's log while the table is open.

    Overruling cancels the penalties that the ruling gave; its extensions are kept, and the position changes only as the
    new ruling says.  Idempotent: a repeated client id is the same decision.  ``language``: of refusals.  Raises the
    problems ``not_found``, ``not_allowed``, ``no_appeal``, ``case_id_reused``, ``invalid`` (also for a panel that does
    not support the outcome), ``appeal_own_ruling`` if the caller made the ruling, and those of
    `referee.cases.ruling.make_ruling`.
    """
    new = given.ruling
    prepare_game(caller, given.case_id, "appeal.decide")
    with caller.change() as change:
        at = lock_for_ruling(change, given.case_id, new.effect if new else NO_EFFECT)
        found = at.case
        if found.already_made(given.client_id, UPHELD, CHANGED):
            return
        if not found.waiting or found.first is None:
            raise Problem("no_appeal", name=found.name)
        if found.first.account_id == change.author.account_id:
            raise Problem("appeal_own_ruling", name=found.name, by=found.first.author)
        if not given.reasons.strip():
            raise invalid(FieldFault("reasons", "missing", {}))
        refuse_panel(given, found.first.author)
        for each in given.panel:
            add_step(change, found.case, VOTED, each.vote, seat=each.name)
        if new:
            logged = make_ruling(at, new, CHANGED, given.client_id, language, given.reasons)
        else:
            logged = log_upheld(at, given.reasons)
            entry = logged.table.seq if logged else None
            add_step(change, found.case, UPHELD, given.reasons, client_id=given.client_id, entry=entry)
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
    outcome = CHANGED if given.ruling else UPHELD
    behind = sum(each.vote == outcome for each in given.panel)
    if 2 * behind < len(names):
        raise invalid(FieldFault("panel", "panel_majority", {"votes": behind, "members": len(names)}))
