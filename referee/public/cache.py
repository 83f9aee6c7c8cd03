"""The cache of public pages in a process: the bodies of an event's pages, until something in the event changes.

A hall full of phones asks for the same pages over and over.  The database is queried at most once a second for each
event, and only for the number of its audit log's entries: every change that could show is written there.
"""

from __future__ import annotations

import gzip
import hashlib
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Any, Generic, NamedTuple, TypeVar

from sqlmodel import Session

from referee.core.database.database import Database

LOOK_SECONDS = 1.0
"""How long it takes at most until a change shows."""
MOST = 16_000_000
"""Bytes of pages kept of an event."""
EVENTS = 32
"""Events that pages are kept of, as long as all their pages together are no more than `ALTOGETHER`."""
ALTOGETHER = 128_000_000
"""Bytes of all pages that are kept; those of the events that nobody has asked for in the longest time go first."""
PLAYERS, TABLES = 20_000, 1_000
"""Players whose event is known, and tables of an event whose game is: as many as a day has, several times over."""

FIND = (
    "SELECT e.id, (SELECT count(*) FROM audit_entry a WHERE a.event_id = e.id)"
    " FROM event e LEFT JOIN public_pages p ON p.event_id = e.id WHERE e.id = :address OR p.address = :address"
)
PLAYER = "SELECT event_id FROM player WHERE id = :player_id"

T = TypeVar("T")


class Page(NamedTuple):
    """The body of a page, plain and packed (empty where packing is of no use), and the tag that stands for it."""

    body: bytes
    packed: bytes
    tag: str

    @property
    def weight(self) -> int:
        """About how many bytes it takes."""
        return 500 + len(self.body) + len(self.packed)


def page(content: str | bytes) -> Page:
    """A page to keep; bytes are of a kind that is packed already."""
    body = content.encode() if isinstance(content, str) else content
    packed = gzip.compress(body, 6, mtime=0) if isinstance(content, str) else b""
    return Page(body, packed, hashlib.sha256(body).hexdigest()[:24])


class PageCache(Generic[T]):
    """The pages of an event, and what they are made from."""

    def __init__(self, event_id: str, version: int, content: T, before: PageCache[T] | None = None) -> None:
        self.event_id = event_id
        self.version = version
        self.content = content
        self._pages: dict[Any, tuple[Any, Page]] = {}
        self.weight = 0
        self._before = {name: page for name, (_, page) in before._pages.items()} if before else {}
        self._recent: dict[Any, tuple[float, Any]] = {}
        self._lock = threading.Lock()

    def page(self, name: Any, phase: Any, make: Callable[[], str | bytes]) -> Page:
        """A page.  ``name``: which, in which language; ``phase``: what it changes by besides; ``make``: makes it."""
        found = self._pages.get(name)
        if found is not None and found[0] == phase:
            return found[1]
        # A hall asks at once, and judges ask too: one makes the page, and nobody waits who can have the one before.
        before = self._before.get(name) if found is None else found[1]
        if not self._lock.acquire(blocking=before is None):
            assert before is not None
            return before
        try:
            found = self._pages.get(name)
            if found is None or found[0] != phase:
                self._keep(name, phase, page(make()))
                found = self._pages[name]
                self._before.pop(name, None)
            return found[1]
        finally:
            self._lock.release()

    def _keep(self, name: Any, phase: Any, kept: Page) -> None:
        if name in self._pages:
            self.weight -= self._pages.pop(name)[1].weight
        self.weight += kept.weight
        while self._pages and self.weight > MOST:  # what was made first goes first
            self.weight -= self._pages.pop(next(iter(self._pages)))[1].weight
        self._pages[name] = phase, kept

    def last(self, name: Any) -> Any:
        """What `recent` has found last, however long ago; None where it has found nothing yet."""
        return self._recent.get(name, (0.0, None))[1]

    def recent(self, name: Any, read: Callable[[], Any], seconds: float | None = None) -> Any:
        """What ``read`` has given within the last second, or so many ``seconds``."""
        until, found = self._recent.get(name, (0.0, None))
        if time.monotonic() >= until:
            found = read()
            if len(self._recent) >= TABLES:
                self._recent.clear()
            self._recent[name] = time.monotonic() + (LOOK_SECONDS if seconds is None else seconds), found
        return found


class PageCaches(Generic[T]):
    """The caches of a process, by address and by event."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._find, self._player = database.sql(FIND), database.sql(PLAYER)
        self._by_address: dict[str, tuple[float, str | None]] = {}
        self._caches: OrderedDict[str, PageCache[T]] = OrderedDict()  # the one looked at last is the last
        self._events: dict[str, str] = {}
        self._lock = threading.Lock()

    def find(self, address: str, read: Callable[[Session, str], T]) -> PageCache[T] | None:
        """The cache of an event by its id or short address, as it was within the last second; None where there is none.

        ``read``: reads what the pages are made from, after a change.
        """
        until, event_id = self._by_address.get(address, (0.0, None))
        known = self._caches.get(event_id) if event_id else None
        if known is not None and time.monotonic() < until:
            return known
        # While one looks the others go on with what there is, if there is anything.
        if not self._lock.acquire(blocking=known is None):
            return known
        try:
            return self._refresh(address, read)
        finally:
            self._lock.release()

    def _refresh(self, address: str, read: Callable[[Session, str], T]) -> PageCache[T] | None:
        until, event_id = self._by_address.get(address, (0.0, None))
        if event_id is not None and time.monotonic() < until:
            return self._caches[event_id]
        rows = self._database.rows(self._find, {"address": address})
        if not rows:
            self._by_address.pop(address, None)
            return None
        event_id, version = rows[0]
        cache = self._caches.get(event_id)
        if cache is None or cache.version != version:
            with self._database.read() as session:
                cache = self._caches[event_id] = PageCache(event_id, version, read(session, event_id), cache)
        self._caches.move_to_end(event_id)
        while len(self._caches) > EVENTS or (len(self._caches) > 1 and self.weight > ALTOGETHER):
            other, _ = self._caches.popitem(last=False)
            self._by_address = {at: known for at, known in self._by_address.items() if known[1] != other}
        self._by_address[address] = time.monotonic() + LOOK_SECONDS, event_id
        return cache

    @property
    def weight(self) -> int:
        """About how many bytes all pages take."""
        return sum(each.weight for each in self._caches.values())

    def event_of(self, player_id: str) -> str | None:
        """The event of a player, which never changes."""
        found = self._events.get(player_id)
        if found is None:
            rows = self._database.rows(self._player, {"player_id": player_id})
            if rows:
                if len(self._events) >= PLAYERS:
                    self._events.clear()
                found = self._events[player_id] = rows[0][0]
        return found
