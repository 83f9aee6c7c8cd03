"""A minimal HTTP/1.1 client that keeps messages byte for byte, for the tablets and the network proxy."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from contextlib import suppress
from typing import Any, NamedTuple

PATIENCE = 8.0
"""Seconds after which a tablet gives up a request, as its page does."""
BODILESS = frozenset({204, 304})


class Message(NamedTuple):
    """A request or a response.  ``raw``: as received; ``first``: its first line; ``body``: without chunked encoding."""

    raw: bytes
    first: str
    headers: dict[str, str]
    body: bytes

    @property
    def status(self) -> int:
        return int(self.first.split(" ", 2)[1])

    @property
    def json(self) -> Any:
        """The body as JSON."""
        return json.loads(self.body)

    @property
    def code(self) -> str:
        """The code of a problem, or ``""``."""
        if "json" not in self.headers.get("content-type", ""):
            return ""
        problem = self.json
        return str(problem.get("code", "")) if isinstance(problem, dict) else ""


async def read(reader: asyncio.StreamReader) -> Message | None:
    """Read the next message; None at the end of the stream.  Raises asyncio's errors if it breaks off."""
    try:
        head = await reader.readuntil(b"\r\n\r\n")
    except asyncio.IncompleteReadError as error:
        if error.partial:
            raise
        return None
    first, *lines = head.decode("latin-1").rstrip("\r\n").split("\r\n")
    headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
    if first.startswith("HTTP/") and int(first.split(" ", 2)[1]) in BODILESS:
        return Message(head, first, headers, b"")
    if headers.get("transfer-encoding", "").lower() == "chunked":
        raw, body = await _chunks(reader)
        return Message(head + raw, first, headers, body)
    body = await reader.readexactly(int(headers.get("content-length", "0")))
    return Message(head + body, first, headers, body)


async def _chunks(reader: asyncio.StreamReader) -> tuple[bytes, bytes]:
    raw, body = b"", b""
    while True:
        line = await reader.readuntil(b"\r\n")
        size = int(line.split(b";")[0], 16)
        data = await reader.readexactly(size + 2)
        raw += line + data
        body += data[:-2]
        if not size:
            return raw, body


class Line:
    """A keep-alive connection, as a browser's; one request at a time."""

    def __init__(self, port: int, token: str | None = None) -> None:
        self.port = port
        self.token = token
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None
        self._turn = asyncio.Lock()

    async def send(self, raw: bytes, patience: float = PATIENCE) -> Message | None:
        """Send a request and return the answer; None if none came."""
        async with self._turn:
            try:
                async with asyncio.timeout(patience):
                    if self._streams is None:
                        self._streams = await asyncio.open_connection("127.0.0.1", self.port, limit=2**24)
                    reader, writer = self._streams
                    writer.write(raw)
                    await writer.drain()
                    answer = await read(reader)
            except (OSError, TimeoutError, asyncio.IncompleteReadError, asyncio.LimitOverrunError, ValueError):
                answer = None
            except BaseException:
                self.close()  # a late answer must not be taken for the next request's
                raise
            if answer is None or answer.headers.get("connection", "").lower() == "close":
                self.close()
            return answer

    async def ask(
        self,
        method: str,
        path: str,
        body: Any = None,
        headers: Mapping[str, str] | None = None,
        *,
        patience: float = PATIENCE,
    ) -> Message | None:
        """Send a request below /api/v1, /p/ or to /readyz and return the answer; None if none came."""
        fields = {"host": f"127.0.0.1:{self.port}", "accept-language": "en", **(headers or {})}
        if self.token is not None:
            fields["authorization"] = f"Bearer {self.token}"
        payload = b"" if body is None else json.dumps(body).encode()
        if payload:
            fields["content-type"] = "application/json"
        if method != "GET":
            fields["content-length"] = str(len(payload))
        place = path if path.startswith(("/p/", "/readyz")) else f"/api/v1{path}"
        lines = [f"{method} {place} HTTP/1.1", *(f"{name}: {value}" for name, value in fields.items())]
        return await self.send("\r\n".join([*lines, "", ""]).encode() + payload, patience)

    def close(self) -> None:
        if self._streams is not None:
            self._streams[1].close()
            self._streams = None

    async def disconnect(self) -> None:
        """Close the connection, and wait until it is closed."""
        if self._streams is not None:
            writer = self._streams[1]
            self.close()
            with suppress(OSError):
                await writer.wait_closed()
