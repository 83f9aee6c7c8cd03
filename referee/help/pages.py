"""The pages of the guides, open to everybody, and the "?" that links to them."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from flask import Blueprint, Response, render_template, request
from werkzeug.wrappers import Response as AnyResponse

from referee.core.http.responses import cacheable
from referee.core.language import language
from referee.core.pages.static import gzipped
from referee.core.problems import Problem
from referee.help.guide import FILES, GUIDES, PROJECT, Guide, attachment, guide, reference_guides
from referee.help.places import help_address
from rulesets.kernel.sentence import listed
from rulesets.languages import NAMES

blueprint = Blueprint("help_page", __name__)


@blueprint.app_context_processor
def template_names() -> dict[str, Callable[..., str]]:
    """Provide ``help_address`` to templates: the URL that the "?" of the current page links to."""
    return {"help_address": lambda query="": help_address(request.endpoint, request.blueprint, query)}


def guides_in_language(names: Iterable[str]) -> list[Guide]:
    """The guides with these names, in the reader's language if available."""
    return [found for name in names if (found := guide(name, language()))]


@blueprint.get("/help")
def show_index() -> AnyResponse:
    """The index of all guides."""
    groups = [guides_in_language(names) for names in (GUIDES, reference_guides(), PROJECT)]
    return cacheable(render_template("help/index.html", groups=groups, names=NAMES))


@blueprint.get("/help/<name>")
def show_guide(name: str) -> AnyResponse:
    """A guide, or a file that a guide shows or links to.  Raises the problem ``not_found``."""
    file = attachment(name)
    if file is not None:
        return gzipped(Response(mimetype=FILES[file.suffix]), file.read_bytes())
    found = guide(name, language())
    if found is None:
        raise Problem("not_found", path=request.path)
    languages = listed((NAMES[code] for code in found.languages), language())
    return cacheable(render_template("help/guide.html", guide=found, only_in=languages))
