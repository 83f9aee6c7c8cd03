"""The players of an event: as rows, as entrants of `tournaments`, and as views for the API and the pages."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sqlmodel import Session, col, select

from referee.core.problems import Problem
from referee.core.service import service
from referee.events.queries import listed_players
from referee.events.regulation import PlayerRules
from referee.models import Player
from tournaments.fault import Fault
from tournaments.players.entrant import FIELDS, Entrant
from tournaments.players.form import warnings_in_list

CODE = re.compile(r"[0-9a-z]{20}")


@dataclass(frozen=True, slots=True)
class PlayerView:
    """A player.  ``code``: the last part of the URL in the QR code; ``checked_in_at``: None if not checked in;
    ``archived_at``: when they were taken off the lists, None if they are on them.
    """

    entrant: Entrant
    event_id: str
    code: str
    created_at: int
    checked_in_at: int | None
    archived_at: int | None


@dataclass(frozen=True, slots=True)
class FieldNotice:
    """A fault or a warning in words.  ``field``: where; ``fault``: its code."""

    field: str
    fault: str
    message: str


def entrant(player: Player) -> Entrant:
    """The entrant of a row."""
    values = {key: getattr(player, kind.column or key) for key, kind in FIELDS.items()}
    return Entrant(**{**values, "flags": tuple(json.loads(player.flags)), "among": player.shown})


def save_entrants(session: Session, rows: Mapping[str, Player], entrants: Sequence[Entrant]) -> None:
    """Write entrants back to their rows, by id."""
    moved = [rows[each.id] for each in entrants if rows[each.id].number != each.number]
    for player in moved:  # numbers may be swapped, and must be unique at every flush
        player.number = -player.number
        session.add(player)
    session.flush()
    for each in entrants:
        player = rows[each.id]
        for key, kind in FIELDS.items():
            value = getattr(each, key)
            setattr(player, kind.column or key, json.dumps(value) if kind.value == "flags" else value)
        session.add(player)
    session.flush()


def player_view(player: Player) -> PlayerView:
    """The view of a player."""
    return PlayerView(
        entrant(player), player.event_id, player.code, player.created_at, player.checked_in_at, player.archived_at
    )


def player_with_code(session: Session, event_id: str, code: str) -> Player:
    """The player of an event with a QR code; ``code``: the code itself, or the whole URL.

    Raises the problem ``unknown_code``, also for the code of another event.
    """
    plain = code.strip().rstrip("/").rpartition("/")[2].lower()
    if not CODE.fullmatch(plain):
        raise Problem("unknown_code")
    found = session.exec(
        select(Player).where(Player.event_id == event_id, Player.code == plain, col(Player.archived_at).is_(None))
    ).first()
    if found is None:
        raise Problem("unknown_code")
    return found


def check_in_address(player: PlayerView) -> str:
    """The full URL in a player's QR code."""
    return f"{service().own_address.now()}/events/{player.event_id}/check-in/{player.code}"


def list_warnings(session: Session, event_id: str, rules: PlayerRules) -> tuple[Fault, ...]:
    """Warnings about the list of players."""
    return warnings_in_list([entrant(each) for each in listed_players(session, event_id)], rules.team_size)


def notices(faults: Sequence[Fault], language: str) -> list[FieldNotice]:
    """Faults or warnings as sentences in a language."""
    return [FieldNotice(each.path, each.code, each.sentence(language)) for each in faults]
