"""Playing against a ruleset on one's own device: a page for everybody, which asks the service for nothing else."""

from __future__ import annotations

from flask import Blueprint, Response, render_template

from referee.core.language import language
from referee.core.pages.static import packed, tablet_modules
from referee.law.addresses import offered
from referee.tables.pages.tablet import MAY, tablet_words
from rulesets import notation
from rulesets.languages import NAMES

blueprint = Blueprint("trying_page", __name__)


@blueprint.get("/try")
def show_trying() -> Response:
    """The page.  The game is in the fragment of its address, which no browser sends."""
    given = {
        "table": "",
        "number": 0,
        "event": "",
        "round": "",
        "ruleset": "",
        "title": "",
        "language": language(),
        "languages": list(NAMES.items()),
        "name": "",
        "may": {**dict.fromkeys(MAY, False), "report": True},
        "result": None,
        "open_case": None,
        "form_token": "",
        "law": offered(),
        "words": {**tablet_words(language()), **notation.words(language())},
    }
    page = render_template("tables/try.html", given=given, module=tablet_modules("try.js")[0])
    return packed(Response(mimetype="text/html"), page.encode(), kept=False)
