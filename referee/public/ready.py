"""Ready answers: what a request for a public page is answered with before the framework sees it.

Such an answer depends on nothing but the address, the language, the version of the event (`PagesVersion`) and what else
its page rests on (`Rests`); so there is one for everybody, in this process and, on the shelf, for the others of the
machine.  The application makes each of them once, and offers it (`referee.public.pages.frame.offer`); whatever is not
offered, such as what was shown because of who asked, it answers itself every time.
"""

from __future__ import annotations

import json
import threading
import time
from collections import OrderedDict
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from werkzeug.datastructures import Accept
from werkzeug.http import parse_accept_header, parse_etags

from referee.core.cache import Shelf
from referee.core.database.database import Database
from referee.core.language import preferred
from referee.public import cache
from referee.public.cache import CachedPage, PageCaches, PagesVersion, Rests
from referee.stories.delay import Delay, ShownGames

PUBLIC = "public, max-age=2"
CLOCK_HEADER = "X-Now"
"""The HTTP header with the service's clock in ms, by which a page's script keeps clocks running; also sent with a 304.
"""
MAX_BYTES = 32_000_000
"""The most bytes of answers to keep; those that were kept first go first."""
SHOWN_SECONDS = 10.0
"""How long what is shown of a game is relied on while nothing is reported there and no minutes of delay pass."""
HEADS = "SELECT id, head FROM game_table WHERE event_id = :event_id AND seq > 0"

Headers = list[tuple[str, str]]


class ReadyAnswer(NamedTuple):
    """An answer with a page.  ``kind``: its media type; ``caching``: its ``Cache-Control``; ``policy``: its content
    security policy, if it has one of its own; ``route``: the pattern of its address, for metrics and the log.
    """

    version: PagesVersion
    rests: Rests
    page: CachedPage
    kind: str
    caching: str
    policy: str | None
    route: str

    def packed(self) -> bytes:
        """The answer as bytes, for other processes."""
        body, small, tag = self.page
        about = json.dumps({**self._asdict(), "page": [tag, bool(small)]}).encode()
        return about + b"\n" + (small or body)


def unpacked(content: bytes) -> ReadyAnswer:
    """An answer that was packed by another process."""
    head, _, body = content.partition(b"\n")
    fields = json.loads(head)
    tag, is_small = fields.pop("page")
    until, games = fields.pop("rests")
    page = CachedPage(b"", body, tag) if is_small else CachedPage(body, b"", tag)
    rests = Rests(until, tuple(map(tuple, games)))
    return ReadyAnswer(PagesVersion(*fields.pop("version")), rests, page, **fields)


class ReadyAnswers:
    """The answers that are ready, in this process and on the shelf."""

    def __init__(self, database: Database, caches: PageCaches[Any], shown: ShownGames, shelf: Shelf) -> None:
        self._database = database
        self._caches = caches
        self._games = shown
        self._shelf = shelf
        self._heads_sql = database.sql(HEADS)
        self._kept: OrderedDict[str, ReadyAnswer] = OrderedDict()  # the one kept last is the last
        self._weight = 0
        self._lock = threading.Lock()
        self._heads: dict[str, tuple[float, dict[str, str]]] = {}
        self._shown: dict[tuple[str, Delay], tuple[float, str | None, str]] = {}

    def find(self, path: str, query: str, accepted: str) -> ReadyAnswer | None:
        """The answer to a request that is still what the application would make; None if there is none.

        ``accepted``: the languages that the browser asks for.  Raises the database's errors.
        """
        key = _key(path, query, accepted)
        known = self._kept.get(key)
        address = _address(path, known.version.event_id if known is not None else "")
        version = self._caches.version(address) if self._caches.is_known(address) else None
        if version is None:
            return None
        if known is not None and known.version == version and self._holds(known):
            return known
        found = self._on_shelf(key)
        if found is None or found.version != version or not self._holds(found):
            return None
        self._keep(key, found)
        return found

    def keep(self, path: str, query: str, accepted: str, answer: ReadyAnswer) -> None:
        """Keep an answer that the application has just made; private ones are kept by this process alone.

        One that was made from an earlier version, while another thread reads the event, is not kept.  Raises the
        database's errors.
        """
        if answer.version != self._caches.version(_address(path, answer.version.event_id)):
            return
        key = _key(path, query, accepted)
        self._keep(key, answer)
        if answer.caching == PUBLIC:
            self._shelf.put(key, answer.packed())

    def _on_shelf(self, key: str) -> ReadyAnswer | None:
        content = self._shelf.get(key)
        return None if content is None else unpacked(content)

    def _keep(self, key: str, answer: ReadyAnswer) -> None:
        with self._lock:
            before = self._kept.pop(key, None)
            self._weight += answer.page.weight - (before.page.weight if before is not None else 0)
            self._kept[key] = answer
            while self._weight > MAX_BYTES:
                _, gone = self._kept.popitem(last=False)
                self._weight -= gone.page.weight

    def _holds(self, answer: ReadyAnswer) -> bool:
        until, games = answer.rests
        if until is not None and self._database.now() >= until:
            return False
        event_id = answer.version.event_id
        return all(
            self._shown_head(event_id, table, Delay(minutes, turns)) == head for table, minutes, turns, head in games
        )

    def _shown_head(self, event_id: str, table_id: str, delay: Delay) -> str:
        """The head of a table's log as far as spectators may see it, at most a second old."""
        log_head = self._heads_of(event_id).get(table_id)
        until, before, shown = self._shown.get((table_id, delay), (0.0, None, ""))
        if before != log_head or time.monotonic() >= until:
            shown = self._look(table_id, delay, log_head)
            if len(self._shown) >= cache.MAX_RECENT_VALUES:
                self._shown.clear()
            lasting = cache.LOOK_SECONDS if delay.minutes else SHOWN_SECONDS
            self._shown[table_id, delay] = time.monotonic() + lasting, log_head, shown
        return shown

    def _look(self, table_id: str, delay: Delay, log_head: str | None) -> str:
        """The head of a log as far as it may be shown now.  Unless minutes have to pass, nothing but the log's own head
        decides that, so that one process of the machine follows the game, and the others need not know it.
        """
        if log_head is None or delay.minutes:
            return self._games.at(table_id, delay, self._database.now()).head
        if not delay.turns:
            return log_head
        key = f"shown\n{table_id}\n{delay.turns}\n{log_head}"
        found = self._shelf.get(key)
        if found is None:
            found = self._games.behind(table_id, delay.turns, log_head).head.encode()
            self._shelf.put(key, found)
        return found.decode()

    def _heads_of(self, event_id: str) -> dict[str, str]:
        """The heads of the logs of an event's tables, at most a second old: one query for all of them."""
        until, heads = self._heads.get(event_id, (0.0, {}))
        if time.monotonic() >= until:
            heads = dict(self._database.rows(self._heads_sql, {"event_id": event_id}))
            if len(self._heads) >= cache.MAX_EVENTS:
                self._heads.clear()
            self._heads[event_id] = time.monotonic() + cache.LOOK_SECONDS, heads
        return heads


def _address(path: str, event_id: str) -> str:
    """The address of the event that a path is about; that of a private page does not say it."""
    return path.split("/", 3)[2] if path.startswith("/p/") else event_id


def _key(path: str, query: str, accepted: str) -> str:
    """What an answer depends on besides versions.  Of the browser's languages only the best one that there is counts:
    which one is chosen if there is none, the path and the event decide.
    """
    return f"{path}\n{query}\n{preferred(accepted, '')}"


def respond(
    page: CachedPage, kind: str, caching: str, environ: Mapping[str, Any], now: int
) -> tuple[int, Headers, bytes]:
    """Status, headers and body of a response with a page: gzipped if the browser accepts that, a bodyless 304 if it has
    the page already.  ``environ``: of the request; ``now``: the service's clock in ms.
    """
    known = environ.get("HTTP_IF_NONE_MATCH", "")
    packs = bool(page.packed) and accepts_gzip(environ.get("HTTP_ACCEPT_ENCODING", ""))
    tag = f"{page.tag}-gzip" if packs else page.tag
    headers = [
        ("ETag", f'"{tag}"'),
        ("Cache-Control", caching),
        ("Vary", "Accept-Encoding, Accept-Language"),
        (CLOCK_HEADER, str(now)),
    ]
    if known and tag in parse_etags(known):
        return 304, headers, b""
    body = page.packed if packs else page.plain()
    headers += [("Content-Type", kind), ("Content-Length", str(len(body)))]
    if packs:
        headers.append(("Content-Encoding", "gzip"))
    return 200, headers, body


@lru_cache(200)
def accepts_gzip(accepted: str) -> bool:
    """Whether a browser that sends this ``Accept-Encoding`` accepts gzip."""
    return bool(parse_accept_header(accepted, Accept).quality("gzip"))
