"""The frame of the public pages: they need no log-in and are cached, the same for every reader of a language.

No session is looked up and no cookie is set or read.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any

from flask import Response, g, render_template, request

from referee.core.access.guard import principal
from referee.core.access.roles import may
from referee.core.http.security import POLICY_HEADER
from referee.core.language import language, preferred, word
from referee.core.problems import Problem
from referee.core.service import service
from referee.core.zone import is_about
from referee.public.cache import CachedPage, PageCache, PageCaches, Rests
from referee.public.queries import PublicEvent, read_public_event
from referee.public.ready import PUBLIC, ReadyAnswer, respond
from rulesets.languages import LANGUAGES

Pages = PageCache[PublicEvent]
PRIVATE = "private, no-cache"
HTML = "text/html; charset=utf-8"
OFFERED = "referee.ready_answer"
"""The key in the WSGI environment under which the answer to a request is offered to whoever asks next."""
NEEDED_FOR_BOARD = frozenset({"seating", "tables", "live"})
"""The parts that the event must show for boards of games that are going on."""
TABS: tuple[tuple[str, Collection[str], str], ...] = (
    ("", (), "public_start"),
    ("/live", NEEDED_FOR_BOARD, "broadcast_tab"),
    ("/seats", ("seating",), "public_seats"),
    ("/standings", ("standings",), "tab_standings"),
    ("/bracket", ("bracket",), "tab_bracket"),
    ("/story", ("standings",), "story_tab"),
)
"""The tabs: the end of the page's address, the parts that the event must show, the title's text key."""


def pages_of(address: str) -> PageCache[PublicEvent] | None:
    """The cached pages of an event, whether public or not; None where there is no such event."""
    found: PageCache[PublicEvent] | None = service().part(PageCaches).find(address, read_public_event)
    is_about(found.event_id if found is not None else None)
    return found


def open_pages(address: str, part: str | None = None) -> PageCache[PublicEvent]:
    """The cached pages of an event whose public pages are open and show ``part``, if one is given.

    Raises the problem ``not_found`` for any other event.
    """
    pages = pages_of(address)
    if pages is None or not pages.content.shown.open or not (part is None or pages.content.shows(part)):
        raise Problem("not_found", path=request.path)
    return pages


def pages_for_reader(address: str) -> PageCache[PublicEvent]:
    """The cached pages of an event that are open, or that the reader's session may read: so a projector of the staff
    can show them before they are opened.  Raises the problem ``not_found``.
    """
    pages = pages_of(address)
    if pages is None:
        raise Problem("not_found", path=request.path)
    if not pages.content.shown.open:
        who = principal()
        if who is None or not may(who.roles_in(pages.event_id), "event.read"):
            raise Problem("not_found", path=request.path)
    return pages


def choose_language(default: str, *, use_browser: bool = True) -> str:
    """Choose the language of the response: ``?lang=``, else the browser's (unless ``use_browser`` is false),
    else ``default``.  Returns the query string that links need in order to keep the language.
    """
    wanted = request.args.get("lang", "")
    if wanted in LANGUAGES:
        g.language = wanted
        return f"?lang={wanted}"
    g.language = preferred(request.headers.get("Accept-Language", ""), default) if use_browser else default
    return ""


def cached_page(
    pages: PageCache[PublicEvent],
    phase: Any,
    template: str,
    facts: Callable[[], dict[str, Any]],
    *,
    use_browser: bool = True,
    caching: str = PUBLIC,
    policy: str | None = None,
) -> Response:
    """Return a page from the cache, rendering it if needed.

    ``phase``: what else the page depends on, as in `PageCache.page`: `Rests` if it can be told without this process
    knowing the event, so that the answer is there for everybody; ``facts``: the template variables of the page;
    ``policy``: its content security policy, if it has one of its own.
    """
    spoken = choose_language(pages.content.event.language, use_browser=use_browser)
    at = request.path

    def make() -> str:
        return framed(pages.content, template, spoken, **facts())

    name = at, language(), spoken
    response = kept_response(pages, name, phase, make, caching=caching, policy=policy)
    if policy is not None:
        response.headers[POLICY_HEADER] = policy
    return response


def kept_response(
    pages: PageCache[PublicEvent],
    name: Any,
    phase: Any,
    make: Callable[[], str],
    *,
    caching: str = PUBLIC,
    kind: str = HTML,
    policy: str | None = None,
) -> Response:
    """A response with a page or file from the cache, rendered by ``make`` if needed, and offered to whoever asks next
    if ``phase`` is `Rests`.
    """
    page = pages.page(name, phase, make)
    if isinstance(phase, Rests) and pages.has(name, phase, page):
        offer(ReadyAnswer(pages.version, phase, page, kind, caching, policy, str(request.url_rule)))
    return page_response(page, caching, kind)


def offer(answer: ReadyAnswer) -> None:
    """Offer the answer to the current request for whoever asks next, unless it depends on who asks."""
    if "principal" not in g:
        request.environ[OFFERED] = answer


def framed(public: PublicEvent, template: str, spoken: str, **facts: Any) -> str:
    """Render a page of an event.  In the template, addresses begin with ``here`` and end with ``spoken``."""
    here = f"/p/{public.shown.address or public.event.id}"
    first = "/".join(["", *request.path.split("/")[3:4]]) if request.path.startswith("/p/") else None
    tabs = [
        {"address": f"{here}{end}{spoken}", "title": word(title), "here": end == first}
        for end, parts, title in TABS
        if public.shown.open and all(map(public.shows, parts))
    ]
    return render_template(template, public=public, event=public.event, here=here, spoken=spoken, tabs=tabs, **facts)


def page_response(page: CachedPage, caching: str = PUBLIC, kind: str = HTML) -> Response:
    status, headers, body = respond(page, kind, caching, request.environ, service().database.now())
    return Response(body or None, status, headers)
