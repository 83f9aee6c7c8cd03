"""The dossier of a case: what the parties' copy and the arbiters' copy hold, and who may have which."""

from __future__ import annotations

import pytest

from rulesets.languages import LANGUAGES
from tests.referee.cases.test_case_pages import Desk
from tests.referee.support.cup import Cup
from tests.referee.support.databases import SQLITE_ONLY
from tests.tournaments.paper_samples import text_of

pytestmark = SQLITE_ONLY
DEAL = {"type": "trade", "player": "A", "with": "B", "give": {"deeds": ["boardwalk"]}, "take": {"cash": 250}}


@pytest.fixture
def desk(cup: Cup) -> Desk:
    return Desk(cup)


def printed(desk: Desk, case: str, by: str = "arbiter", status: int = 200, **query: str) -> str:
    """Print a dossier and return its text."""
    parameters = "&".join(f"{name}={value}" for name, value in query.items())
    response = desk.world.ask("GET", f"/cases/{case}/dossier?{parameters}", by)
    assert response.status_code == status, response.get_data(as_text=True)
    return text_of(response.data) if status == 200 else ""


def in_a_case(desk: Desk) -> str:
    """Open a case with a statement, a restricted note, a deal at the table, a ruling and an appeal; return its id."""
    table = desk.tables[0]
    path = desk.opened(table)
    parts = {
        "phase": "between_turns",
        "due": [],
        "deeds": {"boardwalk": {"owner": "A", "level": 0, "mortgaged": False}},
    }
    case = desk.case(path)["id"]
    ruling = {"client_id": desk.fresh(), "facts": "x", "decision": "y", "effect": {"kind": "set", "set": parts}}
    assert desk.world.ask("POST", f"/cases/{case}/decision", "organizer", json=ruling).status_code == 200
    desk.report(table, desk.case(path)["decision"]["entry"], DEAL)
    path = desk.opened(table)
    desk.send(path, do="note", kind="stated", speaker="B", note="I was threatened.")
    desk.send(path, do="note", kind="stated", speaker="Mr Okada", note="I saw the whole deal.")
    desk.send(path, do="note", kind="restricted", note="Both are of one club.")
    desk.send(path, do="decide", effect="none", facts="A deal.", decision="The deal stands.", clauses="JMA/GIFT-3")
    desk.send(path, do="appeal", player="A", text="Never.")
    return str(desk.case(path)["id"])


def test_the_dossier_holds_statements_deals_positions_clauses_decisions_and_lines_to_sign(desk: Desk) -> None:
    case = in_a_case(desk)
    shown = " ".join(printed(desk, case, language="en").split())
    for part in (
        "I was threatened.",
        "Mr Okada",
        "The deal stands.",
        "Never.",
        "JMA/GIFT-3",
        "Signatures",
        "$400",
        "$250",
        "Position now",
        "standing on",
    ):
        assert part in shown, part
    assert "Both are of one club." not in shown
    assert "Both are of one club." in printed(desk, case, language="en", copy="bench")
    for language in LANGUAGES:
        assert "JMA/GIFT-3" in printed(desk, case, language=language)


def test_the_arbiters_copy_is_for_arbiters_alone(desk: Desk) -> None:
    case = in_a_case(desk)
    printed(desk, case, "judge")
    printed(desk, case, "judge", 403, copy="bench")
    printed(desk, case, "viewer", 403)
    page = desk.arbiter.read(f"cases/{case}")
    assert f"cases/{case}/dossier?copy=bench" in page


def test_the_case_page_shows_the_deals_of_two_players_with_what_went_each_way(desk: Desk) -> None:
    page = desk.arbiter.read(f"cases/{in_a_case(desk)}")
    fold = page.partition('<details id="deals">')[2].partition("</details>")[0]
    assert "Deals between players, at list price" in fold
    assert "gave $400" in fold and "gave $250" in fold
