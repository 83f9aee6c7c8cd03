"""The pages of the guides, open to everybody, and the "?" that links to them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from flask import Blueprint, Response, render_template, request
from werkzeug.wrappers import Response as AnyResponse

from referee.core.http.responses import cacheable
from referee.core.language import language
from referee.core.pages.static import gzipped
from referee.core.problems import Problem
from referee.help.guide import FILES, GUIDES, PROJECT, Guide, attachment, guide, reference_guides
from rulesets.kernel.sentence import listed
from rulesets.languages import NAMES

blueprint = Blueprint("help_page", __name__)

BEFORE, MORNING, ROUND = "tournament#before-the-day", "tournament#in-the-morning", "tournament#each-round"
END, PAPERS, SPECTATORS = "tournament#to-the-end", "tournament#on-paper", "tournament#what-players-and-spectators-see"
CALLED, RULES = "arbiter#called", "arbiter#what-do-the-rules-say"
RULING, PRECEDENTS = "arbiter#ruling", "arbiter#precedents"
FOLLOW, VENUES = "players#to-follow-an-event", "tournament#several-venues-and-days-one-final"
ACCOUNTS, REGISTER, BACKUPS = "operating#people-and-accounts", "operating#players-across-events", "operating#backups"
PLACES: Mapping[str, str] = {
    "start": BEFORE,
    "regulation_page": BEFORE,
    "regulation_form": BEFORE,
    "regulation_ready": BEFORE,
    "staff": BEFORE,
    "players_page": BEFORE,
    "players_import_page": BEFORE,
    "taking_over_page": BEFORE,
    "player_page": BEFORE,
    "registration_desk": BEFORE,
    "check_in_page": MORNING,
    "seating_page": MORNING,
    "prepared_seating_page": MORNING,
    "desk": ROUND,
    "rounds_page": ROUND,
    "stale_page": ROUND,
    "devices_page": ROUND,
    "tablets": ROUND,
    "result_page": ROUND,
    "results_of_round": ROUND,
    "results_import_page": ROUND,
    "start_order_page": ROUND,
    "standings_page": END,
    "decisions_page": END,
    "close": END,
    "verify_page": FOLLOW,
    "prizes": END,
    "papers_page": PAPERS,
    "floor": PAPERS,
    "rota": PAPERS,
    "venues_page": VENUES,
    "publicity": SPECTATORS,
    "webhooks": SPECTATORS,
    "replay": FOLLOW,
    "screen": FOLLOW,
    "public": "players#where-do-i-sit",
    "own_count": "players#your-own-page",
    "my_page": "players#your-own-page",
    "sign_up": "players#register-and-cancel",
    "prizes.show_public_prizes": FOLLOW,
    "broadcast": FOLLOW,
    "event_story": FOLLOW,
    "public_pictures": FOLLOW,
    "projector": SPECTATORS,
    "remote": SPECTATORS,
    "tablet_page": "tablet",
    "trying_page": "tablet#a-turn",
    "join": "tablet#join",
    "calls_page": CALLED,
    "rules_page": RULES,
    "guide_page": RULES,
    "explain_page": RULES,
    "positions_page": RULES,
    "editions_page": "city#editions",
    "cases_page": RULING,
    "case_page": RULING,
    "remedy_page": RULING,
    "cases_page.show_review": "arbiter#appeals",
    "precedents_page": PRECEDENTS,
    "penalties_page": "tournament#penalties",
    "chain_page": "operating#verifying",
    "login": ACCOUNTS,
    "people": ACCOUNTS,
    "own_account": ACCOUNTS,
    "audit_page": ACCOUNTS,
    "backups_page": BACKUPS,
    "register_pages": REGISTER,
    "ratings": REGISTER,
    "authority": "operating#https",
}
"""The guide and the anchor for each page, by its endpoint or else by its blueprint."""


def help_address(endpoint: str | None, blueprint: str | None, query: str = "") -> str:
    """The URL of the guide section for a page, or of the index of guides if there is none.

    ``query``: appended to the path, before the fragment.
    """
    guide, mark, anchor = (PLACES.get(endpoint or "") or PLACES.get(blueprint or "", "")).partition("#")
    return f"{'/help/' if guide else '/help'}{guide}{query}{mark}{anchor}"


@blueprint.app_context_processor
def template_names() -> dict[str, Callable[..., str]]:
    """Provide ``help_address`` to templates: the URL that the "?" of the current page links to."""
    return {"help_address": lambda query="": help_address(request.endpoint, request.blueprint, query)}


def guides_in_language(names: Iterable[str]) -> list[Guide]:
    """The guides with these names, in the reader's language if available."""
    return [found for name in names if (found := guide(name, language()))]


@blueprint.get("/help")
def show_index() -> AnyResponse:
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
