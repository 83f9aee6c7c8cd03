"""The effects of rulings in sentences."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from sqlmodel import Session

from referee.core.language import text
from referee.log.change_text import change_sentences, is_named
from referee.log.table_game import TableGame
from referee.log.text import happened
from referee.penalties.queries import penalty_state
from referee.penalties.views import penalty_sentence


def effect_sentences(session: Session, game: TableGame, effect: Mapping[str, Any], language: str) -> list[str]:
    """All that a ruling does, made or tried: its effect, what that changes, and what else it does.

    ``effect``: as it is kept, with its ``changes``; ``game``: of the table, whatever entry it is at.
    """
    rows = effect.get("changes", ())
    if effect["kind"] == "stand":  # what else follows, its events say
        rows = [each for each in rows if is_named(each) and each["path"] != "due"]
    also = [_first(session, each, language) for each in effect.get("also", ())]
    return [_first(session, effect, language), *change_sentences(game, rows, language), *also]


def _first(session: Session, effect: Mapping[str, Any], language: str) -> str:
    match effect["kind"]:
        case "stand":
            return text(language, "rulings_effect_stand", seq=effect["seq"])
        case "set":
            return text(language, "rulings_effect_set")
        case "extension":
            return text(language, "rulings_effect_extension", minutes=effect["minutes"])
        case "penalty":
            return penalty_sentence(session, penalty_state(session, effect["penalty_id"]), language)
    return text(language, "rulings_effect_none")


def event_sentences(game: TableGame, answer: str, language: str) -> list[str]:
    """The events that followed when a ruling let a report stand: those of its answer (JSON) but the ruling itself."""
    events = [each for each in json.loads(answer)["events"] if each["kind"] != "ruling"]
    return happened(game, events, language)
