"""The page on which anybody has an archive computed again, and reads what is in it.  Nothing of it is kept."""

from __future__ import annotations

import io
import threading
from collections.abc import Mapping

from flask import Blueprint, make_response, render_template, request
from werkzeug.wrappers import Response as AnyResponse

from referee.archives.verify import verify
from referee.archives.views import OpenedView, opened_view
from referee.core.access.limits import Rate, network_of, too_many
from referee.core.http.body_limits import ARCHIVE, takes_up_to
from referee.core.language import language, word
from referee.core.service import service
from tournaments.archive.difference import said
from tournaments.archive.unpack import NoArchive

blueprint = Blueprint("verify_page", __name__)

VERIFY = Rate("verify", 60, 3600)
"""For an address: archives that were computed again."""
MOST_UNPACKED = 60_000_000
MOST_DRAWN = 30_000
"""Places drawn again for one archive; ten versions of a seating of 400 players take that.  The command has no limit."""
_BUSY = threading.Lock()
"""A process verifies one archive at a time: reports of tables must not wait for strangers."""


def page(found: OpenedView | None = None, fault: str = "", status: int = 200) -> AnyResponse:
    stages = {stage: word(f"bracket_{stage}") for stage in ("quarter", "semi", "final")}
    shown = render_template("archives/verify.html", found=found, fault=fault, most=ARCHIVE // 1_000_000, stages=stages)
    return make_response(shown, status, {"Cache-Control": "private, no-store"})


@blueprint.get("/verify")
def show_verify() -> AnyResponse:
    return page()


@blueprint.post("/verify")
@takes_up_to(ARCHIVE)
def post_verify() -> AnyResponse:
    service().limits.spend(VERIFY, network_of(request.remote_addr))
    file = request.files.get("file")
    data = file.read() if file is not None else b""
    if not _BUSY.acquire(timeout=10):
        raise too_many(10)
    try:
        found = verify(io.BytesIO(data), most=MOST_UNPACKED, most_drawn=MOST_DRAWN, stranger=True)
    except NoArchive as error:
        return page(fault=_told(error.code, error.facts), status=422)
    finally:
        _BUSY.release()
    return page(opened_view(found, language()))


def _told(code: str, facts: Mapping[str, object]) -> str:
    return said(code, facts, language())
