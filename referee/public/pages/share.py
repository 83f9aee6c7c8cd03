"""How a public page appears where its link is shared (Open Graph), in the event's or the link's language."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from flask import request

from referee.core.language import text
from referee.core.pages.format import day_written
from referee.core.service import service
from referee.log.table_game import TableGame
from referee.pictures.moment import HEIGHT, WIDTH
from referee.public.queries import PublicEvent, PublicTable
from referee.stories.views import in_words
from rulesets.languages import LANGUAGES

CARD = "/share.png"
"""The end of the address of the event's own card."""


@dataclass(frozen=True, slots=True)
class SharedPage:
    """The Open Graph data of a page.  ``url``, ``picture``: absolute addresses; ``line``: the text below the title;
    ``seen``: what the picture shows.
    """

    title: str
    line: str
    seen: str
    url: str
    picture: str
    language: str
    width: int = WIDTH
    height: int = HEIGHT


def shared_language(public: PublicEvent) -> str:
    """The language of a shared link: its ``?lang=``, else the event's.  The browser's language does not count, because
    previews are fetched by servers.
    """
    wanted = request.args.get("lang", "")
    return wanted if wanted in LANGUAGES else public.event.language


def share(public: PublicEvent, title: str, line: str = "", *, page: str = "", picture: str = CARD) -> SharedPage:
    """How a page of the event appears where it is shared.  ``page`` and ``picture``: the ends of their addresses."""
    language = shared_language(public)
    at = f"{service().own_address.now()}/p/{public.shown.address or public.event.id}"
    spoken = f"?lang={language}"
    event = public.event
    subtitle = line or event_line(public, language)
    return SharedPage(
        title or event.name, subtitle, f"{event.name}: {subtitle}", f"{at}{page}", f"{at}{picture}{spoken}", language
    )


def event_line(public: PublicEvent, language: str) -> str:
    """Day and venue, else what the pages offer."""
    event = public.event
    day = day_written(language, event.held_on) if event.held_on else ""
    return " · ".join(filter(None, (day, event.venue))) or text(language, "story_card_seats")


def moment_share(
    public: PublicEvent,
    table: PublicTable,
    game: TableGame,
    events: Sequence[Mapping[str, Any]],
    page: str | None = None,
) -> SharedPage:
    """How a moment of a game appears where it is shared.  ``events``: what happened in it; ``page``: the end of the
    page's address, by default that of the moment.
    """
    spoken = shared_language(public)
    at, moment = f"/tables/{table.round}/{table.number}", f"/at/{game.seq}"
    title = f"{public.event.name} · {text(spoken, 'table_number', number=table.number)} · #{game.seq}"
    here = f"{at}{moment}" if page is None else page
    return share(public, title, in_words(game, events, spoken), page=here, picture=f"{at}{moment}.png")


def table_share(
    public: PublicEvent,
    table: PublicTable,
    game: TableGame | None,
    events: Sequence[Mapping[str, Any]],
    page: str | None = None,
) -> SharedPage:
    """How a page about a table appears where it is shared: with the moment that ``game`` is at, or with the event's
    card if there is no game to see.  ``page``: the end of its address, by default that of the table's own page.
    """
    here = f"/tables/{table.round}/{table.number}" if page is None else page
    if game is None or not game.seq:
        return share(public, "", page=here)
    return moment_share(public, table, game, events, here)
