"""Attacks by request bodies: small to send but large or slow to parse, or simply too many of them."""

from __future__ import annotations

import base64
import http.client
import threading
from collections.abc import Callable
from typing import Any

from tests.attack import bombs
from tests.attack.attack import Attack, Broken
from tests.attack.client import request
from tests.attack.hall import Hall
from tests.referee.support.running import Answer

OUT_OF_TURN = {"type": "roll", "player": "B", "dice": [1, 2]}
"""A report that is refused at the start of a game."""
FLOOD = 1500
"""A number of reports that no table makes."""
DEEP_AND_WIDE = ("lists in lists", "many fields")
"""The JSON bombs that are tried at every endpoint."""
ENTRIES = 100
"""The number of large reports to log."""
LARGEST_PAGE = 2_000_000
"""The maximum size of a page of a log, in bytes."""
OPTIONS = 5_000
"""A number of options whose request is just small enough to be read."""
LARGEST_ECHO = 20_000
"""The maximum size of an error response, in bytes."""
SLOW = 60
"""Seconds that the attacker waits for an answer; only other clients must not have to wait."""


def expect_refused(answer: Answer, what: str) -> None:
    """Raise `Broken` unless a request was clearly refused."""
    if not 400 <= answer.status < 500 and answer.status != 503:
        raise Broken(f"{what}: {answer.status} {answer.body[:100]!r}")


def expect_each_refused(tries: dict[str, Callable[[], Answer]]) -> str:
    """Send requests one after another; each must be refused, or its connection closed."""
    for what, ask in tries.items():
        try:
            expect_refused(ask(), what)
        except TimeoutError as waited:
            raise Broken(f"{what}: no answer within {SLOW} s") from waited
        except (ConnectionError, http.client.HTTPException):
            continue
    return f"{len(tries)} were refused"


def toml_bombs_as_regulation(hall: Hall) -> str:
    """An organizer sends regulations of 90 kB with dotted keys, headers and nesting that overwhelm a TOML parser.

    One of them once took 7.9 GB.  Each must be refused, nobody else may notice, and memory must not grow.
    """
    token = hall.person("organizer")
    path = f"/events/{hall.event}/regulation"

    def give(text: str) -> Callable[[], Answer]:
        return lambda: hall.ask("PUT", path, {"text": bombs.REGULATION + text}, token, seconds=SLOW)

    return expect_each_refused({what: give(text) for what, text in bombs.toml().items()})


def toml_bombs_as_layout(hall: Hall) -> str:
    """An organizer sends the same bombs as the layout of printed documents, which is TOML too.

    Each must be refused, nobody else may notice, and memory must not grow.
    """
    token = hall.person("organizer")
    path = f"/events/{hall.event}/layout"

    def give(text: str) -> Callable[[], Answer]:
        body = {"text": 'format = 1\nevent = "x"\n' + text}
        return lambda: hall.ask("PUT", path, body, token, seconds=SLOW)

    return expect_each_refused({what: give(text) for what, text in bombs.toml().items()})


def json_bombs(hall: Hall) -> str:
    """An anonymous visitor, a table's device and a head judge send a megabyte of JSON that is all depth or length.

    Each must be refused: at the log-in, at a table, and as imported rulings.
    """
    table = hall.table()
    tokens = {
        f"/tables/{table}/entries": hall.device(table),
        f"/events/{hall.event}/precedents/import": hall.person("head_judge"),
    }

    def send(path: str, text: bytes, token: str | None) -> Callable[[], Answer]:
        return lambda: hall.ask("POST", path, text, token, seconds=SLOW)

    texts = bombs.json_texts()
    tries = {what: send("/sessions", text, None) for what, text in texts.items()}
    for path, token in tokens.items():
        tries |= {f"{what} to {path.split('/')[-1]}": send(path, texts[what], token) for what in DEEP_AND_WIDE}
    return expect_each_refused(tries)


def logos_that_take_all_day(hall: Hall) -> str:
    """An organizer uploads small but expensive logos: a JPEG with very many scans, then a PNG of 900 million pixels.

    One once blocked all writing for eighteen seconds.  Nobody else may notice, whether it is accepted or refused.
    """
    token = hall.person("organizer")
    layout = 'format = 1\nevent = "x"\nlogo = "logo"\n'
    for what, picture in {"scans": bombs.many_scans(), "pixels": bombs.many_pixels()}.items():
        body = {"text": layout, "logo": base64.b64encode(picture).decode()}
        answer = hall.ask("PUT", f"/events/{hall.event}/layout", body, token, seconds=SLOW)
        if answer.status >= 500:
            raise Broken(f"{what}: {answer.status}")
        hall.await_honest()
    return "nobody waited"


def lists_that_are_bombs(hall: Hall) -> str:
    """An organizer imports a zipped workbook of a hundred megabytes, and lists of only commas, quotes and line breaks.

    Each must be answered, none may take much memory, and no answer may be much longer than the request.
    """
    token = hall.person("organizer")
    files = {
        "a workbook": bombs.large_workbook(),
        "commas": b"name" + b"," * 600_000,
        "an open quote": b'name,club\n"' + b"x\n" * 300_000,
        "lines": b"name\n" + b"\n" * 600_000,
        "one-letter players": b"name\n" + b"x\n" * 300_000,
    }
    for what, data in files.items():
        body = {"data": base64.b64encode(data).decode(), "apply": False}
        answer = hall.ask("POST", f"/events/{hall.event}/players/import", body, token, seconds=SLOW)
        if answer.status >= 500 and answer.status != 503:
            raise Broken(f"{what}: {answer.status}")
        if len(answer.body) > 4_000_000:
            raise Broken(f"{what}: the answer has {len(answer.body) / 1e6:.0f} MB")
    return f"{len(files)} files were answered"


def a_report_of_a_megabyte(hall: Hall) -> str:
    """A table's device reports nearly a megabyte: in one text, in many fields, and in a batch.

    Reports are small: these must be refused, and nothing of them may be logged.
    """
    table = hall.table()
    token = hall.device(table)
    long: dict[str, Any] = {**OUT_OF_TURN, "more": "x" * 900_000}
    wide: dict[str, Any] = {**OUT_OF_TURN, **{f"field{number}": number for number in range(40_000)}}
    for what, report in {"one text": long, "many fields": wide}.items():
        expect_refused(hall.report(table, token, 0, report), what)
    items = [
        {"client_id": f"batched-{number:04}", "report": {**OUT_OF_TURN, "more": "x" * 30_000}} for number in range(30)
    ]
    batch = hall.ask("POST", f"/tables/{table}/batches", {"base": 0, "whole": False, "items": items}, token)
    logged = hall.log(table)
    if logged:
        raise Broken(f"{len(repr(logged)):,} bytes of such reports are in the log ({batch.status})")
    return "nothing of it was logged"


def a_flood_of_refused_reports(hall: Hall) -> str:
    """A table's device sends fifteen hundred reports that are refused, as fast as it can.

    Refused reports are stored: the service must limit their rate, and keep serving everybody else.
    """
    table = hall.table()
    token = hall.device(table)
    connection = hall.site.connection()
    answers: list[int] = []
    for number in range(FLOOD):
        body = {"client_id": f"flooding-{number:04}", "base": answers.count(422), "report": OUT_OF_TURN}
        answers.append(request(connection, "POST", f"/api/v1/tables/{table}/entries", body, token).status)
        if answers[-1] in (429, 503):
            break
    connection.close()
    if answers[-1] not in (429, 503):
        raise Broken(f"{answers.count(422)} refused reports were kept, and the service never said that it is enough")
    return f"enough after {len(answers)} reports"


def pages_of_a_log(hall: Hall) -> str:
    """A table's device fills its log with the largest reports allowed, and requests a thousand entries at once.

    A page of a log must be limited in bytes too.
    """
    table = hall.table()
    token = hall.device(table)
    seq = 0
    for size in (200_000, 60_000, 30_000, 15_000, 7_000, 3_000):
        report = {**OUT_OF_TURN, "more": "x" * size}
        while seq < ENTRIES and b'"refused"' in hall.report(table, token, seq, report).body:
            seq += 1
    page = hall.ask("GET", f"/tables/{table}/entries?since=0&limit=1000", None, token)
    if len(page.body) > LARGEST_PAGE:
        raise Broken(f"a page of {seq} entries has {len(page.body) / 1e6:.1f} MB")
    return f"a page of {seq} entries has {len(page.body) / 1e3:.0f} kB"


def options_that_are_echoed(hall: Hall) -> str:
    """A new table and an explanation are requested with five thousand unknown options.

    The error response must be limited in size instead of echoing them all.
    """
    options = {f"option-{number}": "x" for number in range(OPTIONS)}
    header = {"ruleset": "jma-2006", "seats": ["A", "B"], "options": options}
    requests: dict[str, tuple[dict[str, Any], str]] = {
        f"/rounds/{hall.round}/tables": ({"number": hall.new_number(), **header}, hall.admin),
        "/explanations": (header, hall.person("viewer")),
    }
    for path, (body, token) in requests.items():
        answer = hall.ask("POST", path, body, token, seconds=SLOW)
        expect_refused(answer, path)
        if len(answer.body) > LARGEST_ECHO:
            raise Broken(f"{path.split('/')[-1]}: the answer has {len(answer.body) / 1e6:.1f} MB")
    return "answered in measure"


def explanations_without_pause(hall: Hall) -> str:
    """Four viewers request explanations as fast as they can.

    Each explanation judges hundreds of reports.  Tables must be able to go on reporting meanwhile.
    """
    body = {"ruleset": "jma-2006", "seats": ["A", "B", "C", "D"]}
    over = threading.Event()
    statuses: list[int] = []

    def visit(token: str) -> None:
        while not over.is_set():
            statuses.append(hall.ask("POST", "/explanations", body, token).status)

    visitors = [threading.Thread(target=visit, args=(hall.newcomer("viewer")[0],)) for _ in range(4)]
    for each in visitors:
        each.start()
    try:
        hall.await_honest()
    finally:
        over.set()
        for each in visitors:
            each.join()
    if faults := [status for status in statuses if status >= 500 and status != 503]:
        raise Broken(f"a visitor was answered {faults[0]}")
    return f"{len(statuses)} were asked for, {statuses.count(200)} given"


ATTACKS = (
    Attack(toml_bombs_as_regulation, quick=True),
    Attack(toml_bombs_as_layout, quick=True),
    Attack(json_bombs, quick=True),
    Attack(logos_that_take_all_day, quick=True),
    Attack(lists_that_are_bombs, quick=True),
    Attack(a_report_of_a_megabyte, quick=True),
    Attack(a_flood_of_refused_reports, quick=True),
    Attack(pages_of_a_log, quick=True),
    Attack(options_that_are_echoed, quick=True),
    Attack(explanations_without_pause),
)
