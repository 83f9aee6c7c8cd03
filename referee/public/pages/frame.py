"""The frame of the public pages: found without a log-in, kept, the same for everybody who reads their language.

No session is looked up and no cookie is set or read.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flask import Response, g, render_template, request

from referee.core.language import language, preferred, word
from referee.core.problems import Problem
from referee.core.service import service
from referee.public.cache import Page, Shelf, Shelves
from referee.public.queries import Told, read_told
from rulesets.languages import LANGUAGES

PUBLIC = "public, max-age=2"
PRIVATE = "private, no-cache"
NOW = "X-Now"
"""The header with the service's clock in ms, by which a page's script counts clocks on; it goes with a 304 too."""
TABS: tuple[tuple[str, str | None, Callable[[], str]], ...] = (
    ("", None, lambda: word("public_start")),
    ("/seats", "seating", lambda: word("public_seats")),
    ("/standings", "standings", lambda: word("tab_standings")),
    ("/bracket", "bracket", lambda: word("tab_bracket")),
)
"""The pages: the end of the address, the part that must be shown, the title."""


def shelf_of(address: str) -> Shelf[Told] | None:
    """The shelf of an event, open to strangers or not."""
    found: Shelf[Told] | None = service().part(Shelves).find(address, read_told)
    return found


def opened(address: str, part: str | None = None) -> Shelf[Told]:
    """The shelf of an event with public pages that show a part.  Raises the problem ``not_found`` for any other."""
    shelf = shelf_of(address)
    if shelf is None or not shelf.told.shown.open or not (part is None or shelf.told.shows(part)):
        raise Problem("not_found", path=request.path)
    return shelf


def speak(otherwise: str, *, browsers: bool = True) -> str:
    """Settle the language of the answer, and give what links must say to keep it: ``?lang=``, else the browser's, else
    ``otherwise``.  ``browsers``: whether the browser's is asked.
    """
    asked = request.args.get("lang", "")
    if asked in LANGUAGES:
        g.language = asked
        return f"?lang={asked}"
    g.language = preferred(request.headers.get("Accept-Language", ""), otherwise) if browsers else otherwise
    return ""


def kept(
    shelf: Shelf[Told], name: tuple[Any, ...], phase: Any, template: str, facts: Callable[[], dict[str, Any]],
    *, browsers: bool = True, cache: str = PUBLIC,
) -> Response:  # fmt: skip
    """A page as it is kept, or made now.  ``name``: which; ``facts``: what its template needs besides the frame."""
    spoken = speak(shelf.told.event.language, browsers=browsers)
    at = request.path

    def made() -> str:
        return framed(shelf.told, template, spoken, **facts())

    return answer(shelf.page((at, *name, language(), spoken), phase, made), cache)


def framed(told: Told, template: str, spoken: str, **facts: Any) -> str:
    """A page of an event.  In the template ``here`` is the beginning of addresses, ``spoken`` the end of them."""
    here = f"/p/{told.shown.address or told.event.id}"
    first = "/".join(["", *request.path.split("/")[3:4]]) if request.path.startswith("/p/") else None
    tabs = [
        {"address": f"{here}{end}{spoken}", "title": title(), "here": end == first}
        for end, part, title in TABS
        if told.shown.open and (part is None or told.shows(part))
    ]
    return render_template(template, told=told, event=told.event, here=here, spoken=spoken, tabs=tabs, **facts)


def answer(page: Page, cache: str = PUBLIC, kind: str = "text/html; charset=utf-8") -> Response:
    """A page as an answer: packed where the browser takes it so, and without a body for whoever has it already."""
    packs = bool(request.accept_encodings.quality("gzip"))
    tag = f"{page.tag}-gzip" if packs else page.tag
    known = tag in request.if_none_match
    response = Response(None if known else page.packed if packs else page.body, 304 if known else 200)
    response.set_etag(tag)
    response.headers["Cache-Control"] = cache
    response.headers["Vary"] = "Accept-Encoding, Accept-Language"
    response.headers[NOW] = str(service().database.now())
    if not known:
        response.headers["Content-Type"] = kind
        if packs:
            response.headers["Content-Encoding"] = "gzip"
    return response
