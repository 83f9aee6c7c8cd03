"""Answering before the framework: a phone in the hall that asks again gets what is ready for everybody.

Flask takes several times as long for a request as it takes to find that nothing has changed, and it is phones asking
just that which keep a national service busy.
"""

from __future__ import annotations

import time
from collections.abc import Iterable
from contextlib import suppress
from typing import TYPE_CHECKING

from flask import Flask

from referee.core.http.body_limits import BODY_FAULT
from referee.core.http.security import POLICY_HEADER
from referee.core.service import Service
from referee.public.pages.frame import OFFERED
from referee.public.ready import ReadyAnswer, ReadyAnswers, respond
from referee.server.observe.requests import HEADER, Requests

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

REASONS = {200: "200 OK", 304: "304 NOT MODIFIED"}


def answering_early(application: WSGIApplication, app: Flask) -> WSGIApplication:
    """Wrap an application in middleware that answers with what is ready, and keeps what the application offers."""
    requests: Requests = app.extensions["referee_requests"]

    def wrapped(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        path, query = environ["PATH_INFO"], environ.get("QUERY_STRING", "")
        if not path.startswith(("/p/", "/m/")) or not is_plain(environ, path):
            return application(environ, start_response)
        began = time.perf_counter_ns()
        parts: Service = app.extensions["referee"]
        ready, accepted = parts.part(ReadyAnswers), environ.get("HTTP_ACCEPT_LANGUAGE", "")
        answer: ReadyAnswer | None = None
        with suppress(Exception):  # such as those of a database that is away: the application says so
            now = parts.database.now()  # asks PostgreSQL every few seconds
            answer = ready.find(path, query, accepted)
        if answer is None:
            body = application(environ, start_response)
            if OFFERED in environ:
                with suppress(Exception):
                    ready.keep(path, query, accepted, environ[OFFERED])
            return body
        status, headers, content = respond(answer.page, answer.kind, answer.caching, environ, now)
        if answer.policy is not None:
            headers.append((POLICY_HEADER, answer.policy))
        request_id = requests.new_id()
        headers.append((HEADER, request_id))
        requests.answered("GET", answer.route, answer.route, status, began, request_id)
        start_response(REASONS[status], headers)
        return [content]

    return wrapped


def is_plain(environ: WSGIEnvironment, path: str) -> bool:
    """Whether a request is a GET without a body, of a path that was written as it is."""
    return (
        environ["REQUEST_METHOD"] == "GET"
        and environ.get("CONTENT_LENGTH") in (None, "", "0")
        and BODY_FAULT not in environ
        and not environ.get("SCRIPT_NAME")
        and environ.get("RAW_URI", path).partition("?")[0] == path
    )
