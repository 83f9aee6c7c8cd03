"""Where the "?" of each page links to: the section of a guide about the page's task."""

from __future__ import annotations

from collections.abc import Mapping

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
    "event_about": BEFORE,
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
    "compare_page": RULES,
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
