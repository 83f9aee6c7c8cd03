"""The process-wide cache of public pages: the bodies of an event's pages, kept until something in the event changes.

A hall full of phones requests the same pages over and over.  The database is queried at most once a second for each
event, and only for its version (`PagesVersion`).  Pages are rendered here; `referee.public.ready` answers with them.
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
"""The longest time that a change takes to show."""
BEGUN_LOOKS = 10
"""How many times as long it may take to show that tables have begun: at the start of a round each of them would change
all pages, one after the other."""
MAX_EVENT_BYTES = 16_000_000
"""The most bytes of pages to cache for one event."""
MAX_EVENTS = 32
"""The most events to cache pages of, as long as all the pages together stay within `MAX_TOTAL_BYTES`."""
MAX_TOTAL_BYTES = 128_000_000
"""The most bytes of pages to cache in all; the least recently used events are evicted first."""
MAX_PLAYERS, MAX_RECENT_VALUES = 20_000, 1_000
"""The most players whose event is cached, and the most short-lived values of an event, such as the games at its tables:
several times what a day needs.
"""

EVENT_SQL = (
    "SELECT e.id, (SELECT count(*) FROM audit_entry a WHERE a.event_id = e.id)"
    " FROM event e LEFT JOIN public_pages p ON p.event_id = e.id WHERE e.id = :address OR p.address = :address"
)
BEGUN_SQL = (
    "SELECT coalesce(sum(CASE WHEN seq < 4 THEN seq ELSE 4 END), 0) FROM game_table"
    " WHERE event_id = :event_id AND seq > 0 AND ("
    "EXISTS (SELECT 1 FROM registration_form f WHERE f.event_id = :event_id AND f.open)"
    " OR EXISTS (SELECT 1 FROM regulation_version v WHERE v.event_id = :event_id AND v.text LIKE :rolled))"
)
ROLLED = "%rolled%"
"""What the text of a regulation contains under which the start order is rolled at the tables."""
PLAYER_SQL = "SELECT event_id FROM player WHERE id = :player_id"

T = TypeVar("T")


class PagesVersion(NamedTuple):
    """What all pages of an event are made from: as long as it is the same, so are they, but for what `Rests` says.

    ``changes``: the number of entries in its audit log, where every change that could show on a page is recorded;
    ``begun``: a number that grows with the first reports of each table, where these end registration or settle who
    starts;
    ``lost``: whether the database's file was taken away, which every page says; ``own``: the service's own address,
    which pages contain for sharing; ``correction``: of the clock, by which pages say when time is up.
    """

    event_id: str
    changes: int
    begun: int
    lost: bool
    own: str
    correction: int


class Rests(NamedTuple):
    """What a page rests on besides the version of its event.

    ``until``: when the clock on it runs out, in ms, if it runs; ``games``: of every game that the page shows, the
    table, the delay in minutes and in turns, and the head of the table's log as far as spectators may see it.
    """

    until: int | None = None
    games: tuple[tuple[str, int, int, str], ...] = ()


class CachedPage(NamedTuple):
    """The body of a page, plain (empty if another process has made the page) and gzipped (empty where compression is of
    no use), and its ETag.
    """

    body: bytes
    packed: bytes
    tag: str

    def plain(self) -> bytes:
        """The body as it is: hardly any browser asks for that, so it is not kept twice."""
        return self.body or gzip.decompress(self.packed)

    @property
    def weight(self) -> int:
        """The approximate size in bytes."""
        return 500 + len(self.body) + len(self.packed)


def make_page(content: str | bytes) -> CachedPage:
    """A page to cache.  Text is gzipped; bytes, such as images, are compressed already."""
    body = content.encode() if isinstance(content, str) else content
    packed = gzip.compress(body, 6, mtime=0) if isinstance(content, str) else b""
    return CachedPage(body, packed, hashlib.sha256(body).hexdigest()[:24])


class PageCache(Generic[T]):
    """The cached pages of an event, and the content that they are rendered from."""

    def __init__(self, version: PagesVersion, content: T, before: PageCache[T] | None = None) -> None:
        self.event_id = version.event_id
        self.version = version
        self.content = content
        self._pages: dict[Any, tuple[Any, CachedPage]] = {}
        self.weight = 0
        self._previous = {name: page for name, (_, page) in before._pages.items()} if before else {}
        self._recent: dict[Any, tuple[float, Any]] = {}
        self._lock = threading.Lock()

    def page(self, name: Any, phase: Any, make: Callable[[], str | bytes]) -> CachedPage:
        """Return a page from the cache, rendering it if needed.

        ``name``: which page, in which language; ``phase``: what else the page depends on: when it changes, the page is
        rendered again; ``make``: renders the page.
        """
        found = self._pages.get(name)
        if found is not None and found[0] == phase:
            return found[1]
        # The whole hall asks at the same moment: one thread renders the page, the others get the previous version
        # instead of waiting, if there is one.
        before = self._previous.get(name) if found is None else found[1]
        if not self._lock.acquire(blocking=before is None):
            assert before is not None
            return before
        try:
            found = self._pages.get(name)
            if found is None or found[0] != phase:
                self._store(name, phase, make_page(make()))
                found = self._pages[name]
                self._previous.pop(name, None)
            return found[1]
        finally:
            self._lock.release()

    def has(self, name: Any, phase: Any, page: CachedPage) -> bool:
        """Whether a page is the one that `page` was asked for, and not a previous one."""
        found = self._pages.get(name)
        return found is not None and found[0] == phase and found[1] is page

    def _store(self, name: Any, phase: Any, page: CachedPage) -> None:
        if name in self._pages:
            self.weight -= self._pages.pop(name)[1].weight
        self.weight += page.weight
        while self._pages and self.weight > MAX_EVENT_BYTES:  # evict the oldest first
            self.weight -= self._pages.pop(next(iter(self._pages)))[1].weight
        self._pages[name] = phase, page

    def cached_value(self, name: Any, read: Callable[[], Any], seconds: float | None = None) -> Any:
        """Return the result of ``read``, cached for ``seconds``, by default `LOOK_SECONDS`."""
        until, found = self._recent.get(name, (0.0, None))
        if time.monotonic() >= until:
            found = read()
            if len(self._recent) >= MAX_RECENT_VALUES:
                self._recent.clear()
            self._recent[name] = time.monotonic() + (LOOK_SECONDS if seconds is None else seconds), found
        return found


class PageCaches(Generic[T]):
    """The page caches of all events, looked up by address or by event.  ``own``: returns the service's own address."""

    def __init__(self, database: Database, own: Callable[[], str]) -> None:
        self._database = database
        self._own = own
        self._find, self._begun_sql, self._player = map(database.sql, (EVENT_SQL, BEGUN_SQL, PLAYER_SQL))
        self._begun: dict[str, tuple[float, int]] = {}
        self._by_address: dict[str, tuple[float, PagesVersion]] = {}
        self._caches: OrderedDict[str, PageCache[T]] = OrderedDict()  # the most recently used is the last
        self._events: dict[str, str] = {}
        self._lock, self._looking, self._reading = threading.Lock(), threading.Lock(), threading.Lock()

    def find(self, address: str, read: Callable[[Session, str], T]) -> PageCache[T] | None:
        """The cache of an event by its id or short address, at most a second old; None where there is no such event.

        ``read``: reads the content that the pages are rendered from; called after a change.
        """
        version = self.version(address)
        if version is None:
            return None
        known = self._caches.get(version.event_id)
        if known is not None and known.version == version:
            return known
        # While one thread reads the content, the others go on with the cached one, if there is one.
        if not self._reading.acquire(blocking=known is None):
            return known
        try:
            return self._read(version, read)
        finally:
            self._reading.release()

    def _read(self, version: PagesVersion, read: Callable[[Session, str], T]) -> PageCache[T]:
        event_id = version.event_id
        cache = self._caches.get(event_id)
        if cache is None or cache.version != version:
            with self._database.read() as session:
                cache = PageCache(version, read(session, event_id), cache)
            with self._lock:
                self._caches[event_id] = cache
        self._use(event_id)
        return cache

    def _use(self, event_id: str) -> None:
        """Note that an event's pages are used, and evict those that have not been for longest, if they are too many."""
        with self._lock:
            if event_id in self._caches:
                self._caches.move_to_end(event_id)
            while len(self._caches) > MAX_EVENTS or (len(self._caches) > 1 and self.weight > MAX_TOTAL_BYTES):
                other, _ = self._caches.popitem(last=False)
                self._begun.pop(other, None)
                self._by_address = {at: known for at, known in self._by_address.items() if known[1].event_id != other}

    def is_known(self, address: str) -> bool:
        """Whether an event was found at an address before."""
        return address in self._by_address

    def version(self, address: str) -> PagesVersion | None:
        """The version of an event by its id or short address, at most a second old; None where there is no event."""
        until, known = self._by_address.get(address, (0.0, None))
        if known is not None and time.monotonic() < until:
            return known
        # While one thread queries the database, the others go on with the version that is known, if there is one.
        if not self._looking.acquire(blocking=known is None):
            return known
        try:
            until, known = self._by_address.get(address, (0.0, None))
            if known is not None and time.monotonic() < until:
                return known
            return self._look(address)
        finally:
            self._looking.release()

    def _look(self, address: str) -> PagesVersion | None:
        rows = self._database.rows(self._find, {"address": address})
        if not rows:
            self._by_address.pop(address, None)
            return None
        lost, correction = self._database.lost is not None, self._database.clock.correction
        event_id, changes = rows[0]
        version = PagesVersion(event_id, changes, self._begun_in(event_id), lost, self._own(), correction)
        self._by_address[address] = time.monotonic() + LOOK_SECONDS, version
        self._use(event_id)
        return version

    def _begun_in(self, event_id: str) -> int:
        until, begun = self._begun.get(event_id, (0.0, 0))
        if time.monotonic() >= until:
            [[begun]] = self._database.rows(self._begun_sql, {"event_id": event_id, "rolled": ROLLED})
            self._begun[event_id] = time.monotonic() + BEGUN_LOOKS * LOOK_SECONDS, begun
        return begun

    @property
    def weight(self) -> int:
        """The approximate size of all pages in bytes."""
        return sum(each.weight for each in self._caches.values())

    def event_of(self, player_id: str) -> str | None:
        """The id of a player's event, which never changes; None for an unknown player."""
        found = self._events.get(player_id)
        if found is None:
            rows = self._database.rows(self._player, {"player_id": player_id})
            if rows:
                if len(self._events) >= MAX_PLAYERS:
                    self._events.clear()
                found = self._events[player_id] = rows[0][0]
        return found
