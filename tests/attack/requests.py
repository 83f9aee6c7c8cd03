"""Attacks by odd requests: values that nobody sends, foreign hosts, other spellings of pages."""

from __future__ import annotations

import http.client
import io
import json
from collections.abc import Iterator
from contextlib import closing
from typing import Any
from urllib.parse import quote

from rulesets.wordlist import wordlist
from tests.attack.attack import Attack, Broken
from tests.attack.client import head, receive, request, wires
from tests.attack.hall import Hall
from tests.attack.targets import Targets
from tests.referee.support.role_matrix import MATRIX
from tests.referee.support.running import Answer

RAW = "raw JSON:"
"""The prefix of a text that is inserted into a body as raw JSON."""
LONG = ("x" * 5000, "\u202e" * 50, "9" * 4500, 10**30, -(10**30), 1e308, f"{RAW}{'9' * 4400}")
STRANGE = ("\0", "x\0y", "\ud800", f"{RAW}1e999", f"{RAW}-0.0", "../../etc/passwd", "' OR 1=1 --", "%00", "１")
VALUES: tuple[Any, ...] = (*LONG, *STRANGE, True, None, [], {}, [[]], {"": ""}, [None])
"""Odd values for the fields of bodies."""
IN_PATHS = ("%00", "x%00y", "%ED%A0%80", "%FF", "x" * 3000, "9" * 30, "..%2f..%2fetc", "%E2%80%AE", "'--", "%EF%BC%91")
"""Odd values for ids in paths, percent-encoded."""
QUERIES = wordlist(f"""
    since=%00 since=999999999999999999999999 limit=1e5 cursor=%ED%A0%80 lang=%00 name=%00 at={"9" * 4500} at=-1
    before=0&limit=0 seats=%00 state=%FF language=%00 as=%00 player=%00&round=9999999999999999999
    round=99999999999999999999&table=-1 q=%00 q=%ED%A0%80 position=%00 report=%ED%A0%80
""")
"""Odd query strings."""
LONG_SUMS = ("A pays " + "9" * 1900, "A bid " + "9" * 1900, "A: roll 3 4 " + "9" * 4400, "A bids " + "９" * 300)
LONG_LINES = ("trade " * 300, "A auction " + "-" * 1500 + "1", "🎲" * 500)
TYPED = (*LONG_SUMS, *LONG_LINES, "A buy \ud800", "A \0", "A pays 1e999")
"""Odd reports in the short notation."""
PAGES = wordlist("""
    / /login /rules /positions /answers /explain /p/hall-cup /p/hall-cup/seats /p/hall-cup/standings
    /p/hall-cup/screen /m/x /j/x /t/x /api/v1/rules /api/v1/explanations /healthz /readyz /ca.crt
""")
JAILED = {"city": {"space": "jail", "cards": ["release_1"]}, "jma-2006": {"space": "jail", "cards": ["chance"]}}
"""A player in jail with a release card, by ruleset."""
EVIL = "evil.example"
SHOWN = 4
"""How many faults are named."""


def is_fault(answer: Answer) -> bool:
    """Whether an answer is a server error other than 503."""
    return answer.status >= 500 and answer.status != 503


class Sweep:
    """Sends odd requests on one connection, and collects those that caused a server error."""

    def __init__(self, hall: Hall) -> None:
        self.hall = hall
        self.count = 0
        self.faults: dict[str, str] = {}
        self._connection = hall.site.connection()

    def send(self, where: str, method: str, path: str, body: bytes | None, what: object, token: str | None) -> None:
        """Send a request; ``where``: the name under which a fault is reported, once."""
        self.count += 1
        for attempt in (1, 2):
            try:
                answer = request(self._connection, method, path, body, token)
            except (http.client.HTTPException, ConnectionError):
                self._connection.close()
                if attempt == 2:  # closing the connection is no fault: some servers do so
                    return
            else:
                if is_fault(answer):
                    self.faults.setdefault(where, f"{where}: {answer.status} to {str(what)[:40]!r}")
                return

    def summary(self) -> str:
        """Summarize the sweep.  Raises `Broken` if there were faults."""
        self._connection.close()
        if self.faults:
            named = "; ".join(list(self.faults.values())[:SHOWN])
            more = f" and {len(self.faults) - SHOWN} more" if len(self.faults) > SHOWN else ""
            raise Broken(named + more)
        return f"{self.count} odd requests without a fault"


def text_of(body: Any) -> bytes:
    """Encode a body as JSON; texts with the prefix `RAW` are inserted as they are."""
    text = json.dumps(body)
    while (begin := text.find(f'"{RAW}')) >= 0:
        end = text.index('"', begin + 1)
        text = text[:begin] + text[begin + len(RAW) + 1 : end] + text[end + 1 :]
    return text.encode()


def spoiled_bodies(body: Any, value: Any) -> Iterator[tuple[str, Any]]:
    """Yield the body with each of its values replaced in turn, and with a field added, and where that is."""
    if isinstance(body, dict):
        for name, each in body.items():
            yield name, {**body, name: value}
            for where, changed in spoiled_bodies(each, value):
                yield f"{name}.{where}", {**body, name: changed}
        yield "more", {**body, "\0": value}
    elif isinstance(body, list):
        for place, each in enumerate(body):
            yield f"{place}", [*body[:place], value, *body[place + 1 :]]
            for where, changed in spoiled_bodies(each, value):
                yield f"{place}.{where}", [*body[:place], changed, *body[place + 1 :]]


def values_that_nobody_sends(hall: Hall) -> str:
    """Every field of every body gets null characters, lone surrogates, numbers of thousands of digits, and wrong types.

    Whatever is sent, the service must say what is wrong, without a server error.
    """
    targets, sweep = Targets(hall), Sweep(hall)
    for row in MATRIX:
        if row.body is None or row.path.startswith(("/me", "/sessions")):
            continue
        for number, value in enumerate(VALUES):
            for where, changed in spoiled_bodies(row.body, value):
                if number and where.count(".") > 1:
                    continue
                path = f"/api/v1{targets.filled(row.path)}"
                body = text_of(targets.filled(changed))
                sweep.send(f"{row.method} {row.path} {where}", row.method, path, body, value, hall.admin)
    return sweep.summary()


def addresses_that_nobody_asks_for(hall: Hall) -> str:
    """Every id in every address, every page and every query gets null characters, broken UTF-8 and long numbers.

    None may cause a server error.
    """
    targets, sweep = Targets(hall), Sweep(hall)
    for row in MATRIX:
        if "{" in row.path:
            for odd in IN_PATHS:
                spelled = row.path[: row.path.index("{")] + odd + row.path[row.path.index("}") + 1 :]
                path = f"/api/v1{targets.filled(spelled)}"
                body = None if row.body is None else text_of(targets.filled(row.body))
                sweep.send(f"{row.method} {row.path}", row.method, path, body, odd, hall.admin)
        if row.method == "GET":
            for odd in QUERIES:
                path = f"/api/v1{targets.filled(row.path.partition('?')[0])}?{odd}"
                sweep.send(f"GET {row.path}", "GET", path, None, odd, hall.admin)
    for page in PAGES:
        for odd in (*QUERIES, ""):
            sweep.send(f"GET {page}", "GET", f"{page}?{odd}", None, odd, None)
        for odd in IN_PATHS:
            sweep.send(f"GET {page}", "GET", f"{page.rstrip('/')}/{odd}", None, odd, None)
    return sweep.summary()


def requests_that_were_faults(hall: Hall) -> str:
    """Requests that once caused server errors: null characters, surrogates, long numbers in notation, City's jail.

    None may cause one any more.
    """
    table, sweep = hall.table(), Sweep(hall)
    token = hall.device(table)
    path = f"/api/v1/tables/{table}"
    for odd in IN_PATHS:
        for where in (f"/p/{odd}", f"/t/{odd}", f"/j/{odd}", f"/m/{odd}", f"{path}/entries/{odd}", f"/tables/{odd}"):
            sweep.send(f"GET {where.replace(odd, '…')}", "GET", where, None, odd, token)
    for odd in QUERIES:
        for where in (f"{path}/entries", f"/p/{hall.address}/seats", "/rules", "/explain", f"{path}/lines"):
            sweep.send(f"GET {where.replace(table, '…')}", "GET", f"{where}?{odd}", None, odd, token)
    for number, value in enumerate(VALUES):
        report = {"type": "roll", "player": value, "dice": [value, 1]}
        for odd_report in (report, {"type": value}, {"type": "trade", "from": "A", "to": value, "give": value}):
            body = {"client_id": f"odd-{number:06}", "base": len(hall.log(table)), "report": odd_report}
            sweep.send("a report", "POST", f"{path}/entries", text_of(body), value, token)
            sweep.send("a trial", "POST", f"{path}/trials", text_of({"reports": [odd_report]}), value, token)
    for typed in TYPED:
        sweep.send("the short notation", "POST", f"{path}/explanations", text_of({"typed": typed}), typed, token)
        sweep.send("the page", "GET", f"/explain?typed={quote(typed, errors='replace')}", None, typed, token)
    for ruleset, jailed in JAILED.items():
        start = {"phase": "between_turns", "turn": "A", "begun": True, "players": {"A": {**jailed, "jail": 0}}}
        body = {"ruleset": ruleset, "seats": ["A", "B"], "start": start}
        for report in ({}, {"report": {"type": "use_card", "player": "A"}}, {"typed": "A pays bail"}):
            question = text_of({**body, **report})
            sweep.send(f"explaining {ruleset}", "POST", "/api/v1/explanations", question, "jail", token)
    return sweep.summary()


def a_host_that_is_not_ours(hall: Hall) -> str:
    """A visitor sends the attacker's host name: as Host, in X-Forwarded-Host, and in the address of the request.

    No link, QR code or redirect may ever lead there.
    """
    table, token = hall.table(), hall.admin
    hall.code(table)
    event, _ = hall.new_event("Who is asked", address := f"cup-{hall.new_number()}")
    player = hall.made(f"/events/{event}/players", name="A player")["id"]
    code = hall.done("GET", f"/tables/{table}/code")["id"]
    paths = wordlist(f"""
        /api/v1/tables/{table}/code /api/v1/invitations/{code} /api/v1/invitations/{code}/qr.svg
        /api/v1/events/{event}/public /api/v1/players/{player}/link /api/v1/players/{player}/link/qr.svg
        /api/v1/players/{player}/qr.svg /p/{address}/qr.svg /p/{address} /p/{address}/ /events/{event} /events /
        /api/v1/events/{event}/papers/table-cards
    """)
    ways: tuple[dict[str, str], ...] = (
        {"Host": EVIL},
        {"X_Forwarded_Host": EVIL},
        {"Forwarded": f"host={EVIL}"},
        {"Host": f"{EVIL}:{hall.site.port}"},
        {"Host": f"127.0.0.1:{hall.site.port}@{EVIL}"},
    )
    for path in paths:
        ours = hall.site.ask("GET", path, None, token)
        for way in ways:
            with closing(hall.site.connection()) as connection:
                theirs = request(connection, "GET", path, None, token, **way)
            if is_fault(theirs):
                raise Broken(f"{path} with {way}: {theirs.status}")
            if EVIL in repr(theirs.headers) or (theirs.status < 400 and EVIL.encode() in theirs.body):
                raise Broken(f"{named(path, table)} leads to {EVIL} with {way}")
            if path.endswith("qr.svg") and theirs.status == 200 and theirs.body != ours.body:
                raise Broken(f"{named(path, table)} is another code with {way}")
    with wires(hall.site, 1, f"GET http://{EVIL}/p/{address}/ HTTP/1.1\r\nHost: {EVIL}\r\n\r\n".encode()) as (wire,):
        if f"//{EVIL}".encode() in receive(wire):
            raise Broken(f"an address of the attacker's leads to {EVIL}")
    return f"{len(paths) * len(ways)} answers lead to the service's own address"


def named(path: str, table: str) -> str:
    """A path for messages, without ids."""
    return "/".join("…" if len(part) == len(table) and part.isalnum() else part for part in path.split("/"))


def spellings_of_public_pages(hall: Hall) -> str:
    """Public pages are requested in other spellings: upper case, leading zeros, extra slashes, ids.

    Each page must have only one address; other spellings redirect to it or do not exist, or caches would fill up.
    """
    here = hall.public
    right = {"": 200, "/seats": 200, "/standings": 200}
    for end, status in right.items():
        if (answer := hall.site.ask("GET", here + end)).status != status:
            raise Broken(f"{here}{end} was answered {answer.status}")
    odd = wordlist(f"""
        /p/{hall.event} /p/{hall.event}/seats {here.upper().replace("/P/", "/p/")} {here}/ /p//{hall.address}
        /p/./{hall.address} {here}/seats/ {here}/seats/01 {here}/seats/%EF%BC%91 {here}/seats/+1 {here}/tables/01/1
        {here}/%73eats/ //p/{hall.address}
    """)
    for path in odd:
        answer = hall.site.ask("GET", path)
        if answer.status == 200:
            raise Broken(f"{path.replace(hall.event, '<id>')} is a page too")
        if is_fault(answer):
            raise Broken(f"{path.replace(hall.event, '<id>')}: {answer.status}")
    return f"{len(odd)} other spellings are no pages"


def names_without_number(hall: Hall) -> str:
    """Three thousand requests each use another unknown host, address, language and token.

    The caches of a process must be bounded, in bytes too.
    """
    connection = hall.site.connection()
    for number in range(3000):
        name = f"{number:06}" + "x" * 60
        path = (f"/p/{name}", f"/api/v1/tables/{name}", f"/p/{hall.address}/seats?name={name}")[number % 3]
        headers = {
            "Host": f"{name}.example",
            "Accept_Language": f"{name[:8]};q=0.{number}",
            "Cookie": f"referee={name}",
        }
        answer = request(connection, "GET", path, None, name, **headers)
        if is_fault(answer):
            raise Broken(f"{path[:20]} was answered {answer.status}")
    connection.close()
    return "3,000 names"


def smuggled_requests(hall: Hall) -> str:
    """Requests whose end is ambiguous to two servers: two lengths, a length and chunks, odd codings, odd headers.

    Each must be refused or read in only one way: no part of a body may be taken for a request.
    """
    inner = "GET /p/hall-cup?smuggled HTTP/1.1\r\nHost: hall\r\n\r\n"
    json_type = "Content-Type: application/json"
    tries = {
        "two lengths": (f"Content-Length: {len(inner)}", "Content-Length: 0"),
        "length and chunks": ("Content-Length: 4", "Transfer-Encoding: chunked"),
        "odd coding": ("Transfer-Encoding: xchunked", f"Content-Length: {len(inner)}"),
        "a length with a sign": (f"Content-Length: +{len(inner)}",),
        "a space before the colon": (f"Content-Length : {len(inner)}",),
    }
    for what, lines in tries.items():
        body = f"0\r\n\r\n{inner}" if "chunks" in what else inner
        payload = head("POST", "/api/v1/sessions", json_type, *lines) + body.encode()
        with wires(hall.site, 1, payload) as (wire,):
            answered = io.BytesIO()
            while (data := receive(wire, 1)) and answered.tell() < 100_000:
                answered.write(data)
        if b"HTTP/1.1 200" in answered.getvalue() and what != "length and chunks":
            raise Broken(f"{what}: the body was taken for a request")
        if answered.getvalue().count(b"HTTP/1.1 5"):
            raise Broken(f"{what}: a fault")
    return f"{len(tries)} were refused or read in one way"


ATTACKS = (
    Attack(values_that_nobody_sends, alone=(), memory=600),
    Attack(addresses_that_nobody_asks_for, alone=(), memory=600),
    Attack(requests_that_were_faults, quick=True),
    Attack(a_host_that_is_not_ours, quick=True),
    Attack(spellings_of_public_pages, quick=True),
    Attack(names_without_number),
    Attack(smuggled_requests, quick=True),
)
