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
        """The format and the lowest weight from the settings."""
        write = json_line if settings.log_format == "json" else text_line
        return cls(write, {"debug": 0, "info": 1}.get(settings.log_level, 2))


def register(app: Flask) -> None:
    """Give each request an id, and log and count it when it is answered."""
    process, numbers = secrets.token_hex(4), itertools.count(1)

    def begin() -> None:
        g.began = time.perf_counter_ns()
        g.request_id = f"{process}-{next(numbers)}"

    def end(response: Response) -> Response:
        took = (time.perf_counter_ns() - g.began) / 1e6
        status = response.status_code
        rule = request.url_rule
        method = request.method if request.method in METHODS else "other"
        metrics.count_answer(method, rule.rule if rule else "none", status, took / 1000)
        response.headers[HEADER] = g.request_id
        lines: RequestLines = app.extensions["referee_lines"]
        if weight(method, rule, status) >= lines.least:
            who = g.get("principal")
            line = lines.write(
                method,
                loggable_path(request.path, rule),
                status,
                took,
                g.request_id,
                who.credential_id if who else "-",
                g.get("problem", "-"),
            )
            with suppress(OSError):  # a full disk must not cost the client the answer
                sys.stderr.write(line)
                sys.stderr.flush()
        return response

    app.before_request(begin)
    app.after_request(end)


def weight(method: str, rule: Rule | None, status: int) -> int:
    """How much a request matters: 2 for a server error, 1 for most, 0 for probes and for polls that find nothing new
    (every tablet sends one every other second)."""
    if status >= 500:
        return 2
    if method == "GET" and (status == 304 or (rule is not None and rule.rule in PROBES)):
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
