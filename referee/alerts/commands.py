"""Turning alerts on and off: by the player, whose private link is all the permission that it takes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated
from urllib.parse import urlsplit

from marshmallow import ValidationError
from sqlmodel import Session, col, select

from referee.alerts.push import is_subscription
from referee.alerts.sending import MAIL, PUSH, forget_channels
from referee.core import audit
from referee.core.chain import Author
from referee.core.http.schemas import Line
from referee.core.problems import Problem
from referee.core.service import Service
from referee.core.settings import is_mail_address
from referee.models import AlertChannel, Event, Player, PublicPages, Registration
from referee.registration.places import ENDED

MOST = 5
"""The browsers in which a player can have alerts; one more takes the place of the oldest."""


@dataclass(frozen=True, slots=True)
class TurnPushOn:
    """A browser's subscription, as the browser has made it for us."""

    endpoint: Annotated[str, Line(1000)]
    p256dh: Annotated[str, Line(100)]
    auth: Annotated[str, Line(40)]

    def __post_init__(self) -> None:
        """Require a web address and keys of the right form."""
        try:
            at = urlsplit(self.endpoint)
            is_address = at.scheme in ("https", "http") and at.hostname and at.port != 0
        except ValueError:
            is_address = False
        if not is_address or not self.endpoint.isascii() or " " in self.endpoint:
            raise ValidationError({"endpoint": ["not_web_address"]})
        if not is_subscription(self.p256dh, self.auth):
            raise ValidationError({"p256dh": ["not_subscription"]})


@dataclass(frozen=True, slots=True)
class TurnPushOff:
    """The browser to leave in peace, by the endpoint of its subscription."""

    endpoint: Annotated[str, Line(1000)]


def turn_push_on(service: Service, player_id: str, given: TurnPushOn, language: str) -> None:
    """Tell a player in one more browser.  Raises the problem ``alerts_off``."""
    with service.database.write() as session:
        player = _lock(session, player_id)
        own = channels_of(session, player_id, PUSH)
        same = [each.id for each in own if each.address == given.endpoint]
        forget_channels(session, [*same, *[each.id for each in own if each.id not in same][: -MOST + 1]])
        channel = AlertChannel(
            event_id=player.event_id,
            player_id=player_id,
            kind=PUSH,
            address=given.endpoint,
            public_key=given.p256dh,
            auth=given.auth,
            language=language,
            made_at=service.database.now(),
        )
        session.add(channel)
        _record(session, service, player, "alert.on", PUSH)


def turn_push_off(service: Service, player_id: str, given: TurnPushOff) -> None:
    """Tell a player nothing more in a browser."""
    with service.database.write() as session:
        player = _lock(session, player_id, needed=False)
        ids = [each.id for each in channels_of(session, player_id, PUSH) if each.address == given.endpoint]
        forget_channels(session, ids)
        if ids:
            _record(session, service, player, "alert.off", PUSH)


def turn_mail_on(service: Service, player_id: str, language: str) -> None:
    """Write to a player at the address that they registered with: another one could be anybody's.

    Raises the problems ``alerts_off`` and ``alerts_no_address``.
    """
    with service.database.write() as session:
        player = _lock(session, player_id)
        address = mail_address(session, service, player_id)
        if address is None:
            raise Problem("alerts_no_address")
        forget_channels(session, [each.id for each in channels_of(session, player_id, MAIL)])
        session.add(
            AlertChannel(
                event_id=player.event_id,
                player_id=player_id,
                kind=MAIL,
                address=address,
                language=language,
                made_at=service.database.now(),
            )
        )
        _record(session, service, player, "alert.on", MAIL)


def turn_mail_off(service: Service, player_id: str) -> None:
    """Write to a player no more."""
    with service.database.write() as session:
        player = _lock(session, player_id, needed=False)
        ids = [each.id for each in channels_of(session, player_id, MAIL)]
        forget_channels(session, ids)
        if ids:
            _record(session, service, player, "alert.off", MAIL)


def channels_of(session: Session, player_id: str, kind: str) -> Sequence[AlertChannel]:
    """A player's channels of a kind, the oldest first."""
    query = select(AlertChannel).where(AlertChannel.player_id == player_id, AlertChannel.kind == kind)
    return session.exec(query.order_by(col(AlertChannel.id))).all()


def mail_address(session: Session, service: Service, player_id: str) -> str | None:
    """The address that a player confirmed when they registered; None without one, or if we send no e-mail."""
    if service.settings.mail is None:
        return None
    query = select(Registration.contact).where(
        Registration.player_id == player_id,
        col(Registration.confirmed_at).is_not(None),
        col(Registration.state).not_in(ENDED),
    )
    return next((each for each in session.exec(query) if is_mail_address(each)), None)


def _lock(session: Session, player_id: str, *, needed: bool = True) -> Player:
    """The player, locked.  Raises the problem ``alerts_off`` if the event tells its players nothing."""
    found = session.get(Player, player_id, with_for_update={"key_share": True})
    if found is None:
        raise Problem("not_found", path="/m/")
    pages, event = session.get(PublicPages, found.event_id), session.get_one(Event, found.event_id)
    if needed and (pages is None or not pages.alerts or event.archived_at is not None):
        raise Problem("alerts_off")
    return found


def _record(session: Session, service: Service, player: Player, action: str, kind: str) -> None:
    """Put on record that a player turned something on or off; neither address nor keys: they are private."""
    by = Author(player.shown[:200])
    audit.record(session, service.database.now(), by, action, f"player:{player.id}", player.event_id, kind=kind)
