"""Deciding a case: an effect is tried without a trace, or the ruling is made."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from referee.cases.opening import refuse_over
from referee.cases.ruling import known_by, penalty_lifted, rule, tried
from referee.cases.ruling_effect import place, prepare
from referee.cases.ruling_text import effect_told, state_told
from referee.cases.state import DECIDED, CaseState
from referee.core.access.principal import Principal
from referee.core.language import language, word
from referee.core.service import Service
from referee.log.text import happened


class _Tried(Exception):
    """Enough is known: nothing of it is to be kept."""


def try_effect(service: Service, who: Principal, case_id: str, given: Mapping[str, Any]) -> dict[str, Any]:
    """What an effect would do, in the form of `referee.cases.schemas.answers.CaseTrialOut`; it is done and taken back.

    ``given``: in the form of `referee.cases.schemas.given.CaseTrialIn`.  Raises what `referee.cases.ruling.tried` does:
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

    ``given``: in the form of `referee.cases.schemas.given.CaseDecisionIn`.  Raises the problems ``not_found``,
    ``case_decided``, ``case_withdrawn``, and those of `referee.cases.ruling.rule`.
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
