"""The effect of the ruling that a remedy leads to, as the API takes it; the usual penalty in a case."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from sqlmodel import Session

from referee.cases.deciding import EffectTrial
from referee.cases.queries import CASES, cases_at
from referee.cases.remedies import Fine, MoreTime, Remedy, apply_remedy
from referee.cases.state import CaseState
from referee.cases.undoing import may_undo
from referee.core.service import service
from referee.log.table_game import TableGame
from referee.penalties.queries import category_of, penalties_of, rule_for, suggestion


@dataclass(frozen=True, slots=True)
class ProposedEffect:
    """What a remedy would do.  ``effect``: of the ruling, in the form of `referee.cases.ruling_effect.RulingEffect`;
    ``dropped``: entries that can no longer be replayed.
    """

    effect: Mapping[str, Any]
    dropped: Sequence[int] = ()


@dataclass(frozen=True, slots=True)
class RemedyTrial:
    """What a remedy would do; nothing was changed."""

    effect: Annotated[
        Mapping[str, Any], "The effect to send as `effect` of the decision of the case, or of its appeals."
    ]
    dropped: Annotated[Sequence[int], "The entries of the log that would no longer be possible."]
    trial: EffectTrial


def propose_effect(case_id: str, remedy: Remedy, game: TableGame, facts: str, language: str) -> ProposedEffect:
    """The effect that a remedy proposes.  ``facts``: of a penalty; ``language``: of refusals.  Raises what
    `apply_remedy` does.
    """
    with service().database.read() as session:
        found = CASES.state(session, case_id)
        match remedy:
            case MoreTime(minutes):
                return ProposedEffect({"kind": "extension", "minutes": minutes})
            case Fine(player, category, step):
                fine = case_penalty(session, found, player, category, step)
                return ProposedEffect({"kind": "penalty", "penalty": {**fine, "facts": facts or "–"}})
        done = apply_remedy(remedy, game, undoable_cases(session, found), language)
    return ProposedEffect({"kind": "set", "set": dict(done.parts)}, done.dropped)


def undoable_cases(session: Session, found: CaseState) -> list[CaseState]:
    """The cases at the table of a case whose rulings have changed the position."""
    return [each for each in cases_at(session, found.table.id) if may_undo(each)]


def case_penalty(session: Session, found: CaseState, player: str, category: str, step: str) -> dict[str, Any]:
    """A penalty in a case, without its texts; if no step is chosen, with the one suggested for the player."""
    case = found.case
    if not step and player and category:
        rule = rule_for(session, case.event_id)
        given = penalties_of(session, case.event_id, player)
        step = suggestion(rule, category_of(rule, category), given)[0].step.key
    about = {"entry": case.refused, "call_id": case.call_id}
    return {
        "player": player,
        "category": category,
        "step": step,
        "table_id": case.table_id,
        **{name: value for name, value in about.items() if value is not None},
    }
