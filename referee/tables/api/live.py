"""Live streams (server-sent events) for the few screens that want news at once.  Tablets poll the log instead."""

from __future__ import annotations

import json
import logging
import time
from collections.abc import Callable, Iterator
from typing import Any

from flask import Response, request

from referee.core.access.guard import token
from referee.core.access.principal import Principal
from referee.core.access.roles import may
from referee.core.access.scope import event_for, table_for
from referee.core.database.database import is_unavailable
from referee.core.http.endpoint import StrictBlueprint, endpoint
from referee.core.http.schemas import Query
from referee.core.problems import Problem
from referee.core.service import Service, service
from referee.log.news import News, Piece
from referee.log.table_game import ALL

LOG = logging.getLogger(__name__)

blueprint = StrictBlueprint("live", __name__, url_prefix="/api/v1", description="Live streams")

STREAM = "text/event-stream"
PING_SECONDS = 5
"""How often a stream sends a keep-alive and checks that its reader still has access."""
LONGEST_SECONDS = 300
"""How long a stream lasts.  Its reader reconnects at once; one whose network died does not hold a slot for longer."""
GATHER_SECONDS = 0.5
"""How long news of a whole event is gathered, so that its many tables are queried together."""
RETRY_MILLISECONDS = 2000
"""How long a browser that has lost its stream waits before it reconnects."""


class Stream:
    """The body of a streaming response: pieces of news as server-sent events.

    ``may_read``: whether the reader still has access.  The stream ends when they lose it, when the database is
    unavailable, when the service shuts down, or after `LONGEST_SECONDS`; then the reader reconnects.
    """

    def __init__(
        self,
        parts: Service,
        topic: str,
        news: News,
        may_read: Callable[[], bool],
        *,
        gather_seconds: float,
        numbered: bool,
    ) -> None:
        self.parts = parts
        self.topic = topic
        self.news = news
        self.may_read = may_read
        self.gather_seconds = gather_seconds
        self.numbered = numbered
        self._closed = False
        self._events = self._generate()

    def __iter__(self) -> Iterator[str]:
        return self

    def __next__(self) -> str:
        return next(self._events)

    def close(self) -> None:
        """Free the stream's slot, once; WSGI servers call this when the reader has gone."""
        if not self._closed:
            self._closed = True
            self.parts.streams.leave()

    def _generate(self) -> Iterator[str]:
        try:
            yield f"retry: {RETRY_MILLISECONDS}\n\n"
            yield from self._follow()
        except Exception as error:
            if not is_unavailable(error):
                raise
            LOG.warning("a stream ends: %s", error)
        finally:
            self.close()

    def _follow(self) -> Iterator[str]:
        bus = self.parts.bus
        seen = bus.seen(self.topic)
        yield from self._look(first=True)
        ping_at = time.monotonic() + PING_SECONDS
        until = time.monotonic() + LONGEST_SECONDS
        while not bus.closed and time.monotonic() < until:
            seen = bus.wait(self.topic, seen, max(0.0, ping_at - time.monotonic()))
            if time.monotonic() >= ping_at:
                if not self.may_read():
                    return
                yield ": ping\n\n"
                ping_at = time.monotonic() + PING_SECONDS
            yield from self._look()
            time.sleep(self.gather_seconds)

    def _look(self, *, first: bool = False) -> Iterator[str]:
        for piece in self.news.look():
            yield to_event(piece, numbered=self.numbered and (first or piece.kind == "entry"))
            first = False


def to_event(piece: Piece, *, numbered: bool) -> str:
    """A piece of news as a server-sent event; a reader who reconnects resumes after the last numbered one."""
    number = f"id: {piece.seq}\n" if numbered else ""
    return f"event: {piece.kind}\n{number}data: {json.dumps(piece.body, separators=(',', ':'))}\n\n"


def stream_response(
    topic: str, news: News, may_still_read: Callable[[Principal], bool], *, gather_seconds: float, numbered: bool
) -> Response:
    """The response that streams ``news``.  Raises the problem ``streams_full``."""
    parts = service()
    carried = token() or ""

    def still_allowed() -> bool:
        who = parts.principals.find(carried)
        return who is not None and may_still_read(who)

    if not parts.streams.enter():
        raise Problem("streams_full", headers={"Retry-After": "10"})
    body = Stream(parts, topic, news, still_allowed, gather_seconds=gather_seconds, numbered=numbered)
    # A proxy that buffers responses would hold the news back.
    response = Response(body, headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"}, content_type=STREAM)
    response.call_on_close(body.close)
    return response


def last_event_id() -> int:
    """The last entry that a reconnecting reader has seen, from the ``Last-Event-ID`` header; `ALL` without one."""
    named = request.headers.get("Last-Event-ID", "")
    return int(named) if named.isascii() and named.isdigit() and len(named) < 10 else ALL


@endpoint(blueprint, "GET", "/tables/<table_id>/stream", query=Query, gives=None, media=(STREAM,))
def stream_table(query: dict[str, Any], table_id: str) -> Response:
    """Stream the news of a table as server-sent events, for as long as the client stays connected.

    The first event is `table`: `{"table_id", "round_id", "number", "seq", "state"}`; it is sent again when the table is
    closed or opened.  It is followed by `entry`: `{"table_id", "seq", "accepted"}` for each entry of the log, and
    `clock`: `{"table_id", "round_id"}` when the clock was changed or has reached a warning or the end.  Use the other
    endpoints to read what an event is about.  The `id` is the entry's number: with `Last-Event-ID` the stream continues
    after it.  A comment `: ping` is sent every five seconds.  The stream ends when the client's access does.
    """
    table, _ = table_for("table.read", table_id)
    event_id = table.event_id

    def still_allowed(who: Principal) -> bool:
        return may(who.roles_in(event_id, table_id), "table.read")

    news = News(service().database, table_id=table_id, since=last_event_id())
    return stream_response(table_id, news, still_allowed, gather_seconds=0, numbered=True)


@endpoint(blueprint, "GET", "/events/<event_id>/stream", query=Query, gives=None, media=(STREAM,))
def stream_event(query: dict[str, Any], event_id: str) -> Response:
    """Stream the news of all tables of an event as server-sent events, batched every half second.

    The events are those of a table's stream.  The stream begins with `table` for every table.  There are no ids,
    because a client that reconnects gets every table again.
    """
    event_for("event.read", event_id)

    def still_allowed(who: Principal) -> bool:
        return may(who.roles_in(event_id), "event.read")

    news = News(service().database, event_id=event_id)
    return stream_response(event_id, news, still_allowed, gather_seconds=GATHER_SECONDS, numbered=False)
