"""A penalty in a sentence."""

from __future__ import annotations

from collections.abc import Mapping

from sqlmodel import Session

from referee.core.language import text
from referee.events.points_text import effect_text
from referee.models import Player
from referee.penalties.state import CANCELLED, PROPOSED, PenaltyState

STATES: Mapping[str, str] = {PROPOSED: "rulings_effect_sign_off", CANCELLED: "rulings_penalty_cancelled"}
"""The words for a penalty that is not simply in force."""


def penalty_sentence(session: Session, found: PenaltyState, language: str) -> str:
    """A penalty as it stands by now: whose, which, and what became of it."""
    name = session.get_one(Player, found.penalty.player_id).name
    first = text(language, "rulings_effect_penalty", name=name, step=found.step.titles[language])
    state = text(language, STATES[found.name]) if found.name in STATES else ""
    return " – ".join(filter(None, (first, effect_text(found.step, language), state)))
