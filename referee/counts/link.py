"""The link with which a player confirms the count of one table: shown as a QR code on the table's device.

It allows that and nothing else, unlike the link of the player's private page, and is made of the same things: whoever
gets a new private link makes both invalid.
"""

from __future__ import annotations

import hashlib
import hmac

from sqlmodel import Session, select

from referee.accounts.credentials import SIGNATURE_LENGTH
from referee.accounts.invitations import base_url
from referee.core.service import service
from referee.models import PlayerLink, Seat
from referee.models.base import base32
from referee.players import link


def count_code(secret: bytes, table_id: str, player_id: str, turn: int) -> str:
    """The code of a player's link to a count, of the same form as that of their private page."""
    digest = hmac.digest(secret, f"count:{table_id}:{player_id}:{turn}".encode(), hashlib.sha256)
    return player_id + base32(int.from_bytes(digest[:10]), SIGNATURE_LENGTH)


def count_path(code: str, table_id: str) -> str:
    return f"/m/{code}/count/{table_id}"


def count_link(session: Session, table_id: str, player_id: str) -> str:
    """The full URL of the page on which a player confirms the count of a table."""
    code = count_code(service().settings.secret, table_id, player_id, _turn(session, player_id))
    return base_url() + count_path(code, table_id)


def player_of_code(session: Session, table_id: str, given: str) -> Seat | None:
    """The seat of the player whose code was given, if they sit at the table: the code of their private page, or that
    of this count.  None for anything else.
    """
    player_id = link.id_in_code(given)
    if player_id is None:
        return None
    secret, turn = service().settings.secret, _turn(session, player_id)
    own = link.is_current_code(secret, player_id, turn, given)
    if not own and not hmac.compare_digest(count_code(secret, table_id, player_id, turn), given):
        return None
    return session.exec(select(Seat).where(Seat.table_id == table_id, Seat.player_id == player_id)).first()


def _turn(session: Session, player_id: str) -> int:
    found = session.get(PlayerLink, player_id)
    return found.turn if found is not None else 1
