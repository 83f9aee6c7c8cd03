"""The rules booklet of a ruleset, for everybody; that of an event is among its papers."""

from __future__ import annotations

from functools import lru_cache

from flask import Blueprint, Response, request

from referee.core.language import language, text
from referee.core.problems import Problem
from referee.printing.documents.rules_booklet import booklet
from referee.printing.job import PreparedDocument, render_pdf
from referee.printing.responses import PDF, POLICY
from rulesets.kernel.registry import BrokenRuleset, UnknownRuleset, load
from rulesets.kernel.ruleset import Ruleset
from rulesets.languages import LANGUAGES
from tournaments.paper.page.layout import Layout

blueprint = Blueprint("booklet_page", __name__)
KEPT = 32
"""Booklets in memory: strangers may ask for them."""


@blueprint.get("/rules/<name>/booklet.pdf")
def show_booklet(name: str) -> Response:
    """The booklet as a PDF, in the reader's language."""
    try:
        ruleset = load(name)
    except (UnknownRuleset, BrokenRuleset) as error:
        raise Problem("not_found", path=request.path) from error
    response = Response(printed(ruleset, language()), content_type=PDF)
    response.set_etag(f"{ruleset.fingerprint[:24]}-{language()}")
    response.headers["Content-Disposition"] = f'inline; filename="{ruleset.name}-{language()}.pdf"'
    response.headers["Content-Security-Policy"] = POLICY
    response.headers["Cache-Control"] = "private, no-cache"
    response.vary.update(("Accept-Language", "Cookie"))
    response.make_conditional(request)
    return response


@lru_cache(KEPT)
def printed(ruleset: Ruleset, language: str) -> bytes:
    """The bytes of a booklet."""
    layout = Layout({each: text(each, "rules_title") for each in LANGUAGES})
    return render_pdf(PreparedDocument(booklet(ruleset, language), layout, language))
