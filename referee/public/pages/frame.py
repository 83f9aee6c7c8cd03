"""The frame of the public pages: found without a log-in, cached, the same for everybody who reads their language.

No session is looked up and no cookie is set or read.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flask import Response, g, render_template, request

from referee.core.access.guard import principal
from referee.core.access.roles import may
from referee.core.language import language, preferred, word
from referee.core.problems import Problem
from referee.core.service import service
from referee.public.cache import Page, PageCache, PageCaches
from referee.public.queries import PublicEvent, read_public_event
from rulesets.languages import LANGUAGES

Pages = PageCache[PublicEvent]
PUBLIC = "public, max-age=2"
PRIVATE = "private, no-cache"
NOW = "X-Now"
"""The header with the service's clock in ms, by which a page's script counts clocks on; it goes with a 304 too."""
TABS: tuple[tuple[str, str | None, str], ...] = (
    ("", None, "public_start"),
    ("/seats", "seating", "public_seats"),
    ("/standings", "standings", "tab_standings"),
    ("/bracket", "bracket", "tab_bracket"),
    ("/story", "standings", "story_tab"),
)
"""The pages: the end of the address, the part that must be shown, the text of the title."""


def pages_of(address: str) -> PageCache[PublicEvent] | None:
    """The cached pages of an event, open to strangers or not."""
    found: PageCache[PublicEvent] | None = service().part(PageCaches).find(address, read_public_event)
    return found


def open_event(address: str, part: str | None = None) -> PageCache[PublicEvent]:
    """The cached pages of an event that shows strangers a part.  Raises the problem ``not_found`` for any other."""
    pages = pages_of(address)
    if pages is None or not pages.content.shown.open or not (part is None or pages.content.shows(part)):
        raise Problem("not_found", path=request.path)
    return pages


def shown_pages(address: str) -> PageCache[PublicEvent]:
    """The cached pages of an event that are open, or of one that the reader's session may read: what a projector of the
    staff shows before they are.  Raises the problem ``not_found``.
    """
    pages = pages_of(address)
    if pages is None:
        raise Problem("not_found", path=request.path)
    if not pages.content.shown.open:
        who = principal()
        if who is None or not may(who.roles_in(pages.event_id), "event.read"):
            raise Problem("not_found", path=request.path)
    return pages


def settle_language(otherwise: str, *, browsers: bool = True) -> str:
    """Settle the language of the answer: ``?lang=``, else the browser's (unless ``browsers`` is false), else
    ``otherwise``.  Gives the end of links that keep it.
    """
    wanted = request.args.get("lang", "")
    if wanted in LANGUAGES:
        g.language = wanted
        return f"?lang={wanted}"
    g.language = preferred(request.headers.get("Accept-Language", ""), otherwise) if browsers else otherwise
    return ""


def cached_page(
    pages: PageCache[PublicEvent],
    phase: Any,
    template: str,
    facts: Callable[[], dict[str, Any]],
    *,
    browsers: bool = True,
    caching: str = PUBLIC,
) -> Response:
    """A page from the cache, or rendered now.  ``facts``: what its template needs besides the frame."""
    spoken = settle_language(pages.content.event.language, browsers=browsers)
    at = request.path

    def make() -> str:
        return framed(pages.content, template, spoken, **facts())

    # Pages name their absolute address where they are shared, and an organizer may choose another one.
    return answer(pages.page((at, language(), spoken, service().own_address.now()), phase, make), caching)


def framed(public: PublicEvent, template: str, spoken: str, **facts: Any) -> str:
    """A page of an event.  In the template ``here`` is the beginning of addresses, ``spoken`` the end of them."""
    here = f"/p/{public.shown.address or public.event.id}"
    first = "/".join(["", *request.path.split("/")[3:4]]) if request.path.startswith("/p/") else None
    tabs = [
        {"address": f"{here}{end}{spoken}", "title": word(title), "here": end == first}
        for end, part, title in TABS
        if public.shown.open and (part is None or public.shows(part))
    ]
    return render_template(template, public=public, event=public.event, here=here, spoken=spoken, tabs=tabs, **facts)


def answer(page: Page, caching: str = PUBLIC, kind: str = "text/html; charset=utf-8") -> Response:
    """A page as an answer: packed where the browser takes it so, and without a body for whoever has it already."""
    packs = bool(page.packed and request.accept_encodings.quality("gzip"))
    tag = f"{page.tag}-gzip" if packs else page.tag
    known = tag in request.if_none_match
    response = Response(None if known else page.packed if packs else page.body, 304 if known else 200)
    response.set_etag(tag)
    response.headers["Cache-Control"] = caching
    response.headers["Vary"] = "Accept-Encoding, Accept-Language"
    response.headers[NOW] = str(service().database.now())
    if not known:
        response.headers["Content-Type"] = kind
        if packs:
            response.headers["Content-Encoding"] = "gzip"
    return response
