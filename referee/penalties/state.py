"""How a penalty stands: derived from its steps, never kept."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from referee.models import Penalty, PenaltyStep
from tournaments.penalties.escalation import Earlier
from tournaments.penalties.rule import Category, Step

PROPOSED, SIGNED_OFF, CANCELLED, NOTED = "proposed", "signed_off", "cancelled", "noted"
IN_FORCE = "in_force"


class PenaltyState(NamedTuple):
    """A penalty.  ``step`` and ``titles`` (of the category, by language): of the regulation as it was then.

    ``proposed``: the step by which it was given; ``signed``, ``cancelled``, ``noted``: None as long as it was not.
    """

    penalty: Penalty
    step: Step
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
        """The step by which it came into force, also if it was cancelled since."""
        return self.signed if self.step.sign_off else self.proposed


def state_of(penalty: Penalty, steps: Sequence[PenaltyStep]) -> PenaltyState:
    """How a penalty stands.  ``steps``: in order, the proposal first."""
    rule = json.loads(penalty.rule)
    points = rule["step"]["points"]
    last = {each.kind: each for each in steps}
    return PenaltyState(
        penalty,
        Step(**{**rule["step"], "points": None if points is None else Fraction(points)}),
        rule["category"],
        steps,
        last[PROPOSED],
        last.get(SIGNED_OFF),
        last.get(CANCELLED),
        last.get(NOTED),
    )


def rule_of(category: Category, step: Step) -> str:
    """What is kept of the regulation with a penalty: `state_of` reads it again."""
    points = None if step.points is None else str(step.points)
    kept = {
        "key": step.key, "titles": dict(step.titles), "weight": step.weight, "sign_off": step.sign_off,
        "effect": step.effect, "points": points,
    }  # fmt: skip
    return json.dumps({"category": dict(category.titles), "step": kept}, ensure_ascii=False)


def history(states: Sequence[PenaltyState]) -> list[Earlier]:
    """What counts when the next step is suggested: whatever was not cancelled."""
    return [
        Earlier(each.penalty.category, each.penalty.step, each.step.weight) for each in states if each.name != CANCELLED
    ]
