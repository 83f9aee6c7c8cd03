"""The devices of a table: one, or two where the desk allows it; binding and revoking them, and what they may do."""

from __future__ import annotations

from typing import Any

import pytest
from flask.testing import FlaskClient

from referee.core.access.roles import DEVICE, MAY
from referee.core.language import words
from referee.core.problems import texts
from rulesets.languages import LANGUAGES
from tests.referee.support.databases import SQLITE_ONLY
from tests.referee.support.world import World

THROW: dict[str, Any] = {"type": "roll", "player": "A", "dice": [3, 4]}


class Tablets:
    """A table without a device, its code, and the devices bound to it."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.table = world.new_table(7)
        self.path = f"/tables/{self.table}/code"
        self.code = str(world.ask("POST", self.path, "head_judge", json={}).get_json()["code"])

    def bind(self, label: str | None = None) -> Any:
        """Return the answer to a device that reads the code."""
        body = {"code": self.code, **({"label": label} if label else {})}
        return self.world.ask("POST", "/devices", None, json=body)

    def reads(self, token: str) -> bool:
        """Whether a device still has access."""
        return self.world.ask("GET", f"/tables/{self.table}", token).status_code == 200

    def allow(self, devices: int) -> None:
        """Set how many devices the table may have."""
        assert self.world.ask("PATCH", self.path, "head_judge", json={"devices": devices}).status_code == 200

    def listed(self) -> list[dict[str, Any]]:
        """The devices that are not revoked."""
        rows = self.world.ask("GET", f"/tables/{self.table}/devices", "organizer").get_json()["rows"]
        return [row for row in rows if row["revoked_at"] is None]


@pytest.fixture
def tablets(world: World) -> Tablets:
    """A table with a code."""
    return Tablets(world)


def test_a_photographed_code_binds_no_second_phone(tablets: Tablets) -> None:
    first = tablets.bind("iPad 3").get_json()
    refused = tablets.bind()
    assert (refused.status_code, refused.get_json()["code"]) == (409, "table_bound")
    assert "iPad 3" in refused.get_json()["detail"]
    assert [each["id"] for each in tablets.listed()] == [first["id"]]
    assert tablets.reads(first["token"])


def test_the_next_one_is_bound_once_the_old_one_is_ended(tablets: Tablets) -> None:
    first = tablets.bind().get_json()
    assert tablets.world.ask("DELETE", f"/devices/{first['id']}", "organizer").status_code == 204
    second = tablets.bind()
    assert second.status_code == 201
    assert not tablets.reads(first["token"])
    assert tablets.reads(second.get_json()["token"])


def test_a_second_one_is_bound_where_it_is_allowed_and_signs_by_a_label_of_its_own(tablets: Tablets) -> None:
    first = tablets.bind().get_json()
    tablets.allow(2)
    second = tablets.bind().get_json()
    assert (first["label"], second["label"]) == ("Tablet of table 7", "Tablet of table 7 2")
    assert tablets.bind().status_code == 409
    body = {"client_id": "report-1", "base": 0, "report": THROW}
    entry = tablets.world.ask("POST", f"/tables/{tablets.table}/entries", second["token"], json=body).get_json()
    assert (entry["author"], entry["credential_id"]) == (second["label"], second["id"])
    tablets.allow(1)
    assert tablets.reads(first["token"])
    assert tablets.reads(second["token"])
    tablets.world.ask("DELETE", f"/devices/{second['id']}", "organizer")
    assert tablets.bind().status_code == 409


def test_a_new_code_ends_what_came_by_the_old_one(tablets: Tablets) -> None:
    first = tablets.bind().get_json()
    tablets.code = tablets.world.ask("POST", tablets.path, "head_judge", json={}).get_json()["code"]
    assert not tablets.reads(first["token"])
    assert tablets.bind().status_code == 201


def test_when_a_device_was_last_seen_is_written_in_batches(tablets: Tablets, monkeypatch: pytest.MonkeyPatch) -> None:
    device = tablets.bind().get_json()
    began = device["created_at"]
    assert [each["seen_at"] for each in tablets.listed()] == [began]
    before = began
    for minutes in (5, 7):
        at = began + minutes * 60_000
        monkeypatch.setattr(tablets.world.service.database, "now", lambda at=at: at)
        tablets.world.service.principals.forget()
        assert tablets.reads(device["token"])
        assert [each["seen_at"] for each in tablets.listed()] == [before]  # only the job writes it down
        tablets.world.service.principals.seen.save()
        assert [each["seen_at"] for each in tablets.listed()] == [at]
        before = at


def test_a_device_may_do_what_a_tables_judge_may_and_only_there() -> None:
    assert all("judge" in roles for roles in MAY.values() if DEVICE in roles)


# -- pages


def page(browser: FlaskClient, path: str, language: str = "en", **data: str) -> tuple[int, str]:
    """Return status and text of a page; ``data``: the form to send."""
    address = f"{path}?lang={language}"
    response = browser.post(address, data=data) if data else browser.get(address)
    return response.status_code, response.get_data(as_text=True)


@SQLITE_ONLY
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_second_phone_is_told_what_is_wrong_and_what_to_do(world: World, language: str) -> None:
    tablets = Tablets(world)
    assert world.app.test_client().post(f"/t/{tablets.code}").status_code == 303
    second = world.app.test_client()
    sentence = texts(language)["table_bound"]["detail"].partition("{")[0]
    for status, shown in (
        page(second, f"/t/{tablets.code}", language),
        page(second, f"/t/{tablets.code}", language, do=""),
    ):
        assert sentence in shown
        assert words(language)["bind_again"] in shown
        assert status in (200, 409)
    assert second.get_cookie("referee") is None


@SQLITE_ONLY
def test_the_same_browser_reads_the_code_again(world: World) -> None:
    tablets = Tablets(world)
    browser = world.app.test_client()
    browser.post(f"/t/{tablets.code}")
    status, shown = page(browser, f"/t/{tablets.code}")
    assert (status, words("en")["bind"] in shown) == (200, True)
    token = browser.get("/api/v1/me").get_json()["form_token"]
    assert browser.post(f"/t/{tablets.code}", data={"csrf_token": token}).status_code == 303
    assert len(tablets.listed()) == 1


@SQLITE_ONLY
def test_what_is_sent_for_another_events_or_rounds_tablet_changes_nothing(world: World) -> None:
    tablets = Tablets(world)
    device = tablets.bind().get_json()
    elsewhere = world.made(f"/events/{world.event}/rounds", number=2)
    headers = {"Authorization": f"Bearer {world.tokens['head_judge']}"}
    for data in ({"do": "end", "device": device["id"]}, {"do": "new", "table": tablets.table}, {"do": "end"}):
        path = f"/events/{world.event}/rounds/{elsewhere}/codes"
        assert world.app.test_client().post(path, data=data, headers=headers).status_code == 404
    assert tablets.reads(device["token"])
