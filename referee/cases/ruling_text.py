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
    sentences = (_change_sentence(game, each, language) for each in changes)
    return [each for each in sentences if each]


def _change_sentence(game: TableGame, change: Mapping[str, Any], language: str) -> str:
    """A field that is different; empty where it has no sentence of its own."""
    part, _, rest = change["path"].partition(".")
    about, _, name = rest.rpartition(".")
    field = name or part
    if field not in FIELDS or (rest and part not in ABOUT):
        return ""
    sentence, kind = FIELDS[field]
    before, after = change["before"], change["after"]
    if field == "jail":  # the value counts failed throws; None: not in jail
        before, after = before is not None, after is not None
    what = _label(game, ABOUT[part], about, language) if part in ABOUT else ""
    facts = {"before": _label(game, kind, before, language), "after": _label(game, kind, after, language)}
    return text(language, sentence, what=what, **facts)


def _label(game: TableGame, kind: str | None, value: Any, language: str) -> str:
    """A value of a position in words."""
    if isinstance(value, list):
        return ", ".join(_label(game, kind, each, language) for each in value) or text(language, "rulings_nothing")
    if isinstance(value, bool):
        return text(language, "rulings_yes" if value else "rulings_no")
    if value is None:
        return text(language, "rulings_nobody" if kind == "seat" else "rulings_nothing")
    label = game.game.ruleset.mechanics.label
    return (label(game.game.state.table, kind, value, language) if kind else None) or str(value)


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
