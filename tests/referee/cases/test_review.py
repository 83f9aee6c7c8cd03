"""After the event: the judges' work in figures, and a player's penalties in other events."""

from __future__ import annotations

from typing import Any

import pytest
from sqlmodel import select

from referee.core.language import words
from referee.models import Account, Membership
from rulesets.languages import LANGUAGES
from tests.referee.cases.test_case_pages import Desk
from tests.referee.support.cup import Cup
from tests.referee.support.databases import SQLITE_ONLY

pytestmark = SQLITE_ONLY


@pytest.fixture
def desk(cup: Cup) -> Desk:
    return Desk(cup)


def test_calls_rulings_and_appeals_are_counted_with_the_share_overturned(desk: Desk) -> None:
    table = desk.tables[0]
    empty = desk.cup.get("review")
    assert (empty["cases"], empty["overturned"], empty["response"]) == (
        0,
        None,
        {"count": 0, "middle": 0, "longest": 0},
    )
    call = desk.world.made(f"/tables/{table}/calls", client_id="the-call-1", kind="arbiter", about="dispute")
    desk.world.ask("POST", f"/calls/{call}/claim", "arbiter", json={})
    for number, outcome in enumerate(("uphold", "change", "")):
        path = desk.opened(table, **({"call": call} if not number else {}))
        desk.send(
            path, do="decide", effect="none", facts="So.", decision="Well.", clauses="JMA/AUCTION-1, JMA/AUCTION-2"
        )
        if outcome:
            desk.send(path, do="appeal", player="A", text="No.")
            more: dict[str, Any] = (
                {"effect": "none", "facts": "So.", "decision": "Other."} if outcome == "change" else {}
            )
            desk.send(path, by=desk.head, do=outcome, outcome_reasons="Seen.", **more)
    review = desk.cup.get("review")
    assert (review["cases"], review["rulings"], review["appeals"]) == (3, 3, 2)
    assert (review["upheld"], review["changed"], review["overturned"]) == (1, 1, 50)
    assert review["response"]["count"] == review["handling"]["count"] == 1
    assert review["kinds"] == [{"key": "none", "count": 3}]
    assert review["chapters"] == [{"key": "JMA/AUCTION", "count": 2}], (
        "the ruling in force counts, and each of its chapters once"
    )
    for language in LANGUAGES:
        page = desk.arbiter.read(f"cases/review?lang={language}")
        assert "50 %" in page
        assert words(language)["calls_about_dispute"] in page
    assert "cases/review" in desk.arbiter.read("cases")


def test_penalties_of_the_same_name_in_other_events_are_seen_by_those_who_may_give_them_there(desk: Desk) -> None:
    world, player = desk.world, desk.cup.players["A"]
    name = desk.cup.get(f"/players/{player}")["name"]
    other = world.made("/events", name="Spring Cup", language="en")
    world.ask("PUT", f"/events/{other}/regulation", json={"shipped": "jma-national-2012"})
    there = world.made(f"/events/{other}/players", name=name)
    caution: dict[str, Any] = {
        "player": there,
        "category": "protest",
        "step": "caution",
        "facts": "Shouted.",
    }
    world.made(f"/events/{other}/penalties", **caution)
    path = f"penalties/record?player={player}"
    assert desk.cup.get(path, "administrator")["rows"][0]["facts"] == "Shouted."
    assert desk.cup.get(path, "arbiter")["rows"] == [], "the arbiter is no judge there"
    with world.service.database.write() as session:
        account = session.exec(select(Account).where(Account.name == "arbiter")).one()
        session.add(Membership(event_id=other, account_id=account.id, role="judge", created_at=1))
    world.service.principals.forget()
    (row,) = desk.cup.get(path, "arbiter")["rows"]
    assert (row["event"], row["state"]) == ("Spring Cup", "in_force")
    page = desk.arbiter.read(f"penalties?player={player}&category=protest")
    assert "Shouted." in page
