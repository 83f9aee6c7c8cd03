"""What a ruling does, in sentences, in the reader's language."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from sqlmodel import Session

from referee.core.language import language, word
from referee.events.points_text import effect_text
from referee.log.table_game import TableGame
from referee.log.text import happened
from referee.models import Player
from referee.penalties.queries import penalty_state
from referee.penalties.state import CANCELLED, IN_FORCE, PROPOSED, PenaltyState

FIELDS: Mapping[str, tuple[Callable[..., str], str | None]] = {
    "cash": (lambda **facts: word("rulings_change_cash", **facts), "money"),
    "space": (lambda **facts: word("rulings_change_space", **facts), "space"),
    "jail": (lambda **facts: word("rulings_change_jail", **facts), None),
    "out": (lambda **facts: word("rulings_change_out", **facts), None),
    "cards": (lambda **facts: word("rulings_change_cards", **facts), "thing"),
    "owner": (lambda **facts: word("rulings_change_owner", **facts), "seat"),
    "level": (lambda **facts: word("rulings_change_level", **facts), "level"),
    "mortgaged": (lambda **facts: word("rulings_change_mortgaged", **facts), None),
    "turn": (lambda **facts: word("rulings_change_turn", **facts), "seat"),
    "time_up": (lambda **facts: word("rulings_change_time_up", **facts), None),
}
"""The fields of a position that are told, and of which kind their values are; the others follow from these."""
STATES: Mapping[str, Callable[[], str]] = {
    PROPOSED: lambda: word("rulings_effect_sign_off"),
    IN_FORCE: lambda: "",
    CANCELLED: lambda: word("rulings_penalty_cancelled"),
}
"""What is said about a penalty that is not just in force."""
ABOUT = {"players": "seat", "deeds": "deed"}
"""The kinds of what the parts of a position are about."""


def changes_told(game: TableGame, changes: Sequence[Mapping[str, Any]]) -> list[str]:
    """What is different in a position, a sentence a field."""
    mechanics, table = game.game.ruleset.mechanics, game.game.state.table

    def label(kind: str | None, value: Any) -> str:
        if isinstance(value, list):
            return ", ".join(label(kind, each) for each in value) or word("rulings_nothing")
        if isinstance(value, bool):
            return word("rulings_yes") if value else word("rulings_no")
        if value is None:
            return word("rulings_nobody") if kind == "seat" else word("rulings_nothing")
        return (mechanics.label(table, kind, value, language()) if kind else None) or str(value)

    told = []
    for each in changes:
        part, _, rest = each["path"].partition(".")
        about, _, name = rest.rpartition(".")
        field = name or part
        if field in FIELDS and (part in ABOUT or not rest):
            sentence, kind = FIELDS[field]
            before, after = (_jail(value) if field == "jail" else value for value in (each["before"], each["after"]))
            what = label(ABOUT[part], about) if part in ABOUT else ""
            told.append(sentence(what=what, before=label(kind, before), after=label(kind, after)))
    return told


def _jail(value: Any) -> bool:
    """Whether a player is in jail; what stands there counts the throws that failed."""
    return value is not None


def effect_told(session: Session, game: TableGame, effect: Mapping[str, Any]) -> list[str]:
    """What a ruling has done, or would do.

    ``effect``: as it is kept, with its ``changes``; ``game``: of the table, whatever entry it is at.
    """
    match effect["kind"]:
        case "stand":
            first = word("rulings_effect_stand", seq=effect["seq"])
        case "set":
            first = word("rulings_effect_set")
        case "extension":
            first = word("rulings_effect_extension", minutes=effect["minutes"])
        case "penalty":
            first = penalty_told(session, effect)
        case _:
            first = word("rulings_effect_none")
    return [first, *changes_told(game, effect.get("changes", ()))]


def penalty_told(session: Session, effect: Mapping[str, Any]) -> str:
    """The penalty of a ruling, as it stands by now."""
    return state_told(session, penalty_state(session, effect["penalty_id"]))


def state_told(session: Session, found: PenaltyState) -> str:
    """A penalty: whose, which, and what became of it."""
    name = session.get_one(Player, found.penalty.player_id).name
    told = word("rulings_effect_penalty", name=name, step=found.step.titles[language()])
    more = (effect_text(found.step, language()), STATES[found.name]())
    return " – ".join((told, *filter(None, more)))


def events_told(game: TableGame, answer: str) -> list[str]:
    """What a ruling that let a report stand brought about: the events of its answer (JSON) but the ruling itself."""
    events = [each for each in json.loads(answer)["events"] if each["kind"] != "ruling"]
    return happened(game, events, language())
