"""The link of a player's private page, which allows reading that page, agreeing to the final count, and nothing else.

Its code is the player's id and a signature, like that of an invitation: stored nowhere, and invalidated by a new turn.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Mapping

from sqlmodel import Session, select

from referee.accounts.credentials import CODE_PATTERN, ID_LENGTH, SIGNATURE_LENGTH
from referee.accounts.invitations import base_url
from referee.core.service import service
from referee.models import Player, PlayerLink
from referee.models.base import base32


def code(secret: bytes, player_id: str, turn: int) -> str:
    """The code of a player's link: 34 small letters and digits."""
    digest = hmac.digest(secret, f"player:{player_id}:{turn}".encode(), hashlib.sha256)
    return player_id + base32(int.from_bytes(digest[:10]), SIGNATURE_LENGTH)


def id_in_code(given: str) -> str | None:
    """The id of the player in a code; None for anything that does not look like a code."""
    return given[:ID_LENGTH] if CODE_PATTERN.fullmatch(given) else None


def is_current_code(secret: bytes, player_id: str, turn: int, given: str) -> bool:
    """Whether ``given`` is the current code of a player's link."""
    return hmac.compare_digest(code(secret, player_id, turn), given)


def turns(session: Session, event_id: str) -> Mapping[str, int]:
    """The turns of an event's players whose links have been renewed; the others are at the first."""
    query = select(PlayerLink.player_id, PlayerLink.turn).where(
        PlayerLink.player_id == Player.id, Player.event_id == event_id
    )
    return dict(session.exec(query).all())


def link(player_id: str, known_turns: Mapping[str, int]) -> str:
    """The full URL of a player's private page.  ``known_turns``: from `turns`."""
    return f"{base_url()}/m/{code(service().settings.secret, player_id, known_turns.get(player_id, 1))}"
