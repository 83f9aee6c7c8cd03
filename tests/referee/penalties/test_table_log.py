"""A penalty given outside a ruling is in its table's log once it is in force, and again when it is cancelled."""

from __future__ import annotations

from typing import Any

import pytest

from tests.referee.cases.test_case_pages import Desk
from tests.referee.support.cup import Cup


@pytest.fixture
def desk(cup: Cup) -> Desk:
    return Desk(cup)


def rulings(desk: Desk) -> list[str]:
    """The reasons of the rulings in the first table's log."""
    rows = desk.world.ask("GET", f"/tables/{desk.tables[0]}/entries", "organizer").get_json()["rows"]
    return [each["report"]["reason"] for each in rows if each["report"]["type"] == "ruling"]


def give(desk: Desk, **more: Any) -> str:
    """Give a player at the first table a penalty, as the arbiter, and return its id."""
    body = {"player": desk.cup.players["A"], "category": "protest", "step": "caution", "facts": "x", **more}
    response = desk.world.ask("POST", f"/events/{desk.world.event}/penalties", "arbiter", json=body)
    assert response.status_code == 201, response.get_data(as_text=True)
    return str(response.get_json()["id"])


def test_a_penalty_stands_in_the_log_of_its_table_and_so_does_that_it_was_cancelled(desk: Desk) -> None:
    before = desk.world.ask("GET", f"/tables/{desk.tables[0]}", "organizer").get_json()["position"]
    penalty_id = give(desk, table_id=desk.tables[0])
    (reason,) = rulings(desk)
    assert "A" in reason
    desk.world.ask("POST", f"/penalties/{penalty_id}/cancel", "arbiter", json={"reason": "mistaken"})
    assert len(rulings(desk)) == 2
    assert rulings(desk)[1].startswith(reason)
    assert desk.world.ask("GET", f"/tables/{desk.tables[0]}", "organizer").get_json()["position"] == before
    give(desk)
    assert len(rulings(desk)) == 2, "it belongs to no table"


def test_one_that_waits_for_a_signature_is_told_when_it_is_signed(desk: Desk) -> None:
    penalty_id = give(desk, table_id=desk.tables[0], step="game_loss")
    assert rulings(desk) == []
    assert desk.world.ask("POST", f"/penalties/{penalty_id}/sign-off", "head_judge").status_code == 200
    assert len(rulings(desk)) == 1


def test_a_ruling_that_gives_a_penalty_says_it_once_and_a_closed_table_not_at_all(desk: Desk) -> None:
    path = desk.opened(desk.tables[0])
    desk.send(
        path,
        do="decide",
        effect="penalty",
        facts="So.",
        decision="A caution.",
        penalty_player=desk.cup.players["A"],
        penalty_category="protest",
    )
    assert len(rulings(desk)) == 1
    desk.world.ask("POST", f"/tables/{desk.tables[0]}/close", "organizer", json={})
    give(desk, table_id=desk.tables[0])
    assert len(rulings(desk)) == 1
