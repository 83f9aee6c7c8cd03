"""Request ids, request logging and request metrics.

Every reported move passes through here, so the line is written directly rather than by the logging library, which
takes several times as long.
"""

from __future__ import annotations

import itertools
import json
import secrets
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from typing import NamedTuple

from flask import Flask, Response, g, request
from werkzeug.routing import Rule

from referee.core import metrics
from referee.core.settings import Settings

HEADER = "X-Request-Id"
"""The response header with the request id that also appears in the log."""
METHODS = frozenset({"GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"})
PROBES = frozenset({"/healthz", "/readyz", "/metrics"})


class RequestLines(NamedTuple):
    """How request lines are formatted (``write``), and the lowest weight of a request that gets one (``least``)."""

    write: Callable[[str, str, int, float, str, str, str], str]
    least: int

    @classmethod
    def from_settings(cls, settings: Settings) -> RequestLines:
        write = json_line if settings.log_format == "json" else text_line
        return cls(write, {"debug": 0, "info": 1}.get(settings.log_level, 2))


class Requests:
    """The requests of a process: gives each of them an id, and logs and counts it when it is answered."""

    def __init__(self) -> None:
        self._process, self._numbers = secrets.token_hex(4), itertools.count(1)
        self.lines: RequestLines

    def new_id(self) -> str:
        return f"{self._process}-{next(self._numbers)}"

    def answered(
        self,
        method: str,
        route: str | None,
        path: str,
        status: int,
        began: int,
        request_id: str,
        who: str = "-",
        problem: str = "-",
    ) -> None:
        """Count an answer, and log it if it matters.

        ``route``: the pattern of the path, None if there is none; ``path``: as it may be logged; ``began``: by the
        performance counter, in ns; ``who``: the credential; ``problem``: its code.
        """
        took = (time.perf_counter_ns() - began) / 1e6
        metrics.count_answer(method, route or "none", status, took / 1000)
        if weight(method, route, status) >= self.lines.least:
            with suppress(OSError):  # a full disk must not cost the client the answer
                sys.stderr.write(self.lines.write(method, path, status, took, request_id, who, problem))
                sys.stderr.flush()


def register(app: Flask) -> Requests:
    requests = Requests()

    def begin() -> None:
        g.began = time.perf_counter_ns()
        g.request_id = requests.new_id()

    def end(response: Response) -> Response:
        rule, who = request.url_rule, g.get("principal")
        requests.answered(
            request.method if request.method in METHODS else "other",
            rule.rule if rule else None,
            loggable_path(request.path, rule),
            response.status_code,
            g.began,
            g.request_id,
            who.credential_id if who else "-",
            g.get("problem", "-"),
        )
        response.headers[HEADER] = g.request_id
        return response

    app.before_request(begin)
    app.after_request(end)
    return requests


def weight(method: str, route: str | None, status: int) -> int:
    """How much a request matters: 2 for a server error, 1 for most, 0 for probes and for polls that find nothing new
    (every tablet sends one every other second)."""
    if status >= 500:
        return 2
    if method == "GET" and (status == 304 or route in PROBES):
        return 0
    return 1


def loggable_path(path: str, rule: Rule | None) -> str:
    """The path as it may appear in the log: only its pattern if it contains anything but identifiers, such as the code
    of a private link; ``-`` if no route matches."""
    if rule is None:
        return "-"
    if any(not (name.endswith("_id") or name == "seq") for name in rule.arguments):
        return rule.rule
    return path if path.isprintable() and " " not in path else rule.rule


def text_line(method: str, path: str, status: int, took: float, request_id: str, who: str, problem: str) -> str:
    """The line of a request for people; ``took`` in ms."""
    now = datetime.now().isoformat(timespec="milliseconds")
    word = "error  " if status >= 500 else "info   "
    ending = "" if problem == "-" else f" problem={problem}"
    return f"{now} {word} {method} {path} {status} {took:.1f} ms request={request_id} by={who}{ending}\n"


def json_line(method: str, path: str, status: int, took: float, request_id: str, who: str, problem: str) -> str:
    """The line of a request as a JSON object; ``took`` in ms."""
    line = {
        "timestamp": datetime.now(UTC).isoformat(timespec="milliseconds"),
        "level": "error" if status >= 500 else "info",
        "event": "request",
        "method": method,
        "path": path,
        "status": status,
        "ms": round(took, 3),
        "request": request_id,
        "by": None if who == "-" else who,
    }
    if problem != "-":
        line["problem"] = problem
    return json.dumps(line, ensure_ascii=False) + "\n"
