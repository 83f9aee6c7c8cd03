"""Deciding a case: trying an effect without keeping it, or making the ruling."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from referee.cases.queries import CASES
from referee.cases.ruling import GivenRuling, after_ruling, apply_effect, make_ruling, penalties_to_lift
from referee.cases.ruling_effect import LockedCase, RulingEffect, checked_clauses, lock_for_ruling, prepare_game
from referee.cases.state import DECIDED
from referee.cases.views import effect_sentences
from referee.core.command import Caller
from referee.core.http.fields import Integer, Length
from referee.core.http.schemas import Line, RefusalSchema
from referee.core.language import text
from referee.log.changes import PositionChange
from referee.log.text import narrate
from referee.penalties.views import penalty_sentence
from referee.tables.schemas import ClientId


@dataclass(frozen=True, slots=True)
class TryEffect:
    """An effect to try, with the clauses that the ruling would be based on."""

    effect: RulingEffect
    clauses: Annotated[Sequence[Annotated[str, Line(60)]], Length(max=20)] = ()


@dataclass(frozen=True, slots=True)
class EffectTrial:
    """What an effect would do; nothing is changed."""

    at: Annotated[int, Integer(), "The number of the last entry of the log."]
    logged: Annotated[
        bool,
        "false: only the case would record it: the table is closed, or today's rules judge its log differently.",
    ]
    accepted: Annotated[bool, "Whether it is possible at the table."]
    refusals: Sequence[Annotated[Mapping[str, Any], RefusalSchema]]
    told: Annotated[Sequence[str], "What would happen, in sentences."]
    changes: Sequence[PositionChange]
    due: Annotated[Sequence[Mapping[str, Any]], "What would be due afterwards."]


class _TrialDone(Exception):
    """Raised to roll the transaction back once the trial is done."""

    def __init__(self, trial: EffectTrial) -> None:
        super().__init__()
        self.trial = trial


def try_effect(caller: Caller, case_id: str, given: TryEffect, language: str) -> EffectTrial:
    """Find out what an effect would do, by carrying it out in a transaction that is rolled back.

    Raises the problems ``not_found``, ``not_allowed``, ``too_many``, ``invalid`` for unknown clauses, and what
    `referee.cases.ruling.apply_effect` raises.
    """
    prepare_game(caller, case_id, "case.decide")
    if caller.who is not None:
        caller.service.limits.trial(caller.who.credential_id)
    try:
        with caller.change() as change:
            at = lock_for_ruling(change, case_id, given.effect)
            checked_clauses(change.session, at.case.case.event_id, at.game.game.ruleset, given.clauses, language)
            raise _TrialDone(_trial(at, given.effect, language))
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
        told=sentences if answer.accepted else [],
        changes=applied.changes,
        due=judged.get("due", []),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class DecideCase(GivenRuling):
    """The decision of a case."""

    client_id: ClientId


def decide_case(caller: Caller, case_id: str, given: DecideCase, language: str) -> None:
    """Decide a case.  Idempotent: a repeated client id is the same decision.  ``language``: of refusals.

    Raises the problems ``not_found``, ``not_allowed``, ``case_decided``, ``case_withdrawn``, ``case_id_reused``, and
    those of `referee.cases.ruling.make_ruling`.
    """
    prepare_game(caller, case_id, "case.decide")
    with caller.change() as change:
        at = lock_for_ruling(change, case_id, given.effect)
        if at.case.already_made(given.client_id, DECIDED):
            return
        CASES.refuse(change, at.case, DECIDED)
        logged = make_ruling(at, given, DECIDED, given.client_id, language)
    after_ruling(caller.service, logged)
