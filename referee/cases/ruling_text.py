"""The effects of rulings in sentences."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from sqlmodel import Session

from referee.core.language import text
from referee.events.points_text import effect_text
from referee.log.change_text import change_sentences, is_named
from referee.log.table_game import TableGame
from referee.log.text import happened
from referee.models import Player
from referee.penalties.queries import penalty_state
from referee.penalties.state import CANCELLED, PROPOSED, PenaltyState

STATES: Mapping[str, str] = {PROPOSED: "rulings_effect_sign_off", CANCELLED: "rulings_penalty_cancelled"}
"""The words for a penalty that is not simply in force."""


def effect_sentences(session: Session, game: TableGame, effect: Mapping[str, Any], language: str) -> list[str]:
    """The effect of a ruling, made or tried.

    ``effect``: as it is kept, with its ``changes``; ``game``: of the table, whatever entry it is at.
    """
    match effect["kind"]:
        case "stand":
            first = text(language, "rulings_effect_stand", seq=effect["seq"])
        case "set":
            first = text(language, "rulings_effect_set")
        case "extension":
            first = text(language, "rulings_effect_extension", minutes=effect["minutes"])
        case "penalty":
            first = penalty_sentence(session, penalty_state(session, effect["penalty_id"]), language)
        case _:
            first = text(language, "rulings_effect_none")
    rows = effect.get("changes", ())
    if effect["kind"] == "stand":  # what else follows, its events say
        rows = [each for each in rows if is_named(each) and each["path"] != "due"]
    return [first, *change_sentences(game, rows, language)]


def penalty_sentence(session: Session, found: PenaltyState, language: str) -> str:
    """A penalty as it stands by now: whose, which, and what became of it."""
    name = session.get_one(Player, found.penalty.player_id).name
    first = text(language, "rulings_effect_penalty", name=name, step=found.step.titles[language])
    state = text(language, STATES[found.name]) if found.name in STATES else ""
    return " – ".join(filter(None, (first, effect_text(found.step, language), state)))


def event_sentences(game: TableGame, answer: str, language: str) -> list[str]:
    """The events that followed when a ruling let a report stand: those of its answer (JSON) but the ruling itself."""
    events = [each for each in json.loads(answer)["events"] if each["kind"] != "ruling"]
    return happened(game, events, language)
