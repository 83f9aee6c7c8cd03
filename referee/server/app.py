"""The Flask application, assembled from the service, the HTTP API and the pages."""

from __future__ import annotations

import json
from typing import Any

from flask import Flask, Response
from flask.json.provider import DefaultJSONProvider
from werkzeug.middleware.proxy_fix import ProxyFix
from werkzeug.routing import IntegerConverter

from referee.core.access.guard import keep_private
from referee.core.http import body_limits
from referee.core.http.errors import answer_error
from referee.core.http.security import normalized, refuse_foreign, refuse_unreadable, with_security_headers
from referee.core.pages.templates import COMPILED, folder
from referee.core.service import Service
from referee.core.settings import Settings
from referee.server import api, authority, observe, pages
from referee.server.assembly import assemble
from referee.server.early import answering_early
from rulesets.kernel.record import Unreadable, read_line


class PlainInteger(IntegerConverter):
    """An integer in a path: plain digits without leading zeros, few enough to fit the database's integers."""

    regex = "0|[1-9][0-9]{0,8}"


class TolerantResponse(Response):
    """A response whose text may contain lone surrogates, which UTF-8 cannot encode; old logs contain them."""

    def set_data(self, value: bytes | str) -> None:
        """Set the body, replacing lone surrogates by ``?``."""
        super().set_data(value.encode("utf-8", "replace") if isinstance(value, str) else value)


class StrictJSON(DefaultJSONProvider):
    """JSON as strict as the record format: no NaN, no duplicate field, no deep nesting; answers keep their field order.

    Lone surrogates, which a record may contain, are refused here: no page and no document could show them.
    """

    sort_keys = False
    compact = True

    def loads(self, s: str | bytes, **_options: Any) -> Any:
        """Parse a request body.  Raises ValueError."""
        text = s if isinstance(s, str) else s.decode("utf-8")
        try:
            value = read_line(text)
        except Unreadable as error:
            raise ValueError(error.refusal.code) from error
        if "\\u" in text:  # a lone surrogate can only be written as an escape
            json.dumps(value, ensure_ascii=False).encode()
        return value


def create_app(settings: Settings) -> Flask:
    """Return the application for one process; its service is ``app.extensions["referee"]``."""
    app = app_without_service()
    if hops := settings.behind_proxy:
        app.wsgi_app = ProxyFix(app.wsgi_app, hops, hops, hops, hops)  # type: ignore[method-assign]
    attach_service(app, assemble(settings))
    return app


def attach_service(app: Flask, parts: Service) -> None:
    app.extensions["referee"] = parts
    observe.attach(app, parts)


def app_without_service() -> Flask:
    """Return an application with all its routes but no service yet: `attach_service` gives it one."""
    app = Flask("referee", template_folder=str(folder()), static_folder=None)
    app.jinja_options = {**app.jinja_options, "bytecode_cache": COMPILED}
    app.json = StrictJSON(app)
    app.response_class = TolerantResponse
    app.url_map.converters["int"] = PlainInteger
    app.url_map.merge_slashes = False  # each page has exactly one URL
    observe.register(app)
    early = answering_early(app.wsgi_app, app)
    app.wsgi_app = with_security_headers(normalized(early))  # type: ignore[assignment, method-assign]
    body_limits.register(app)
    app.before_request(refuse_unreadable)
    app.before_request(refuse_foreign)
    app.after_request(keep_private)
    api.register(app)
    pages.register(app)
    app.register_blueprint(authority.blueprint)
    app.register_error_handler(Exception, answer_error)
    return app
