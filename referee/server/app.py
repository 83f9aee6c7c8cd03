"""The application: put together from the service, the interface for programs, and the pages."""

from __future__ import annotations

import json
from typing import Any

from flask import Flask, Response
from flask.json.provider import DefaultJSONProvider
from werkzeug.middleware.proxy_fix import ProxyFix
from werkzeug.routing import IntegerConverter

from referee.core.http import body_limits
from referee.core.http.errors import answer_error
from referee.core.http.security import normalized, refuse_foreign, refuse_unreadable, with_security_headers
from referee.core.pages.templates import folder
from referee.core.service import Service
from referee.core.settings import Settings
from referee.server import api, authority, observe, pages
from referee.server.assembly import assembled
from rulesets.kernel.record import Unreadable, read_line


class PlainInteger(IntegerConverter):
    """A number in a path: plain digits without leading zeros, and no more of them than a database takes."""

    regex = "0|[1-9][0-9]{0,8}"


class TolerantResponse(Response):
    """An answer that may hold what UTF-8 has not: halves of letters, from logs of former times."""

    def set_data(self, value: bytes | str) -> None:
        """Set the body, with ? for half a letter."""
        super().set_data(value.encode("utf-8", "replace") if isinstance(value, str) else value)


class StrictJSON(DefaultJSONProvider):
    """JSON as the record format has it: no NaN, no field twice, nothing too deep; answers keep their order.

    Halves of letters, which a record may hold, come in here no more: no page and no document could show them.
    """

    sort_keys = False
    compact = True

    def loads(self, s: str | bytes, **_options: Any) -> Any:
        """Read a body.  Raises ValueError."""
        text = s if isinstance(s, str) else s.decode("utf-8")
        try:
            value = read_line(text)
        except Unreadable as error:
            raise ValueError(error.refusal.code) from error
        if "\\u" in text:  # they can be written in no other way
            json.dumps(value, ensure_ascii=False).encode()
        return value


def create_app(settings: Settings) -> Flask:
    """The application for one process.  Its parts are in ``app.extensions["referee"]``."""
    app = routed_app()
    if hops := settings.behind_proxy:
        app.wsgi_app = ProxyFix(app.wsgi_app, hops, hops, hops, hops)  # type: ignore[method-assign]
    run_on(app, assembled(settings))
    return app


def run_on(app: Flask, parts: Service) -> None:
    """Let an application answer from these parts from now on."""
    app.extensions["referee"] = parts
    observe.attach(app, parts)


def routed_app() -> Flask:
    """All addresses and what answers them; of no use before it runs on something."""
    app = Flask("referee", template_folder=str(folder()), static_folder=None)
    app.json = StrictJSON(app)
    app.response_class = TolerantResponse
    app.url_map.converters["int"] = PlainInteger
    app.url_map.merge_slashes = False  # an address has one spelling
    app.wsgi_app = with_security_headers(normalized(app.wsgi_app))  # type: ignore[assignment, method-assign]
    observe.register(app)
    body_limits.register(app)
    app.before_request(refuse_unreadable)
    app.before_request(refuse_foreign)
    api.register(app)
    pages.register(app)
    app.register_blueprint(authority.blueprint)
    app.register_error_handler(Exception, answer_error)
    return app
