"""Telling players: what is new is queued for every channel, and sent by a job; no request waits for either.

A change of seats is told as one; seats that were public when a channel was turned on are known already.  A browser that
has gone for good (its push service says 404 or 410) is forgotten.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import text as sql
from sqlmodel import Session, col, delete, select

from referee.alerts.push import LONGEST, authorization, encrypted, signing_key
from referee.core.deliveries import Deliveries
from referee.core.language import text
from referee.core.outgoing import CutOff
from referee.core.pages.format import round_name
from referee.core.service import Service
from referee.core.settings import is_mail_address
from referee.models import AlertChannel, AlertDelivery, Event, Letter, PublicPages, new_id
from referee.players.link import code
from referee.public.cache import PageCaches, PagesVersion
from referee.public.queries import PublicEvent, PublicTable, read_public_event
from referee.webhooks.sending import NotSent, send


@dataclass(frozen=True, slots=True)
class SeatNow:
    """Where a player sits in the current round.  ``key``: of the round's seats; ``at``: since when they are public."""

    key: str
    at: int
    table: int
    sentence: str
    moved: str


@dataclass(frozen=True, slots=True)
class Alert:
    """Something to tell.  ``key``: stable for the same thing; ``at``: when it happened (ms since 1970, UTC)."""

    key: str
    at: int
    sentence: str


def seat_of(public: PublicEvent, player_id: str, language: str) -> SeatNow | None:
    """Where a player sits in the current round, until it is over; None if they do not."""
    round_ = public.round
    found = public.places.get(player_id, {}).get(round_.number) if round_ is not None else None
    if round_ is None or found is None or round_.state == "closed":
        return None
    name, place = round_name(round_.number, round_, language), _place(found, language)
    return SeatNow(
        f"seat:{round_.id}",
        round_.published_at or 0,
        found[0].number,
        text(language, "alert_seat", round=name, place=place),
        text(language, "alert_moved", round=name, place=place),
    )


def alerts_of(public: PublicEvent, player_id: str, language: str) -> list[Alert]:
    """What else there is to tell a player: rounds of theirs that began, and their results."""
    found = []
    for each in public.rounds:
        where = public.places.get(player_id, {}).get(each.number)
        if where is None:
            continue
        name = round_name(each.number, each, language)
        if each.state == "running" and (moves := public.moves.get(each.number)) and moves.of_round:
            sentence = text(language, "alert_start", round=name, place=_place(where, language))
            found.append(Alert(f"start:{each.id}", min(move.at for move in moves.of_round), sentence))
        if each.results_published_at is not None:
            key = f"results:{each.id}:{each.results_published_at}"
            found.append(Alert(key, each.results_published_at, text(language, "public_results_out", round=name)))
    return found


def _place(found: tuple[PublicTable, int], language: str) -> str:
    table, order = found
    if not order:
        return text(language, "table_number", number=table.number)
    return text(language, "public_place", table=table.number, order=order)


PUSH, MAIL = "push", "mail"
GONE = frozenset({404, 410})
"""The answers of a push service for a browser that it does not know any more."""
SECONDS = 10
"""How long a delivery may take, from the name of the push service to its answer."""
LATEST_MS = 3_600_000
"""After how long a message is of no use any more: it is not sent, and push services do not keep it either."""
STEP = 100
"""How many messages are queued in one transaction."""

QUEUE = sql(
    "INSERT INTO alert_delivery (id, channel_id, news, body, made_at, due_at, tries, fault, sent_at)"
    " VALUES (:id, :channel_id, :news, :body, :now, :now, 0, '', :sent_at)"
    " ON CONFLICT (channel_id, news) DO NOTHING"
)


@dataclass(frozen=True, slots=True)
class NewAlert:
    """Something to tell through a channel.  ``sentence``: empty for what is only noted, as it is known already."""

    channel: AlertChannel
    news: str
    sentence: str


class Alerts:
    """Queues and sends what players are told; one per process."""

    def __init__(self, service: Service) -> None:
        self.service = service
        self.database = service.database
        self.deliveries = Deliveries(
            service.database, AlertDelivery, service.jobs.stopping, "body", receiver="channel_id"
        )
        self._noted: dict[str, tuple[PagesVersion, frozenset[str]]] = {}

    def run(self) -> None:
        """Queue what is new and send what is due, a receiver's apart from another's.  Raises the error of the last that
        failed.
        """
        self._note()
        self.deliveries.send_due(self._send)

    def close(self) -> None:
        self.deliveries.close()

    def forget(self) -> None:
        """Delete old deliveries, and the channels of events that are over and put away: nobody is told anything there,
        and addresses are private.
        """
        self.deliveries.forget()
        with self.database.write() as session:
            over = select(AlertChannel.id).join(Event).where(col(Event.archived_at).is_not(None))
            forget_channels(session, session.exec(over).all())

    def _note(self) -> None:
        """Queue what is new for every channel of the events that tell their players."""
        with self.database.read() as session:
            query = (
                select(AlertChannel)
                .join(Event)
                .join(PublicPages, col(PublicPages.event_id) == AlertChannel.event_id)
                .where(col(PublicPages.alerts).is_(True), col(Event.archived_at).is_(None))
            )
            by_event: dict[str, list[AlertChannel]] = defaultdict(list)
            for channel in session.exec(query.order_by(col(AlertChannel.id))):
                by_event[channel.event_id].append(channel)
        caches: PageCaches[PublicEvent] = self.service.part(PageCaches)
        for event_id, channels in by_event.items():
            pages = caches.find(event_id, read_public_event)
            if pages is None:
                continue
            state = pages.version, frozenset(each.id for each in channels)
            if self._noted.get(event_id) == state:  # nothing has changed since
                continue
            fresh = list(self._new(pages.content, channels))
            for at in range(0, len(fresh), STEP):
                self._queue(pages.content, fresh[at : at + STEP])
            self._noted[event_id] = state

    def _new(self, public: PublicEvent, channels: Sequence[AlertChannel]) -> Iterator[NewAlert]:
        known: dict[str, list[str]] = defaultdict(list)
        with self.database.read() as session:
            query = select(AlertDelivery.channel_id, AlertDelivery.news).where(
                col(AlertDelivery.channel_id).in_([each.id for each in channels])
            )
            for channel_id, news in session.exec(query.order_by(col(AlertDelivery.id))):
                known[channel_id].append(news)
        for each in channels:
            seat = seat_of(public, each.player_id, each.language)
            if seat is not None:
                told = [news for news in known[each.id] if news.startswith(seat.key)]
                key = f"{seat.key}:{len(told)}:{seat.table}"
                if not told:
                    yield NewAlert(each, key, seat.sentence if seat.at >= each.made_at else "")
                elif not told[-1].endswith(f":{seat.table}"):
                    yield NewAlert(each, key, seat.moved)
            for alert in alerts_of(public, each.player_id, each.language):
                if alert.at >= each.made_at and alert.key not in known[each.id]:
                    yield NewAlert(each, alert.key, alert.sentence)

    def _queue(self, public: PublicEvent, alerts: Sequence[NewAlert]) -> None:
        with self.database.write() as session:
            now = self.database.now()
            for each in alerts:
                page = self._page(public, each.channel)
                pushed = each.channel.kind == PUSH and each.sentence
                row = {
                    "id": new_id(),
                    "channel_id": each.channel.id,
                    "news": each.news,
                    "body": self._body(public, each, page) if pushed else "",
                    "now": now,
                    "sent_at": None if pushed else now,
                }
                added = session.connection().execute(QUEUE, row).rowcount == 1
                if added and each.sentence and each.channel.kind == MAIL:
                    session.add(self._letter(public, each, page, now))

    def _page(self, public: PublicEvent, channel: AlertChannel) -> str:
        secret, turn = self.service.settings.secret, public.turns.get(channel.player_id, 1)
        own = code(secret, channel.player_id, turn)
        return f"{self.service.own_address.now()}/m/{own}?lang={channel.language}"

    def _body(self, public: PublicEvent, alert: NewAlert, page: str) -> str:
        tag = alert.news.partition(":")[0]
        body = {"title": public.event.name[:100], "body": alert.sentence[:500], "tag": tag, "url": page}
        return json.dumps(body, ensure_ascii=False)

    def _letter(self, public: PublicEvent, alert: NewAlert, page: str, now: int) -> Letter:
        language, channel = alert.channel.language, alert.channel
        assert is_mail_address(channel.address)
        return Letter(
            event_id=channel.event_id,
            about=channel.player_id,
            address=channel.address,
            subject=f"{public.event.name}: {alert.sentence}"[:400],
            body=text(language, "alert_letter", sentence=alert.sentence, event=public.event.name, page=page),
            made_at=now,
            due_at=now,
        )

    def _send(self, delivery: AlertDelivery) -> None:
        with self.database.read() as session:
            channel = session.get(AlertChannel, delivery.channel_id)
        now = self.database.now()
        if channel is None or now - delivery.made_at > LATEST_MS:  # turned off meanwhile, or out of date
            return
        key, message = signing_key(self.service.settings.secret), delivery.body.encode()[:LONGEST]
        headers: Mapping[str, Any] = {
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(LATEST_MS // 1000),
            "Urgency": "high",
            "Authorization": authorization(key, channel.address, self._contact(), now // 1000),
        }
        body = encrypted(message, channel.public_key, channel.auth)
        deadline = CutOff(SECONDS, self.service.jobs.stopping)
        try:
            send(channel.address, headers, body, deadline, local=self.service.settings.webhooks_local)
        except NotSent as error:
            if error.status not in GONE:
                raise
            with self.database.write() as session:
                forget_channels(session, [channel.id])

    def _contact(self) -> str:
        """Whom a push service may write to about us."""
        mail = self.service.settings.mail
        return f"mailto:{mail.sender}" if mail is not None else self.service.own_address.now()


def forget_channels(session: Session, channel_ids: Sequence[str]) -> None:
    """Delete channels, with what was told through them."""
    session.exec(delete(AlertDelivery).where(col(AlertDelivery.channel_id).in_(channel_ids)))
    session.exec(delete(AlertChannel).where(col(AlertChannel.id).in_(channel_ids)))
