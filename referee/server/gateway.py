"""The gateway between the web server and the application: a request gets a thread only once it has arrived completely.

The web server (granian) hands over each request through its RSGI interface as soon as the headers have arrived.  The
gateway awaits the body without a thread, refuses one that is too large or too slow, and then has one of its few
threads run the application (WSGI), taking clients in turn.  The complete answer is handed back, so that a slow client
does not block a thread either.  An answer that comes in pieces, such as an archive, gets a thread of its own.
"""

from __future__ import annotations

import asyncio
import logging
import sys
import threading
from collections import deque
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from io import BytesIO
from queue import SimpleQueue
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar

from granian.rsgi import HTTPProtocol, ProtocolClosed, Scope  # type: ignore[attr-defined]  # they are documented

from referee.core.access.limits import network_of
from referee.core.http.body_limits import BODY_FAULT, LARGEST, ORDINARY
from referee.core.signals import call_when_stopped
from referee.server.crowding import Crowding

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIApplication

Item = TypeVar("Item")


class FairQueue(Generic[Item]):
    """A queue that serves its senders round-robin, and the items of each sender in order."""

    def __init__(self) -> None:
        self._queues: dict[str, deque[Item]] = {}
        self._senders: deque[str] = deque()
        self._lock = threading.Lock()
        self._arrivals: SimpleQueue[None] = SimpleQueue()  # one per queued item; it blocks and wakes threads in C

    def put(self, sender: str, item: Item) -> None:
        with self._lock:
            waiting = self._queues.get(sender)
            if waiting is None:
                self._queues[sender] = deque((item,))
                self._senders.append(sender)
            else:
                waiting.append(item)
        self._arrivals.put(None)

    def take(self) -> Item:
        """Block until an item is queued, and return the next one in turn."""
        self._arrivals.get()
        with self._lock:
            sender = self._senders.popleft()
            waiting = self._queues[sender]
            item = waiting.popleft()
            if waiting:
                self._senders.append(sender)
            else:
                del self._queues[sender]
            return item


def client_network(remote: str, forwarded: str | None, hops: int) -> str:
    """The network that a request comes from, behind ``hops`` proxies that append to ``forwarded``."""
    if hops and forwarded:
        passed = [each.strip() for each in forwarded.split(",")]
        remote = passed[-hops] if len(passed) >= hops else passed[0]
    return network_of(remote)


LOG = logging.getLogger(__name__)

BODY_SECONDS = 10
"""How long a body may take to arrive, whatever its size."""
BODY_SECONDS_PER_MEGABYTE = 50
"""How much longer it may take for each megabyte of the announced length: 20 kB a second."""
LARGE_BODIES = 32
"""How many bodies of more than the ordinary size may be arriving at the same time."""
ARCHIVE_BODIES = 2
"""How many of these may be larger than `LARGEST`."""
DISCARDED_BYTES = 20_000_000
"""Bytes of a refused body that are discarded: a client that is still sending would not read the refusal otherwise."""
DISCARDING_SECONDS = 10
"""How long a refused body is discarded before the connection is closed."""
PIECE_BYTES = 128_000
"""Bytes of an answer sent at a time."""
PIECE_SECONDS = 30
"""How long a client may take to read a piece."""
CACHED_HEADERS = 256
"""How many header names are cached with their WSGI form."""
UNPREFIXED_HEADERS = {"content-type": "CONTENT_TYPE", "content-length": "CONTENT_LENGTH"}


class CompleteAnswer(NamedTuple):
    """A complete answer."""

    status: int
    headers: list[tuple[str, str]]
    body: bytes


class StreamedAnswer(NamedTuple):
    """A streamed answer, which comes in pieces until it is closed."""

    status: int
    headers: list[tuple[str, str]]
    pieces: Iterable[bytes]


class BodyRefused(Exception):
    """A body that is refused.  Its argument is the problem code."""


class Gateway:
    """An RSGI application for granian that runs a WSGI application in ``threads`` threads.

    ``body_limit``: returns the largest body in bytes for a method and path.  ``halt`` is called when the process gets
    a signal to stop, while it still answers requests.  ``hops``: the number of proxies in front that forward the
    client's address.  ``crowding``: closes idle connections when there are too many.
    """

    def __init__(
        self,
        application: WSGIApplication,
        threads: int,
        body_limit: Callable[[str, str], int],
        halt: Callable[[], None],
        hops: int = 0,
        crowding: Crowding | None = None,
    ) -> None:
        self._application = application
        self._threads = threads
        self._body_limit = body_limit
        self._halt = halt
        self._hops = hops
        self._crowding = crowding
        self._requests: FairQueue[tuple[dict[str, Any], asyncio.Future[CompleteAnswer | StreamedAnswer]]] = FairQueue()
        self._settled: deque[tuple[asyncio.Future[Any], Any]] = deque()
        self._wake_pending = False
        self._header_keys = dict(UNPREFIXED_HEADERS)
        self._large_bodies = self._archive_bodies = 0
        self._common_environ = {
            "SCRIPT_NAME": "",
            "wsgi.version": (1, 0),
            "wsgi.errors": sys.stderr,
            "wsgi.multithread": True,
            "wsgi.multiprocess": False,
            "wsgi.run_once": False,
            "wsgi.input_terminated": True,
        }

    # -- the web server's side, in its event loop

    def __rsgi_init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        call_when_stopped(self._halt)
        for number in range(self._threads):
            threading.Thread(target=self._work, name=f"request-{number}", daemon=True).start()
        if self._crowding is not None:
            self._crowding.start()

    async def __rsgi__(self, scope: Scope, protocol: HTTPProtocol) -> None:
        if self._crowding is None:
            await self._handle(scope, protocol)
            return
        host, _, port = scope.client.rpartition(":")
        peer = host.strip("[]"), int(port)
        self._crowding.busy.add(peer)
        try:
            await self._handle(scope, protocol)
        finally:
            self._crowding.busy.discard(peer)

    async def _handle(self, scope: Scope, protocol: HTTPProtocol) -> None:
        """Receive a request, have it answered, and send the answer."""
        environ = self._environ(scope)
        try:
            body = await self._read_body(environ, scope.path, protocol)
        except BodyRefused as refused:
            body = b""
            environ[BODY_FAULT] = refused.args[0]
        except ProtocolClosed:  # the client has gone
            return
        environ["CONTENT_LENGTH"] = str(len(body)) if body else environ.get("CONTENT_LENGTH", "")
        environ["wsgi.input"] = BytesIO(body)
        answered: asyncio.Future[CompleteAnswer | StreamedAnswer] = self._loop.create_future()
        network = client_network(environ["REMOTE_ADDR"], environ.get("HTTP_X_FORWARDED_FOR"), self._hops)
        self._requests.put(network, (environ, answered))
        answer = await answered
        if isinstance(answer, StreamedAnswer):
            await self._stream(answer, protocol)
        elif BODY_FAULT in environ:
            protocol.response_bytes(answer.status, [*answer.headers, ("Connection", "close")], answer.body)
            await _discard_body(protocol)
        elif len(answer.body) <= PIECE_BYTES:
            protocol.response_bytes(answer.status, answer.headers, answer.body)
        else:
            await _send_large(answer, protocol)

    def _environ(self, scope: Scope) -> dict[str, Any]:
        """The WSGI environment (PEP 3333) of a request, without its body."""
        environ = dict(self._common_environ)
        server, _, port = scope.server.rpartition(":")
        environ["REQUEST_METHOD"] = scope.method
        environ["PATH_INFO"] = scope.path.encode().decode("latin-1")
        environ["QUERY_STRING"] = scope.query_string
        environ["SERVER_PROTOCOL"] = f"HTTP/{scope.http_version}"
        environ["SERVER_NAME"] = server
        environ["SERVER_PORT"] = port
        environ["REMOTE_ADDR"] = scope.client.rpartition(":")[0].strip("[]")
        environ["wsgi.url_scheme"] = scope.scheme
        header_keys = self._header_keys
        for name, value in scope.headers.items():
            key = header_keys.get(name)
            if key is None:
                if "_" in name:  # it could be mistaken for another header, such as a proxy's X-Forwarded-For
                    continue
                key = "HTTP_" + name.replace("-", "_").upper()
                if len(header_keys) < CACHED_HEADERS:
                    header_keys[name] = key
            environ[key] = f"{environ[key]},{value}" if key in environ else value
        return environ

    async def _read_body(self, environ: dict[str, Any], path: str, protocol: HTTPProtocol) -> bytes:
        """The complete body.  Raises `BodyRefused`, and `ProtocolClosed` when the connection is closed."""
        announced = environ.get("CONTENT_LENGTH")
        if announced == "0" or (announced is None and "HTTP_TRANSFER_ENCODING" not in environ):
            return b""
        length = LARGEST if announced is None else int(announced)
        if length <= ORDINARY:
            return await _body_in_time(length, protocol())
        limit = self._body_limit(environ["REQUEST_METHOD"], path)
        if announced is not None and length > limit:
            raise BodyRefused("too_large")
        archive = limit > LARGEST and (announced is None or length > LARGEST)
        if self._large_bodies >= LARGE_BODIES or (archive and self._archive_bodies >= ARCHIVE_BODIES):
            raise BodyRefused("unavailable")
        self._large_bodies += 1
        self._archive_bodies += archive
        try:
            return await _body_in_time(length, _read_up_to(limit, protocol))
        finally:
            self._large_bodies -= 1
            self._archive_bodies -= archive

    async def _stream(self, answer: StreamedAnswer, protocol: HTTPProtocol) -> None:
        """Send a streamed answer, produced in a thread of its own, until it ends or the client disconnects."""
        transport = protocol.response_stream(answer.status, answer.headers)
        ended: asyncio.Future[None] = self._loop.create_future()

        async def send(piece: bytes) -> None:
            async with asyncio.timeout(PIECE_SECONDS):
                await transport.send_bytes(piece)

        def pump() -> None:
            try:
                for piece in answer.pieces:
                    asyncio.run_coroutine_threadsafe(send(piece), self._loop).result()
            except (ProtocolClosed, TimeoutError):  # the client has gone, or does not read
                pass
            except Exception as error:
                LOG.error("a stream failed", exc_info=error)
            finally:
                _close(answer.pieces)
                self._settle(ended, None)

        threading.Thread(target=pump, name="stream", daemon=True).start()
        await ended

    # -- the application's side, in threads

    def _work(self) -> None:
        """Answer requests one after another for as long as the process lives."""
        while True:
            environ, answered = self._requests.take()
            self._settle(answered, self._answer(environ))

    def _answer(self, environ: dict[str, Any]) -> CompleteAnswer | StreamedAnswer:
        """Run the application on a request and return its answer."""
        status, headers = 500, []
        written: list[bytes] = []  # by the deprecated ``write()`` of WSGI

        def start_response(line: str, given: list[tuple[str, str]], _exc_info: Any = None) -> Callable[[bytes], object]:
            nonlocal status, headers
            status, headers = int(line[:3]), given
            return written.append

        try:
            pieces = self._application(environ, start_response)
            if (
                status == 200
                and environ["REQUEST_METHOD"] != "HEAD"
                and not any(name.lower() == "content-length" for name, _ in headers)
            ):
                return StreamedAnswer(status, headers, pieces)
            try:
                return CompleteAnswer(status, headers, b"".join([*written, *pieces]))
            finally:
                _close(pieces)
        except Exception as error:
            LOG.error("a request failed outside the application", exc_info=error)
            return CompleteAnswer(500, [], b"")

    def _settle(self, future: asyncio.Future[Any], result: Any) -> None:
        """Set the result of a future of the event loop from a thread.  The loop is woken once for all futures that are
        settled by the time it runs.
        """
        self._settled.append((future, result))
        if not self._wake_pending:
            self._wake_pending = True
            with suppress(RuntimeError):  # the loop is closed: nobody waits any more
                self._loop.call_soon_threadsafe(self._set_results)

    def _set_results(self) -> None:
        """Set the results of the settled futures; runs in the event loop."""
        self._wake_pending = False  # first: what is settled after this wakes the loop again, unless it is handled below
        while self._settled:
            future, result = self._settled.popleft()
            if not future.done():
                future.set_result(result)


async def _send_large(answer: CompleteAnswer, protocol: HTTPProtocol) -> None:
    """Send an answer piece by piece, and give up when the client stops reading."""
    transport = protocol.response_stream(answer.status, answer.headers)
    with suppress(ProtocolClosed, TimeoutError):
        for begin in range(0, len(answer.body), PIECE_BYTES):
            async with asyncio.timeout(PIECE_SECONDS):
                await transport.send_bytes(answer.body[begin : begin + PIECE_BYTES])


async def _body_in_time(length: int, body: Awaitable[bytes]) -> bytes:
    """Await a body for as long as its length allows.  Raises `BodyRefused`."""
    try:
        async with asyncio.timeout(BODY_SECONDS + length * BODY_SECONDS_PER_MEGABYTE / 1e6):
            return await body
    except TimeoutError:
        raise BodyRefused("body_late") from None


async def _read_up_to(limit: int, protocol: HTTPProtocol) -> bytes:
    """Read a body of at most ``limit`` bytes.  Raises `BodyRefused`."""
    body = bytearray()
    async for piece in protocol:
        body += piece
        if len(body) > limit:
            raise BodyRefused("too_large")
    return bytes(body)


async def _discard_body(protocol: HTTPProtocol) -> None:
    """Discard the rest of a refused body, so that the client gets to read the answer."""
    discarded = 0
    with suppress(ProtocolClosed, TimeoutError, RuntimeError):
        async with asyncio.timeout(DISCARDING_SECONDS):
            async for piece in protocol:
                discarded += len(piece)
                if discarded > DISCARDED_BYTES:
                    break


def _close(pieces: Iterable[bytes]) -> None:
    """Close an answer's iterable if it has ``close()``, as WSGI demands."""
    if close := getattr(pieces, "close", None):
        close()
