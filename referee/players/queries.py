"""The players of an event: as rows, as entrants of `tournaments`, and as views for the API and the pages."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence

from sqlmodel import Session, col, select

from referee.core.language import word
from referee.core.problems import Problem
from referee.core.service import service
from referee.events.queries import listed_players
from referee.events.regulation import PlayerRules
from referee.models import Player
from referee.players.fields import PlayerView
from tournaments.fault import Fault
from tournaments.players.clubs import club_spellings
from tournaments.players.entrant import FIELDS, Entrant
from tournaments.players.form import warnings_in_list

CODE = re.compile(r"[0-9a-z]{20}")


def entrant(player: Player) -> Entrant:
    values = {key: getattr(player, kind.column or key) for key, kind in FIELDS.items()}
    others = {"stands_for": player.stands_for, "among": player.shown}
    return Entrant(**{**values, **others, "flags": tuple(json.loads(player.flags))})


def save_entrants(session: Session, rows: Mapping[str, Player], entrants: Sequence[Entrant]) -> None:
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
    return warnings_in_list([entrant(each) for each in listed_players(session, event_id)], rules.team_size)


def club_lines(written: Iterable[str]) -> list[str]:
    """What is taken as the same club and as none, to be checked before clubmates are kept apart by it: one line for
    the clubs that are written in several ways, and one for what is taken as no club.
    """
    found = club_spellings(written)
    lines = []
    if found.alike:
        lines.append(word("clubs_alike", spellings=word("comma").join(" = ".join(each) for each in found.alike)))
    if found.none:
        lines.append(word("clubs_none", spellings=word("comma").join(found.none)))
    return lines
