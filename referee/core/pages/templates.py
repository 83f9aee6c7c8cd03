"""The folder of templates and static files, and the names that all templates may use."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlencode

from flask import Flask, Response, request
from jinja2 import BytecodeCache
from jinja2.bccache import Bucket
from markupsafe import Markup

from referee.core.access.guard import SAFE, form_token, principal
from referee.core.language import language, word
from referee.core.own_address import OwnAddress
from referee.core.pages.format import aligned, clock_of_day, day_written, short_moment
from referee.core.pages.forms import limits
from referee.core.problems import Problem
from referee.core.service import service
from referee.core.zone import zone_name
from rulesets.languages import LANGUAGES, NAMES


@cache
def folder() -> Path:
    """The folder of the templates, which contains ``static``."""
    package = Path(__file__).resolve().parents[2]
    inside = package / "templates"
    return inside if inside.is_dir() else package.parent / "templates"


YEAR_SECONDS = 31_536_000
LONGEST_QUERY = 5900
"""Characters after ``?`` that the links to other languages keep; a packed position has fewer."""
COOKIELESS = ("/api/", "/p/", "/m/")
"""Where no cookie is set: the API, and the public pages, which are the same for everybody."""


class CompiledTemplates(BytecodeCache):
    """The compiled templates of all applications of this process, and of the processes that are forked from it."""

    def __init__(self) -> None:
        self._kept: dict[str, bytes] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        """Give Jinja what was compiled before; it checks that this was the same source."""
        if bucket.key in self._kept:
            bucket.bytecode_from_string(self._kept[bucket.key])

    def dump_bytecode(self, bucket: Bucket) -> None:
        self._kept[bucket.key] = bucket.bytecode_to_string()


COMPILED = CompiledTemplates()


def compile_templates(app: Flask) -> None:
    """Compile all templates: else the first readers wait for it, and each thread compiles the same for itself."""
    for name in app.jinja_env.list_templates(extensions=["html"]):
        app.jinja_env.get_template(name)


def in_language(code: str) -> str:
    if request.method not in SAFE:
        return f"/?lang={code}"
    kept = urlencode({**request.args.to_dict(), "lang": code})
    return f"{quote(request.path)}?{kept if len(kept) <= LONGEST_QUERY else f'lang={code}'}"


def token_field() -> Markup:
    """The hidden field with which a form proves that it is ours; empty for readers without a session."""
    try:
        who = principal()
    except Problem:  # the page that says so is being rendered
        who = None
    return Markup('<input type="hidden" name="csrf_token" value="{}">').format(form_token(who) if who else "")


def day_text(day: str) -> str:
    """A day such as ``2026-11-22``, as the reader writes it."""
    return day_written(language(), day)


def own_address() -> OwnAddress:
    """The address that links and QR codes are made with."""
    return service().own_address


def database_lost() -> bool:
    """Whether the database's file was taken away, so that nothing can be saved: every page says so."""
    return service().database.lost is not None


def template_names() -> dict[str, Any]:
    return {
        "word": word,
        "clock_of_day": clock_of_day,
        "short_moment": short_moment,
        "language": language,
        "zone_name": zone_name,
        "languages": list(NAMES.items()),
        "in_language": in_language,
        "form_token": token_field,
        "day_text": day_text,
        "own_address": own_address,
        "database_lost": database_lost,
        "aligned": aligned,
        "limits": limits,
    }


def keep_language(response: Response) -> Response:
    """Remember a language that was chosen by ``?lang=``."""
    if not request.query_string:
        return response
    chosen = request.args.get("lang")
    if chosen in LANGUAGES and not request.path.startswith(COOKIELESS):
        response.set_cookie("lang", chosen, max_age=YEAR_SECONDS, samesite="Lax", secure=request.is_secure)
    return response


def register(app: Flask) -> None:
    """Add the names and the language cookie to the application."""
    app.context_processor(template_names)
    app.after_request(keep_language)
