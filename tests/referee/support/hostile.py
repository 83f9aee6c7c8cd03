"""Hostile input: values for paths, queries, headers, forms and JSON bodies that nobody sends by accident."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from rulesets.wordlist import wordlist
from tests.fuzz.hostile import DEEP, at, deep_copy, paths

LONG = "x" * 20_000
MANY = {f"option-{number}": number for number in range(1000)}
"""Far more fields than an error should echo."""
LARGEST_ERROR = 20_000
"""The maximum size of an error response in bytes, whatever was sent."""

IN_PATHS = (
    b"%00",
    b"%ED%A0%80",
    b"a%C0%80%FF",
    b"9" * 400,
    b"-1%0A{x}",
    b"x" * 4000,
)
"""Values for a part of a path, percent-encoded."""
IN_FORMS = (
    b"%ED%A0%80",
    b"9" * 5000,
    b"A%20bid%209" + b"9" * 5000,
    b"%7B%22type%22%3A%22roll%22,%22player%22%3A%22%5Cud800%5Cu0000%22%7D",
    b"[" * 2000,
)
"""Values for a form field, percent-encoded."""
IN_QUERIES = (
    *IN_FORMS,
    b"",
    b"%00",
    b"-9" + b"9" * 18,
    b"2026-13-45%0A{x}%zz%",
)
"""Values for a query parameter, percent-encoded."""
QUERIES = (
    b"&" * 3000,
    b"\xff=\xfe",
    b"%00=1",
    b"%ED%A0%80=%C0%80",
    b"&".join(b"option-%d=1" % number for number in range(2000)),
    b"lang=" + b"x" * 6000,
)
"""Whole query strings."""
IN_JSON: tuple[Any, ...] = (
    "a\0b",
    "\ud800",
    10**18 - 1,
    1e308,
    "",
    [],
    {"\ud800": [{"\0": None}]},
    DEEP,
    LONG,
    "A bid " + "9" * 5000,
)
"""Values for any part of a JSON body."""
RAW_JSON = (
    b"",
    b"null",
    b"[]",
    b"1e400",
    b"NaN",
    b"9" * 5000,
    b"[" * 20_000,
    b'{"a":1,"a":2}',
    b'{"a": "\xed\xa0\x80"}',
    b'{"a": "\xff"}',
    b"\xff\xfe{\x00}\x00",
    b"\xef\xbb\xbf{}",
    b'{"\x00": 1}',
    b'{"a": "\x00"}',
    b"{",
    b'{"a": "\\ud800"}',
)
"""Whole bodies."""
CONTENT_TYPES = (
    "",
    "text/plain",
    "application/json; charset=utf-16",
    "application/json; charset=nonsense",
    "application/json; charset=\0",
    "application/x-www-form-urlencoded; charset=utf-7",
    "application/x-www-form-urlencoded; charset=nonsense",
    "multipart/form-data",
    "multipart/form-data; boundary=",
    "multipart/form-data; boundary=" + "b" * 3000,
    'multipart/form-data; boundary="\xff"',
    "multipart/form-data; boundary=x; charset=nonsense",
    "/",
    "json",
    "application/" + "x" * 3000,
)
HEADERS = {
    "Accept-Language": ("\xff", ",;q=,", "x" * 5000, "ja;q=1e400", "en;q=nan", "*" * 400, "zh;q=-1", "-", "en-" * 800),
    "Accept": ("\xff", "text/html;q=nan", "a/b;q=1e400", "," * 4000, "text/html;q=9" + "9" * 400, "*"),
    "Cookie": (
        "referee=\xff\xed\xa0\x80",
        "referee=%00",
        'referee="\\000\\377"',
        "referee=" + "x" * 5000,
        "lang=\xff",
        "lang=\0",
        ";" * 3000,
        "=;=",
    ),
    "Authorization": ("Bearer", "Bearer \xff", "Bearer \0", "Bearer " + "x" * 5000, "Basic \xff", "Digest x=\xff"),
    "If-None-Match": ("", "x", '"', 'W/"', '"\xff"', "*", ", " * 2000, '"' + "x" * 5000 + '"'),
    "If-Match": ("", "x", '"', 'W/"1"', '"\xff"', "*", '"' + "9" * 500 + '"', '"1e400"', ", " * 2000),
    "If-Modified-Since": ("yesterday", "Thu, 99 Foo 99999 99:99:99 GMT", "\xff", "9" * 400),
    "If-Unmodified-Since": ("yesterday", "9" * 400),
    "Range": ("bytes=9-1", "bytes=" + "9" * 400 + "-", "bytes=" + "0-0," * 1500, "\xff"),
    "If-Range": ("\xff", '"x"', "9" * 400),
    "Last-Event-ID": ("9" * 400, "-1", "\xff", "1e400", "x" * 5000),
    "Origin": ("null", "http://[", "http://\xff", "http://[::1", "x" * 5000, "//"),
    "Sec-Fetch-Site": ("\xff", "cross-site"),
    "X-CSRF-Token": ("\xff", ".", "x." * 2000, "\0"),
    "X-Request-ID": ("\xff", "x" * 5000, "\0"),
    "X-Forwarded-For": ("\xff", "x" * 5000, ","),
    "X-Forwarded-Host": ("\xff", "x" * 5000),
    "Content-Length": ("9" * 400, "-1", "x", "\xff", "1e3"),
    "Content-Encoding": ("gzip", "\xff"),
    "Expect": ("100-continue", "\xff"),
    "Host": ("", "\xff", "[", "x" * 5000, "a b", "x:99999", "x:\xff", "evil.example", "[::1]:80:80", "-"),
    "Upgrade": ("websocket",),
}
"""Values for headers; each character (Latin-1) is a byte, as WSGI passes them on."""


class Share(NamedTuple):
    """Which share of the requests this test sends: number ``part``, from 0, of ``of`` shares."""

    part: int = 0
    of: int = 1


class Rotation:
    """Values dealt out in turn: each iteration yields the next ``few``, so that many iterations cover all of them.

    Each share yields only its part of every iteration, but over time every share also covers all values.
    """

    def __init__(self, values: Sequence[Any], few: int, share: Share) -> None:
        self._values, self._few, self._share = values, few, share
        self._next = 0

    def __iter__(self) -> Iterator[Any]:
        begin, self._next = self._next, self._next + self._few
        for number in range(begin, self._next):
            times, place = divmod(number, len(self._values))
            if (times + place) % self._share.of == self._share.part:
                yield self._values[place]


HEADER_READERS = wordlist("""
    start.start desk.show_desk public.show_event static login.post_login players_page.post_player tablet_page.worker
    authority.show_authority health.readyz metrics.show_metrics entries.list_entries entries.post_entry
    public_api.change_public papers.put_layout rules_page.show_index join.show_link my_page.show_mine
""")
"""Endpoints that read headers."""
MULTIPART = (
    b"--x\r\nContent-Disposition: form-data; name=\"\xff\"; filename*=x''%ff\r\n\r\n\xff\0\r\n"
    b"--x\r\nContent-Disposition: form-data\r\n\r\n--x--\r\n"
)
FILES = (
    b"",
    b"\0\xff",
    b"name,club\n\0," + b"9" * 5000,
    b"PK\x03\x04" + b"\0" * 30,
    b'{"format": "rulings/1", "rulings": [{"a": "\\ud800"}]}',
    b"[" * 20_000,
    b"a=" + b"9" * 5000,
    b"\xff\xfen\0a\0",
    b"round,table\n1e400,\xed\xa0\x80",
)
"""Contents of uploaded files."""


def multipart(name: str, content: bytes) -> bytes:
    """A multipart body with a file and the boundary ``x``."""
    head = f'--x\r\nContent-Disposition: form-data; name="{name}"; filename="a\\ud800.csv"\r\n\r\n'
    return head.encode() + content + b"\r\n--x--\r\n"


class Body(NamedTuple):
    """A body with something wrong in it.  ``wrong``: where and what, for the message of a failed test."""

    encoded: bytes
    wrong: str


def bodies(good: dict[str, Any], more: list[str], values: Rotation) -> Iterator[Body]:
    """Yield variants of a good body: each part replaced by some of the values, one at a time; each of the fields
    ``more`` added; unknown fields added.
    """
    for path in paths(good):
        for value in values:
            spoilt = deep_copy(good)
            if path:
                at(spoilt, path[:-1])[path[-1]] = value
            else:
                spoilt = value
            yield Body(json.dumps(spoilt).encode(), f"{path}={value!r:.40}")
    for name in more:
        for value in values:
            yield Body(json.dumps({**good, name: value}).encode(), f"with {name}={value!r:.40}")
    yield Body(json.dumps({**good, **MANY}).encode(), "with many fields more")
    yield Body(json.dumps({**good, LONG: "\ud800", "\0": 1}).encode(), "with strange fields more")
