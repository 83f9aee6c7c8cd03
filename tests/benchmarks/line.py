"""A connection over which one asks again and again, and that costs the asker little: a load must not be what bends."""

from __future__ import annotations

import asyncio
import sys
from contextlib import suppress
from typing import NamedTuple


class Answer(NamedTuple):
    """Status and tag of an answer, and how many bytes its body has."""

    status: int
    tag: bytes
    size: int


class Line(asyncio.Protocol):
    """A connection from an address of its own, as a device in a hall has one; opened anew where it was closed."""

    def __init__(self, port: int, source: str) -> None:
        self._port = port
        self._source = (source, 0) if sys.platform == "linux" else None  # elsewhere loopback is one address
        self._transport: asyncio.Transport | None = None
        self._answer: asyncio.Future[Answer] | None = None
        self._read = b""

    async def ask(self, request: bytes) -> Answer:
        """Send a request; its answer.  A connection that was open for too long without one may be closed just then: it
        is opened anew once, as browsers do.  Raises OSError where no answer comes.
        """
        if self._transport is not None:
            with suppress(OSError):
                return await self._once(request)
        return await self._once(request)

    async def _once(self, request: bytes) -> Answer:
        loop = asyncio.get_running_loop()
        if self._transport is None or self._transport.is_closing():
            await loop.create_connection(lambda: self, "127.0.0.1", self._port, local_addr=self._source)
        assert self._transport is not None
        self._answer = loop.create_future()
        self._transport.write(request)
        return await self._answer

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Take the connection."""
        assert isinstance(transport, asyncio.Transport)
        self._transport, self._read = transport, b""

    def data_received(self, data: bytes) -> None:
        """Read an answer that has a length, or says that it has no body."""
        self._read += data
        head, end, body = self._read.partition(b"\r\n\r\n")
        if not end or self._answer is None or self._answer.done():
            return
        lower = head.lower()
        status = int(head[9:12])
        size = 0 if status in (204, 304) else int(_field(lower, head, b"content-length") or 0)
        if len(body) >= size:
            self._read = b""
            self._answer.set_result(Answer(status, _field(lower, head, b"etag"), size))

    def connection_lost(self, error: Exception | None) -> None:
        """Tell whoever waits."""
        if self._answer is not None and not self._answer.done():
            self._answer.set_exception(error or ConnectionResetError("the connection was closed"))

    def move(self, port: int) -> None:
        """Go on at another port."""
        self._port = port
        if self._transport is not None:
            self._transport.close()
            self._transport = None


def _field(lower: bytes, head: bytes, name: bytes) -> bytes:
    """A field of an answer's head; nothing where it is not there."""
    at = lower.find(b"\r\n" + name + b":")
    return head[at + len(name) + 3 :].partition(b"\r\n")[0].strip() if at >= 0 else b""
