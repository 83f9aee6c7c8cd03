"""A hall whose service is a thread of this process: a second cheaper to start, and what it calls can be replaced.

There is neither granian nor the gateway in front of the application: attacks by connections need `tests.attack.hall`.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from io import BytesIO
from typing import TYPE_CHECKING

from flask import Flask
from werkzeug.serving import WSGIRequestHandler, make_server

from referee.accounts.passwords import hash_password
from referee.core.service import Service
from referee.models import Account
from tests.attack.client import HERE, Site
from tests.attack.hall import Hall

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

ACCOUNT = ("administrator", "correct horse battery")


class Silent(WSGIRequestHandler):
    """Answers on connections that are kept open, as granian does, and logs nothing."""

    protocol_version = "HTTP/1.1"

    def log(self, type: str, message: str, *args: object) -> None:
        """Log nothing."""


def read_first(app: WSGIApplication) -> WSGIApplication:
    """An application that answers when a whole body has come, as behind the gateway: werkzeug's server waits 10 ms for
    the rest of one that was refused, then hangs up on who still sends it.
    """

    def answer(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        if length := environ.get("CONTENT_LENGTH"):
            environ["wsgi.input"] = BytesIO(environ["wsgi.input"].read(int(length)))
        return app(environ, start_response)

    return answer


@contextmanager
def local_hall(app: Flask) -> Iterator[Hall]:
    """Serve an application on an empty migrated database for the duration of the block."""
    service: Service = app.extensions["referee"]
    login, password = ACCOUNT
    with service.database.write() as session:
        session.add(
            Account(login=login, password=hash_password(password), name=login, administrator=True, created_at=1)
        )
    server = make_server(HERE, 0, read_first(app), threaded=True, request_handler=Silent)
    thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
    thread.start()
    try:
        yield Hall(Site(server.server_port), ACCOUNT, service.settings.data.parent)
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
