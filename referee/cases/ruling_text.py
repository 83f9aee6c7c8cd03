"""The effects of rulings in sentences."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from sqlmodel import Session

from referee.core.language import text
from referee.events.points_text import effect_text
from referee.log.table_game import TableGame
from referee.log.text import happened
from referee.models import Player
from referee.penalties.queries import penalty_state
from referee.penalties.state import CANCELLED, PROPOSED, PenaltyState

FIELDS: Mapping[str, tuple[str, str | None]] = {
    "cash": ("rulings_change_cash", "money"),
    "space": ("rulings_change_space", "space"),
    "jail": ("rulings_change_jail", None),
    "out": ("rulings_change_out", None),
    "cards": ("rulings_change_cards", "thing"),
    "owner": ("rulings_change_owner", "seat"),
    "level": ("rulings_change_level", "level"),
    "mortgaged": ("rulings_change_mortgaged", None),
    "turn": ("rulings_change_turn", "seat"),
    "time_up": ("rulings_change_time_up", None),
}
"""The fields of a position that have a sentence, and of which kind their values are; the others follow from these."""
STATES: Mapping[str, str] = {PROPOSED: "rulings_effect_sign_off", CANCELLED: "rulings_penalty_cancelled"}
"""The words for a penalty that is not simply in force."""
ABOUT = {"players": "seat", "deeds": "deed"}
"""The kinds of what the parts of a position are about."""


def change_sentences(game: TableGame, changes: Sequence[Mapping[str, Any]], language: str) -> list[str]:
    """What is different in a position, a sentence a field."""
    mechanics, table = game.game.ruleset.mechanics, game.game.state.table

    def label(kind: str | None, value: Any) -> str:
        if isinstance(value, list):
            return ", ".join(label(kind, each) for each in value) or text(language, "rulings_nothing")
        if isinstance(value, bool):
            return text(language, "rulings_yes" if value else "rulings_no")
        if value is None:
            return text(language, "rulings_nobody" if kind == "seat" else "rulings_nothing")
        return (mechanics.label(table, kind, value, language) if kind else None) or str(value)

    sentences = []
    for each in changes:
        part, _, rest = each["path"].partition(".")
        about, _, name = rest.rpartition(".")
        field = name or part
        if field in FIELDS and (part in ABOUT or not rest):
            sentence, kind = FIELDS[field]
            before, after = (_jail(value) if field == "jail" else value for value in (each["before"], each["after"]))
            what = label(ABOUT[part], about) if part in ABOUT else ""
            facts = {"what": what, "before": label(kind, before), "after": label(kind, after)}
            sentences.append(text(language, sentence, **facts))
    return sentences


def _jail(value: Any) -> bool:
    """Whether a player is in jail; what stands there counts the throws that failed."""
    return value is not None


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
    return [first, *change_sentences(game, effect.get("changes", ()), language)]


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
