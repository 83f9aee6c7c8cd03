"""The application: put together from the service, the interface for programs, and the pages."""

from __future__ import annotations

import json
from typing import Any

from flask import Flask
from flask.json.provider import DefaultJSONProvider
from werkzeug.middleware.proxy_fix import ProxyFix

from referee import api, body_limits, observe, pages
from referee.access.headers import protected
from referee.access.origin import refuse_foreign
from referee.access.readable import refuse_unreadable
from referee.errors import answer_error
from referee.pages.folder import folder
from referee.server import authority
from referee.service import Service
from referee.settings import Settings
from referee.way_in import Application
from rulesets.kernel.record import Unreadable, read_line


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
    app = furnished()
    if hops := settings.behind_proxy:
        app.wsgi_app = ProxyFix(app.wsgi_app, hops, hops, hops, hops)  # type: ignore[method-assign]
    run_on(app, Service(settings))
    return app


def run_on(app: Flask, parts: Service) -> None:
    """Let an application answer from these parts from now on."""
    app.extensions["referee"] = parts
    observe.watch(app, parts)


def furnished() -> Flask:
    """All addresses and what answers them; of no use before it runs on something."""
    app = Application("referee", template_folder=str(folder()), static_folder=None)
    app.json = StrictJSON(app)
    app.wsgi_app = protected(app.wsgi_app)  # type: ignore[assignment, method-assign]
    observe.register(app)
    body_limits.register(app)
    app.before_request(refuse_unreadable)
    app.before_request(refuse_foreign)
    api.register(app)
    pages.register(app)
    app.register_blueprint(authority.blueprint)
    app.register_error_handler(Exception, answer_error)
    return app
