"""The state of a penalty, derived from its steps and never stored."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from referee.core.access.principal import Principal
from referee.core.problems import Problem
from referee.models import Penalty, PenaltyStep
from tournaments.penalties.effect import Earlier
from tournaments.penalties.rule import Category, PenaltyLevel

PROPOSED, SIGNED_OFF, CANCELLED, NOTED = "proposed", "signed_off", "cancelled", "noted"
IN_FORCE = "in_force"


class PenaltyState(NamedTuple):
    """A penalty and what follows from its steps.  ``player``: the name; ``step`` and ``titles`` (of the category, by
    language): of the regulation at the time.

    ``proposed``: the step that gave it; ``signed``, ``cancelled``, ``noted``: None until that happens.
    """

    penalty: Penalty
    player: str
    step: PenaltyLevel
    titles: Mapping[str, str]
    steps: Sequence[PenaltyStep]
    proposed: PenaltyStep
    signed: PenaltyStep | None
    cancelled: PenaltyStep | None
    noted: PenaltyStep | None

    @property
    def name(self) -> str:
        """proposed (waits to be signed), in_force or cancelled."""
        if self.cancelled is not None:
            return CANCELLED
        return PROPOSED if self.step.sign_off and self.signed is None else IN_FORCE

    @property
    def came_into_force(self) -> PenaltyStep | None:
        """The step that put it into force, even if it was cancelled since; None while it waits to be signed."""
        return self.signed if self.step.sign_off else self.proposed


def state_of(penalty: Penalty, player: str, steps: Sequence[PenaltyStep]) -> PenaltyState:
    """Derive the state of a penalty from its steps, which are in order, the proposal first."""
    rule = json.loads(penalty.rule)
    points = rule["step"]["points"]
    last = {each.kind: each for each in steps}
    return PenaltyState(
        penalty,
        player,
        PenaltyLevel(**{**rule["step"], "points": None if points is None else Fraction(points)}),
        rule["category"],
        steps,
        last[PROPOSED],
        last.get(SIGNED_OFF),
        last.get(CANCELLED),
        last.get(NOTED),
    )


def stored_rule(category: Category, step: PenaltyLevel) -> str:
    """The part of the regulation that is stored with a penalty, as JSON for `state_of` to read."""
    points = None if step.points is None else str(step.points)
    kept = {
        "key": step.key,
        "titles": dict(step.titles),
        "weight": step.weight,
        "sign_off": step.sign_off,
        "effect": step.effect,
        "points": points,
    }
    return json.dumps({"category": dict(category.titles), "step": kept}, ensure_ascii=False)


def history(states: Sequence[PenaltyState]) -> list[Earlier]:
    """The penalties that count when the next step is suggested: all that were not cancelled."""
    return [
        Earlier(each.penalty.category, each.penalty.step, each.step.weight) for each in states if each.name != CANCELLED
    ]


def audited_step(penalty: Penalty, step: PenaltyStep) -> Mapping[str, object]:
    given = {"player": penalty.player_id, "category": penalty.category, "step": penalty.step}
    return (given if step.kind == PROPOSED else {}) | ({"note": step.note} if step.note else {})


def right_to(found: PenaltyState, kind: str) -> str:
    """The action that a step of a penalty takes.  To cancel a severe one in force, the right to sign it off."""
    if kind == SIGNED_OFF or (kind == CANCELLED and found.step.severe and found.name == IN_FORCE):
        return "penalty.sign_off"
    return "penalty.severe" if kind == CANCELLED and found.step.severe else "penalty.give"


def obstacle(found: PenaltyState, kind: str, who: Principal) -> Problem | None:
    """What keeps somebody who has the right to a step from it; None if nothing does."""
    facts: dict[str, Any] = {"name": found.player, "step": found.step.titles}
    if found.cancelled is not None:
        return Problem("penalty_over", **facts, by=found.cancelled.author)
    if kind == SIGNED_OFF and found.name == IN_FORCE:
        return Problem("penalty_in_force", **facts)
    if kind == SIGNED_OFF and found.proposed.account_id == who.account_id:
        return Problem("own_penalty", **facts, by=found.proposed.author)
    return None
