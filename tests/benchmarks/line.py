"""A keep-alive HTTP connection that needs little processor time, so that the load generator is not the bottleneck."""

from __future__ import annotations

import asyncio
import sys
from contextlib import suppress
from typing import NamedTuple


class Answer(NamedTuple):
    """Status and ETag of an answer, and the size of its body."""

    status: int
    tag: bytes
    size: int


class Line(asyncio.Protocol):
    """A connection from an address of its own, like a device in a hall; reopened if it was closed."""

    def __init__(self, port: int, source: str) -> None:
        self._port = port
        self._source = (source, 0) if sys.platform == "linux" else None  # elsewhere loopback is one address
        self._transport: asyncio.Transport | None = None
        self._answer: asyncio.Future[Answer] | None = None
        self._read = b""

    async def ask(self, request: bytes) -> Answer:
        """Send a request and return the answer.  An idle connection may be closed just then: it is reopened once, as
        browsers do.  Raises OSError if no answer comes.
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
        """Keep the transport."""
        assert isinstance(transport, asyncio.Transport)
        self._transport, self._read = transport, b""

    def data_received(self, data: bytes) -> None:
        """Parse an answer once it is complete, by its Content-Length."""
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
        """Fail the pending request."""
        if self._answer is not None and not self._answer.done():
            self._answer.set_exception(error or ConnectionResetError("the connection was closed"))

    def move(self, port: int) -> None:
        """Use another port from now on."""
        self._port = port
        if self._transport is not None:
            self._transport.close()
            self._transport = None


def _field(lower: bytes, head: bytes, name: bytes) -> bytes:
    """The value of a header in an answer's head; empty if it is missing."""
    at = lower.find(b"\r\n" + name + b":")
    return head[at + len(name) + 3 :].partition(b"\r\n")[0].strip() if at >= 0 else b""
