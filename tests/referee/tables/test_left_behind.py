"""Unsent reports that a device puts down at the service when it may no longer report, and the next one takes up."""

from __future__ import annotations

import json
from typing import Any

import pytest
from sqlmodel import col, select, update
from werkzeug.test import TestResponse

from referee.core.access.limits import LEFT_BEHIND
from referee.core.language import words
from referee.models import AuditEntry, Credential, LeftBehind
from referee.tables.left_behind import HELD_SPAN, MOST_REPORTS
from tests.referee.support.archived_day import texts_of
from tests.referee.support.databases import SQLITE_ONLY
from tests.referee.support.world import World

THROW: dict[str, Any] = {"type": "roll", "player": "A", "dice": [1, 2]}


def item(number: int, report: dict[str, Any] | None = None) -> dict[str, Any]:
    """An unsent report."""
    return {"client_id": f"unsent-{number:04}", "report": report or THROW, "by": "Old", "made_at": 1000 + number}


class Old:
    """A device of the world's table that is unpaired."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.token = world.token("Old", table=world.table)
        self.path = f"/tables/{world.table}/left-behind"
        self.id = str(world.ask("GET", "/me", self.token).get_json()["credential_id"])
        assert world.ask("DELETE", f"/devices/{self.id}", "organizer").status_code == 204

    def put_down(self, *items: dict[str, Any], path: str | None = None, **more: Any) -> TestResponse:
        return self.world.ask("POST", path or self.path, self.token, json={"items": items or (item(1),), **more})

    def lying(self, by: str = "device") -> list[dict[str, Any]]:
        """What lies at the service for the table's device."""
        rows: list[dict[str, Any]] = self.world.ask("GET", self.path, by).get_json()["rows"]
        return rows


@pytest.fixture
def old(world: World) -> Old:
    """An unpaired device."""
    return Old(world)


def test_what_an_unpaired_device_puts_down_is_whole_for_the_next_one_and_nothing_of_it_is_logged(old: Old) -> None:
    ruled = {**item(2, {"type": "retract", "seq": 1}), "reason": "a slip"}
    assert old.put_down(item(1), ruled, base=0, ahead=-1500).status_code == 201
    (row,) = old.lying()
    assert (row["label"], row["base"], row["ahead"]) == ("Old", 0, -1500)
    assert row["items"] == [{**item(1), "reason": None}, ruled]
    assert old.world.ask("GET", f"/tables/{old.world.table}").get_json()["seq"] == 0
    taken = f"{old.path}/{row['id']}/taken"
    for _ in range(2):  # its answer may be lost
        assert old.world.ask("POST", taken, "device").status_code == 204
    assert old.lying() == []
    with old.world.service.database.read() as session:
        (left,) = session.exec(select(LeftBehind)).all()
        assert left.taken_at is not None and left.taken_by == "device"
        query = select(AuditEntry).where(col(AuditEntry.action).startswith("left_behind")).order_by(col(AuditEntry.id))
        done = [(each.action, each.author, json.loads(each.details)) for each in session.exec(query)]
    assert done == [("left_behind.put_down", "Old", {"reports": 2}), ("left_behind.take_up", "device", {"of": "Old"})]


def test_put_down_once_more_it_replaces_what_nobody_has_taken_up(old: Old) -> None:
    assert [old.put_down(item(1), item(2)).status_code, old.put_down(item(3)).status_code] == [201, 201]
    (row,) = old.lying()
    assert [each["client_id"] for each in row["items"]] == ["unsent-0003"]
    assert old.world.ask("POST", f"{old.path}/{row['id']}/taken", "device").status_code == 204
    assert old.put_down(item(4)).status_code == 201
    (row,) = old.lying()
    assert [each["client_id"] for each in row["items"]] == ["unsent-0004"]


def test_what_reaches_the_log_in_another_way_is_told_no_more_and_lapses_when_all_has(old: Old) -> None:
    world = old.world
    reports = [THROW, {"type": "buy", "player": "A"}]
    old.put_down(item(1), item(2, reports[1]))
    client = world.app.test_client()
    client.set_cookie("referee", world.tokens["organizer"])
    address = f"/events/{world.event}/rounds/{world.round}/codes?lang=en"
    says = words("en")["left_lies"].partition("{name}")[2].partition("{count")[0]
    for number, told in ((1, "2 unsent reports"), (2, "1 unsent report "), (3, None)):
        answer = world.ask("GET", old.path, "device")
        tag, rows = answer.headers["ETag"], answer.get_json()["rows"]
        page = client.get(address).get_data(as_text=True)
        assert [(len(row["items"]), row["logged"]) for row in rows] == ([(2, number - 1)] if told else [])
        assert (f"Old{says}{told}" in page) if told else (says not in page)
        if told:  # the old device is paired once more, or its codes were scanned
            assert world.report(number - 1, reports[number - 1], client_id=f"unsent-{number:04}").status_code == 201
            assert world.ask("GET", old.path, "device", headers={"If-None-Match": tag}).status_code == 200


def test_it_may_be_put_down_at_no_other_table_and_only_for_a_while(old: Old) -> None:
    other = f"/tables/{old.world.new_table(9)}/left-behind"
    assert old.put_down(path=other).status_code == 401
    now = old.world.service.database.now()
    for ago, status in ((HELD_SPAN - 60_000, 201), (HELD_SPAN + 60_000, 401)):
        with old.world.service.database.write() as session:
            session.exec(update(Credential).where(col(Credential.id) == old.id).values(revoked_at=now - ago))
        assert old.put_down().status_code == status
    assert old.world.ask("POST", old.path, None, json={"items": [item(1)]}).status_code == 401
    assert old.world.ask("POST", old.path, "no such token", json={"items": [item(1)]}).status_code == 401
    assert old.world.ask("GET", old.path, old.token).status_code == 401


@pytest.mark.parametrize("logged", [True, False], ids=["had reported", "had not"])
def test_a_judge_whose_role_is_gone_puts_down_only_where_they_had_reported(old: Old, logged: bool) -> None:
    world = old.world
    if logged:
        assert world.report(0, THROW, "judge").status_code == 201
    judge = world.ask("GET", "/me", "judge").get_json()["account_id"]
    assert world.ask("DELETE", f"/events/{world.event}/members/{judge}/judge").status_code == 204
    answer = world.ask("POST", old.path, "judge", json={"items": [item(1)]})
    assert answer.status_code == (201 if logged else 401)
    assert [each["label"] for each in old.lying()] == (["judge"] if logged else [])


def test_it_is_limited_in_size_and_in_how_often(old: Old) -> None:
    assert old.put_down(*map(item, range(MOST_REPORTS))).status_code == 201
    assert old.put_down(*map(item, range(MOST_REPORTS + 1))).status_code == 422
    assert old.put_down(item(1, {"type": "roll", "note": "x" * 5000})).status_code == 422
    answers = [old.put_down().status_code for _ in range(LEFT_BEHIND.most)]
    assert answers[-1] == 429


def test_a_browser_needs_the_form_token_of_the_token_that_has_ended(old: Old) -> None:
    client = old.world.app.test_client()
    client.set_cookie("referee", old.token)
    send = {"path": f"/api/v1{old.path}", "json": {"items": [item(1)]}}
    assert client.post(**send).status_code == 403
    page = client.get(f"/login?next=/tables/{old.world.table}").get_data(as_text=True)
    given = json.loads(page.partition('id="given">')[2].partition("</script>")[0])
    assert client.post(**send, headers={"X-CSRF-Token": given["form_token"]}).status_code == 201


def test_the_desk_shows_what_nobody_has_taken_up(old: Old) -> None:
    old.put_down(item(1), item(2))
    client = old.world.app.test_client()
    client.set_cookie("referee", old.world.tokens["organizer"])
    address = f"/events/{old.world.event}/rounds/{old.world.round}/codes?lang=en"
    says = words("en")["left_lies"].partition("{name}")[2].partition("{count")[0]
    assert f"Old{says}2 unsent reports" in client.get(address).get_data(as_text=True)
    (row,) = old.lying()
    old.world.ask("POST", f"{old.path}/{row['id']}/taken", "device")
    assert says not in client.get(address).get_data(as_text=True)


@SQLITE_ONLY
def test_it_is_in_the_organizers_archive_with_whether_it_was_taken_up(old: Old) -> None:
    old.put_down()
    archive = old.world.ask("GET", f"/events/{old.world.event}/archive").get_data()
    (row,) = map(json.loads, texts_of(archive)["left_behind.jsonl"].splitlines())
    assert (row["row"]["author"], row["row"]["taken_at"]) == ("Old", None)
