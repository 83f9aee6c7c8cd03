"""The language that a request is answered in."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from functools import cache, lru_cache
from importlib.resources import files

from rulesets.glossary import filled
from rulesets.languages import FALLBACK, LANGUAGES
from rulesets.languages.counted import fill
from rulesets.languages.texts import texts


def language() -> str:
    """The language of the reader: ``?lang=``, else the one chosen before (cookie), else the browser's, else English."""
    if "flask" not in sys.modules:  # a command: what answers no request need not wait for Flask to be imported
        return FALLBACK
    from flask import g, has_request_context, request  # noqa: PLC0415

    if not has_request_context():
        return FALLBACK
    if "language" not in g:
        wanted = request.args.get("lang") or request.cookies.get("lang") or ""
        g.language = wanted if wanted in LANGUAGES else preferred(request.headers.get("Accept-Language", ""))
    chosen: str = g.language
    return chosen


@lru_cache(200)
def preferred(accepted: str, otherwise: str = FALLBACK) -> str:
    """The language that matches a browser's ``Accept-Language`` best; ``otherwise`` if none does."""
    from werkzeug.datastructures import LanguageAccept  # noqa: PLC0415  # as above
    from werkzeug.http import parse_accept_header  # noqa: PLC0415

    return parse_accept_header(accepted, LanguageAccept).best_match(LANGUAGES) or otherwise


AREAS = (
    "prizes",
    "venues",
    "register",
    "pages",
    "archives",
    "desk",
    "players",
    "people",
    "registration",
    "calls",
    "cases",
    "penalties",
    "rulings",
    "seating",
    "counts",
    "results",
    "standings",
    "papers",
    "floor",
    "rota",
    "projector",
    "public",
    "event_story",
    "own_table",
    "alerts",
    "rules",
    "guide",
    "remedies",
    "compare",
    "explain",
    "editions",
    "answers",
    "help",
    "stale",
)
"""The files with the texts of pages: ``referee/texts/AREA.LANG.toml``."""


@cache
def words(language: str) -> Mapping[str, str]:
    """The texts of all pages in a language, by name.  Raises ValueError for a name that is in two files."""
    found: dict[str, str] = {}
    for area in AREAS:
        more = filled(texts(files("referee") / "texts", area, language), language)
        if twice := found.keys() & more.keys():
            raise ValueError(f"{area}.{language}.toml says again: {', '.join(sorted(twice))}")
        found |= more
    return found


def text(language: str, name: str, /, **facts: object) -> str:
    """A text of pages or documents in a language.  Raises KeyError for an unknown name."""
    return fill(words(language)[name], **facts)


def word(name: str, /, **facts: object) -> str:
    """A text in the language of the current request.  For pages only; whatever they call takes the language as an
    argument and uses `text`.
    """
    return text(language(), name, **facts)
