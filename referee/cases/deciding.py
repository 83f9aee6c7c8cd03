"""Deciding a case: trying an effect without keeping it, or making the ruling."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from referee.cases.queries import CASES
from referee.cases.ruling import GivenRuling, after_ruling, apply_effect, make_ruling, penalties_to_lift
from referee.cases.ruling_clauses import checked_clauses
from referee.cases.ruling_effect import LockedCase, RulingEffect, lock_for_ruling, prepare_game
from referee.cases.state import DECIDED
from referee.cases.views import effect_sentences
from referee.core.command import Caller
from referee.core.language import text
from referee.log.changes import PositionChange
from referee.log.text import narrate
from referee.penalties.views import penalty_sentence


@dataclass(frozen=True, slots=True)
class EffectTrial:
    """What an effect would do.  ``at``: the last entry of the log; ``logged``: whether it would be in the log;
    ``sentences``: what would happen; ``refusals`` and ``due``: as in the record format.
    """

    at: int
    logged: bool
    accepted: bool
    refusals: Sequence[Mapping[str, Any]]
    sentences: Sequence[str]
    changes: Sequence[PositionChange]
    due: Sequence[Mapping[str, Any]]


class _TrialDone(Exception):
    """Raised to roll the transaction back once the trial is done."""

    def __init__(self, trial: EffectTrial) -> None:
        super().__init__()
        self.trial = trial


def try_effect(
    caller: Caller, case_id: str, effect: RulingEffect, language: str, clauses: Sequence[str] = ()
) -> EffectTrial:
    """Find out what an effect would do, by carrying it out in a transaction that is rolled back.  ``clauses``: those
    that the ruling is to rest on.

    Raises the problems ``not_found``, ``not_allowed``, ``too_many``, ``invalid`` for unknown clauses, and what
    `referee.cases.ruling.apply_effect` raises.
    """
    prepare_game(caller, case_id, "case.decide")
    if caller.who is not None:
        caller.service.limits.trial(caller.who.credential_id)
    try:
        with caller.change() as change:
            at = lock_for_ruling(change, case_id, effect)
            checked_clauses(change.session, at.case.case.event_id, at.game.game.ruleset, clauses, language)
            raise _TrialDone(_trial(at, effect, language))
    except _TrialDone as tried:
        return tried.trial


def _trial(at: LockedCase, effect: RulingEffect, language: str) -> EffectTrial:
    lifted = penalties_to_lift(at)
    applied = apply_effect(at, effect, [], at.case.name)
    answer = applied.answer
    judged = answer.to_json(language)
    events = [dict(each) for each in answer.events if each["kind"] != "ruling"]
    first, *further = effect_sentences(at.change.session, at.game, applied.to_json(), language)
    sentences = [first, *narrate(at.game, events, language), *further]
    for each in lifted:
        penalty = penalty_sentence(each, language)
        sentences.append(text(language, "rulings_penalty_lifted", told=penalty))
    return EffectTrial(
        at=at.case.table.seq,
        logged=at.open,
        accepted=answer.accepted,
        refusals=judged.get("refusals", []),
        sentences=sentences if answer.accepted else [],
        changes=applied.changes,
        due=judged.get("due", []),
    )


@dataclass(frozen=True, slots=True)
class DecideCase:
    """The decision of a case."""

    case_id: str
    client_id: str
    ruling: GivenRuling


def decide_case(caller: Caller, given: DecideCase, language: str) -> None:
    """Decide a case.  Idempotent: a repeated client id is the same decision.  ``language``: of refusals.

    Raises the problems ``not_found``, ``not_allowed``, ``case_decided``, ``case_withdrawn``, ``case_id_reused``, and
    those of `referee.cases.ruling.make_ruling`.
    """
    prepare_game(caller, given.case_id, "case.decide")
    with caller.change() as change:
        at = lock_for_ruling(change, given.case_id, given.ruling.effect)
        if at.case.already_made(given.client_id, DECIDED):
            return
        CASES.refuse(change, at.case, DECIDED)
        logged = make_ruling(at, given.ruling, DECIDED, given.client_id, language)
    after_ruling(caller.service, logged)
