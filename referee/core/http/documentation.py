"""The description of the interface, and the page that shows it, drawn in the browser without any other server."""

from __future__ import annotations

from flask import Blueprint, Response, current_app, make_response, render_template, url_for

from referee.core.http.description import description_text
from referee.core.http.responses import answer_text
from referee.core.http.security import POLICY
from referee.core.language import language, word

blueprint = Blueprint("docs", __name__)

RENDERER = "vendor/swagger-ui-dist-5.35.0"
PICTURES = "; img-src 'self' data:"
"""The renderer has pictures in its style sheet."""


@blueprint.get("/api/v1/openapi.json")
def show_description() -> Response:
    """The description."""
    text = description_text(current_app)
    return answer_text(text, tag=text)


@blueprint.get("/api/docs")
def show_docs() -> Response:
    """The page."""
    page = render_template(
        "core/api_docs.html",
        language=language(),
        title=word("api_docs_title"),
        no_script=word("api_docs_no_script"),
        back=word("to_start"),
        vendored=url_for("static", filename=RENDERER),
        description=url_for("docs.show_description"),
    )
    response = make_response(page)
    response.headers["Content-Security-Policy"] = POLICY + PICTURES
    response.headers["Cache-Control"] = "no-cache"
    response.headers["Vary"] = "Accept-Language, Cookie"
    return response
