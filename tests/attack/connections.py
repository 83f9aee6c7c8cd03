"""Attacks by connections: anybody on the Wi-Fi can open as many as they like, and send anything on them."""

from __future__ import annotations

import resource
import socket
import struct
import time
from contextlib import suppress

from tests.attack.attack import Attack, Broken
from tests.attack.client import SECONDS, Wire, head, is_ended, receive, trickle, wires
from tests.attack.hall import Hall

PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
HEADERS, SETTINGS, END_HEADERS = 1, 4, 4
MANY = 50
"""A number of connections that far exceeds the service's threads."""
A_WHILE = 3.0
"""Seconds for which incomplete handshakes and unread answers are held open."""
BODY_ENDS = 30.0
"""Seconds within which the service must give up on an incomplete body."""
HEAD_ENDS = 60.0
"""The same for the head of a request, which costs only a connection."""
PATHS = ("/api/v1/sessions", "/api/v1/devices", "/login", "/j/abc")
"""Where an anonymous visitor may send a body."""
ENDLESS_BYTES = 16_000_000
"""Bytes of an endless request before which the service must have refused it."""


def frame(kind: int, flags: int, stream: int, payload: bytes) -> bytes:
    """A frame of HTTP/2."""
    return struct.pack(">I", len(payload))[1:] + struct.pack(">BBI", kind, flags, stream) + payload


def literal(name: str, value: str) -> bytes:
    """A header of HTTP/2 as a literal, without compression."""
    return b"\0" + bytes([len(name)]) + name.encode() + bytes([len(value)]) + value.encode()


def post_stream() -> bytes:
    """The start of an HTTP/2 POST whose body never comes."""
    named = {":method": "POST", ":scheme": "http", ":path": "/api/v1/sessions", ":authority": "hall"}
    block = b"".join(literal(name, value) for name, value in {**named, "content-type": "application/json"}.items())
    return PREFACE + frame(SETTINGS, 0, 0, b"") + frame(HEADERS, END_HEADERS, 1, block)


def http2_streams_without_a_body(hall: Hall) -> str:
    """Eight cleartext HTTP/2 connections each begin a POST, send no body, and are closed after half a second.

    They once blocked all threads for good.  The service must keep answering everybody, and must not speak cleartext
    HTTP/2 at all: neither when a client begins with it nor when it asks for an upgrade.
    """
    with wires(hall.site, 8, post_stream()) as held:
        time.sleep(0.5)
        answers = [data for wire in held if (data := receive(wire, 0.5))]
    if any(len(data) > 3 and data[3] == SETTINGS and not data.startswith(b"HTTP/1") for data in answers):
        raise Broken("the service speaks HTTP/2 in clear")
    hall.await_honest()
    upgrade = ("Connection: Upgrade, HTTP2-Settings", "Upgrade: h2c", "HTTP2-Settings: AAMAAABkAAQCAAAAAAIAAAAA")
    with wires(hall.site, 1, head("GET", "/healthz", *upgrade)) as (wire,):
        if receive(wire).startswith(b"HTTP/1.1 101"):
            raise Broken("the service changes to HTTP/2 in clear when it is asked to")
    return "HTTP/1 only"


def bodies_that_never_come(hall: Hall) -> str:
    """Fifty connections announce a body by Content-Length and never send it.

    Nobody else may notice: the service must not occupy a thread before the body has arrived.
    """
    with wires(hall.site, MANY, head_with_body(PATHS[0])):
        hall.await_honest()
    return f"{MANY} connections, and everybody else was answered"


def bodies_that_never_come_are_ended(hall: Hall) -> str:
    """Connections announce a body to every address that accepts one from anonymous visitors, and never send it.

    The service must close them itself within half a minute, because an attacker can wait all day.
    """
    with wires(hall.site, 8) as held:
        for number, wire in enumerate(held):
            wire.sendall(head_with_body(PATHS[number % len(PATHS)]))
        return wait_until_ended(held, BODY_ENDS)


def bodies_by_the_byte(hall: Hall) -> str:
    """Fifty connections send a body of half a kilobyte, one byte per second.

    Although each byte is a sign of life, the whole body must have a time limit, and nobody else may notice.
    """
    with wires(hall.site, MANY, head_with_body(PATHS[0])) as held:
        count = trickle(held, b'{"login":"' + b"x" * 480, BODY_ENDS)
        if count < len(held):
            raise Broken(f"{len(held) - count} of {len(held)} slow bodies still go on after {BODY_ENDS:.0f} s")
    return f"{len(held)} slow bodies were ended"


def heads_by_the_line(hall: Hall) -> str:
    """Fifty connections send the head of a request, one header per second, and never finish it.

    Nobody else may notice, and the service must close them itself.
    """
    until = time.monotonic() + HEAD_ENDS
    with wires(hall.site, MANY, b"GET /healthz HTTP/1.1\r\nHost: hall\r\n") as held:
        left = list(held)
        while left and time.monotonic() < until:
            left = [wire for wire in left if not is_ended(wire)]
            for wire in left:
                with suppress(OSError):
                    wire.send(b"X-More: 1\r\n")
            time.sleep(1)
        if left:
            raise Broken(f"{len(left)} heads still go on after {HEAD_ENDS:.0f} s")
    return f"{len(held)} heads without an end were ended"


def readers_that_do_not_read(hall: Hall) -> str:
    """Twenty connections each request the largest response a hundred times, and read none of it.

    Nobody else may notice, and unread responses must not pile up in memory.
    """
    pipeline = head("GET", "/api/v1/openapi.json") * 100
    with wires(hall.site, 20) as held:
        for wire in held:
            wire.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
            with suppress(OSError):
                wire.settimeout(1)
                wire.sendall(pipeline)
        hall.await_honest()
        time.sleep(2 * A_WHILE)  # until what the system keeps of unread answers is full
        hall.await_honest()
    return "2,000 answers that nobody took"


def heads_without_measure(hall: Hall) -> str:
    """An attacker sends heads of sixteen megabytes: one header, a million headers, one address.

    Each must be refused, or the connection closed, long before it has been read completely.
    """
    beginnings = {
        "one header": (b"GET /healthz HTTP/1.1\r\nHost: hall\r\nX-Long: ", b"x" * 65536),
        "many headers": (b"GET /healthz HTTP/1.1\r\nHost: hall\r\n", b"X-Many: 1\r\n" * 6000),
        "the address": (b"GET /", b"x" * 65536),
    }
    for what, (first, more) in beginnings.items():
        with wires(hall.site, 1, first) as (wire,):
            if not is_refused(wire, more, ENDLESS_BYTES):
                raise Broken(f"{what}: {ENDLESS_BYTES // 1_000_000} MB were taken without a word")
    return "each was refused"


def pipelines(hall: Hall) -> str:
    """Twenty connections each pipeline a thousand requests at once.

    Everybody else must be answered in between.
    """
    with wires(hall.site, 20) as held:
        for wire in held:
            with suppress(OSError):
                wire.settimeout(1)
                wire.sendall(head("GET", hall.public) * 1000)
        hall.await_honest()
    return "20,000 requests at once"


def chunks_without_an_end(hall: Hall) -> str:
    """Eight connections send an endless chunked body; fifty more announce chunks and send none.

    The body must be refused before it reaches sixteen megabytes, and nobody else may notice.
    """
    announced = ("Content-Type: application/json", "Transfer-Encoding: chunked")
    chunk = b"8000\r\n" + b" " * 0x8000 + b"\r\n"
    for number in range(8):
        with wires(hall.site, 1, head("POST", PATHS[number % len(PATHS)], *announced)) as (wire,):
            if not is_refused(wire, chunk, ENDLESS_BYTES):
                raise Broken(f"{ENDLESS_BYTES // 1_000_000} MB of a body were taken without a word")
    with wires(hall.site, MANY, head("POST", PATHS[0], *announced)):
        hall.await_honest()
    return "each was refused, and everybody else was answered"


def idle_connections(hall: Hall) -> str:
    """An attacker opens two thousand connections and sends nothing on them.

    New clients must still be answered.
    """
    raise_file_limit(2200)
    with wires(hall.site, 2000) as held:
        hall.await_honest()
        kept = sum(not is_ended(wire) for wire in held)
    return f"{len(held)} were opened, {kept} kept"


def handshakes_that_never_come(hall: Hall) -> str:
    """Two hundred connections each send part of a TLS hello, nothing at all, or nothing to the plain HTTP port.

    None of them ever finishes its handshake or request.  Nobody else may notice, on either port.
    """
    hello = bytes.fromhex("16030101fe010001fa0303") + b"\0" * 64
    with wires(hall.site, 200, hello), wires(hall.site, 200), wires(hall.plain, 200):
        hall.await_honest()
        time.sleep(A_WHILE)
        hall.await_honest()
        if (answer := hall.plain.ask("GET", hall.public)).status not in (301, 302, 307, 308):
            raise Broken(f"the plain port does not lead to https: {answer.status}")
    return "400 handshakes and 200 requests that never came"


def head_with_body(path: str) -> bytes:
    """The head of a request that announces a body of 512 bytes."""
    return head("POST", path, "Content-Type: application/json", "Content-Length: 512")


def wait_until_ended(held: list[Wire], seconds: float) -> str:
    """Wait until the service has ended all connections.  Raises `Broken` if it has not after so many seconds."""
    began = time.monotonic()
    left = list(held)
    while left and time.monotonic() - began < seconds:
        left = [wire for wire in left if not is_ended(wire)]
        time.sleep(0.1)
    if left:
        raise Broken(f"{len(left)} of {len(held)} connections still wait after {seconds:.0f} s")
    return f"all were ended after {time.monotonic() - began:.0f} s"


def is_refused(wire: Wire, more: bytes, most: int) -> bool:
    """Send the same bytes repeatedly, up to ``most``; whether the service answers or closes the connection before that.

    Raises `Broken` if it does neither and reads no more.
    """
    wire.settimeout(SECONDS)
    size = 0
    while size < most:
        try:
            wire.sendall(more)
        except TimeoutError as waited:
            raise Broken(f"nothing was taken and nothing refused for {SECONDS} s") from waited
        except OSError:
            return True
        size += len(more)
        if is_ended(wire):
            return True
        wire.settimeout(SECONDS)
    return bool(receive(wire))


def raise_file_limit(count: int) -> None:
    """Raise the limit of open files of this process to ``count``, as far as the system allows."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft < count:
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (count, max(hard, count)))


ATTACKS = (
    Attack(http2_streams_without_a_body, quick=True),
    Attack(bodies_that_never_come, quick=True),
    Attack(bodies_that_never_come_are_ended),
    Attack(bodies_by_the_byte),
    Attack(heads_by_the_line),
    Attack(readers_that_do_not_read),
    Attack(heads_without_measure, quick=True),
    Attack(pipelines, quick=True),
    Attack(chunks_without_an_end, quick=True),
    Attack(idle_connections),
    Attack(handshakes_that_never_come, secure=True),
)
