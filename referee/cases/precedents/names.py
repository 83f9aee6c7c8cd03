"""Anonymising a ruling: players at its table become their seats, the event's other players a blank."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from sqlmodel import Session, select

from referee.cases.queries import seat_names
from referee.cases.state import CaseState
from referee.core.language import words
from referee.events.queries import seats_by_table
from referee.models import Event, Player

LATIN = "A-Za-zÀ-ɏ"
KATAKANA = "ァ-ヺー"
HAN = "㐀-鿿"
TITLES = "氏|君|様|殿|選手|先生|同学|女士|小姐"
"""Titles that follow a name and are not part of it."""
LEAST_LETTERS = 3
"""The fewest letters that a part of a Latin name needs to be replaced: "An" and "In" are words."""


class PlayerNames(NamedTuple):
    """The players of an event.  ``names``: by id; ``blank``: what replaces the name of a player who is not at the
    table.
    """

    names: Mapping[str, str]
    blank: str


def player_names(session: Session, event_id: str) -> PlayerNames:
    """The players of an event."""
    blank = words(session.get_one(Event, event_id).language)["rulings_somebody"]
    rows = session.exec(select(Player.id, Player.name).where(Player.event_id == event_id))
    return PlayerNames(dict(rows.all()), blank)


def anonymise(session: Session, found: CaseState, players: PlayerNames, value: dict[str, Any]) -> dict[str, Any]:
    """Anonymise a value about a case: replace all names, whole or in part."""
    return dict(_replace_names(value, _replacements(session, found, players)))


def _replacements(session: Session, found: CaseState, players: PlayerNames) -> dict[str, str]:
    """The replacement for each name and part of a name, the longest first; the blank for a part that two players at the
    table share.
    """
    here: dict[str, str] = {}
    seats = {each.player_id: each.seat for each in seats_by_table(session, [found.table.id])[found.table.id]}
    at_table = [*((name, seat) for seat, name in seat_names(found).items())]
    at_table += [(name, seats[player]) for player, name in players.names.items() if player in seats]
    for name, seat in at_table:
        for part in _name_parts(name):
            here[part] = seat if here.get(part, seat) == seat else players.blank
    others = {
        part: players.blank
        for player, name in players.names.items()
        if player not in seats
        for part in _name_parts(name)
    }
    every = {part: by for part, by in {**others, **here}.items() if part not in found.seats}
    return dict(sorted(every.items(), key=lambda each: -len(each[0])))


def _name_parts(name: str) -> Iterator[str]:
    """A name, and those of its parts that are unlikely to be ordinary words."""
    if len(name) > 1 or not name.isascii():
        yield name
    for part in re.split(r"[\s・·]+", name):
        if part and (len(part) >= LEAST_LETTERS or not re.match(f"[{LATIN}]", part)):
            yield part


def _name_pattern(name: str) -> str:
    """A regular expression for a name: in Latin letters or katakana it must not be part of a longer word; a single
    kanji must not stand next to another kanji, except before a title.
    """
    if re.fullmatch(f"[{HAN}]", name):
        return f"(?<![{HAN}]){name}(?=$|{TITLES}|[^{HAN}])"
    before = next((f"(?<![{kind}])" for kind in (LATIN, KATAKANA) if re.match(f"[{kind}]", name)), "")
    behind = next((f"(?![{kind}])" for kind in (LATIN, KATAKANA) if re.search(f"[{kind}]$", name)), "")
    return before + re.escape(name) + behind


def _replace_names(value: Any, known: Mapping[str, str]) -> Any:
    """A JSON value with the names in all its texts replaced."""
    if isinstance(value, dict):
        return {name: _replace_names(each, known) for name, each in value.items()}
    if isinstance(value, list):
        return [_replace_names(each, known) for each in value]
    if isinstance(value, str) and (present := [name for name in known if name in value]):
        return re.sub("|".join(map(_name_pattern, present)), lambda met: known[met.group()], value)
    return value
