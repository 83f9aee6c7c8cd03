"""Deciding a case: an effect is tried without a trace, or the ruling is made."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from referee.access.principal import Principal
from referee.event.case_opening import refuse_over
from referee.event.case_state import DECIDED, CaseState
from referee.event.ruling import known_by, penalty_lifted, rule, tried
from referee.event.ruling_effect import place, prepare
from referee.event.ruling_told import effect_told, state_told
from referee.language import language, word
from referee.log.told_line import happened
from referee.service import Service


class _Tried(Exception):
    """Enough is known: nothing of it is to be kept."""


def try_effect(service: Service, who: Principal, case_id: str, given: Mapping[str, Any]) -> dict[str, Any]:
    """What an effect would do, in the form of `referee.api.schemas.case_told.CaseTrialOut`; it is done and taken back.

    ``given``: in the form of `referee.api.schemas.case.CaseTrialIn`.  Raises what `referee.event.ruling.tried` does:
    whatever stands against the effect besides the law.
    """
    found: dict[str, Any] = {}
    prepare(service, case_id)
    with suppress(_Tried), service.database.write() as session:
        at = place(service, session, who, case_id, given["effect"])
        lifted = penalty_lifted(at)
        effect, _, answer = tried(at, given["effect"], [], at.case.name)
        judged = answer.to_json(language())
        events = [dict(each) for each in answer.events if each["kind"] != "ruling"]
        first, *further = effect_told(session, at.game, effect)
        told = [first, *happened(at.game, events, language()), *further]
        if lifted is not None:
            told.append(word("rulings_penalty_lifted", told=state_told(session, lifted)))
        found |= {
            "at": at.case.table.seq,
            "logged": at.open,
            "accepted": answer.accepted,
            "refusals": judged.get("refusals", []),
            "told": told if answer.accepted else [],
            "changes": effect["changes"],
            "due": judged.get("due", []),
        }
        raise _Tried
    return found


def decide(service: Service, who: Principal, case_id: str, given: Mapping[str, Any]) -> CaseState:
    """Decide a case; the same client id again is the same decision.

    ``given``: in the form of `referee.api.schemas.case.CaseDecisionIn`.  Raises the problems ``not_found``,
    ``case_decided``, ``case_withdrawn``, and those of `referee.event.ruling.rule`.
    """
    prepare(service, case_id)
    with service.database.write() as session:
        at = place(service, session, who, case_id, given["effect"])
        if at.case.knows(given["client_id"], DECIDED):
            return at.case
        refuse_over(at.case)
        ruled = rule(at, given, DECIDED, given["client_id"])
    known_by(service, ruled)
    return ruled.state
