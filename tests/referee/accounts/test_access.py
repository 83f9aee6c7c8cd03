"""Access of people and devices: accounts, private links, table codes, and how each of them is revoked."""

from __future__ import annotations

import pytest
from flask import Flask
from sqlmodel import select

from referee.accounts.invitations import LINK_SPAN
from referee.accounts.people import create_first_administrator, normalized_login
from referee.core.access import limits
from referee.core.problems import Problem
from referee.models import METADATA, AuditEntry
from tests.referee.support.people import PASSWORD, THROW, accept_invitation, account, helper, logged_in, new_code
from tests.referee.support.world import World

# -- accounts and roles


def test_disabling_an_account_revokes_all_its_access(world: World) -> None:
    account_id = account(world)
    browser, shown = logged_in(world)
    program = browser.post("/api/v1/programs", json={"label": "x"}, headers=shown).get_json()["token"]
    device = browser.post("/api/v1/devices", json={"code": new_code(world)}, headers=shown).get_json()
    assert device["bound_by"] == "山田"
    assert world.report(0, THROW, device["token"]).status_code == 201
    assert world.ask("PATCH", f"/accounts/{account_id}", json={"disabled": True}).status_code == 200
    for token in (program, device["token"]):
        assert world.ask("GET", f"/tables/{world.table}", token).status_code == 401
    assert browser.get("/api/v1/me").status_code == 401
    assert world.ask("POST", "/sessions", None, json={"login": "yamada", "password": PASSWORD}).status_code == 401


def test_the_last_administrator_stays(world: World) -> None:
    first, second = account(world, administrator=True), account(world, "sato", administrator=True)
    assert world.ask("PATCH", f"/accounts/{first}", json={"administrator": False}).status_code == 200
    for change in ({"administrator": False}, {"disabled": True}):
        response = world.ask("PATCH", f"/accounts/{second}", json=change)
        assert (response.status_code, response.get_json()["code"]) == (409, "last_administrator")


def test_a_revoked_role_is_gone_at_once_in_every_process(world: World, other: Flask) -> None:
    account_id = account(world)
    new_judge = {"login": "yamada", "role": "judge"}
    assert world.ask("POST", f"/events/{world.event}/members", "organizer", json=new_judge).status_code == 201
    assert world.ask("POST", f"/events/{world.event}/members", "organizer", json=new_judge).status_code == 409
    browser, shown = logged_in(world)
    elsewhere = other.test_client()
    cookie = browser.get_cookie("referee")
    assert cookie is not None
    elsewhere.set_cookie("referee", cookie.value)
    assert elsewhere.get(f"/api/v1/tables/{world.table}").status_code == 200
    taken = f"/events/{world.event}/members/{account_id}/judge"
    assert world.ask("DELETE", taken, "organizer").status_code == 204
    body = {"client_id": "report-1", "base": 0, "report": THROW}
    path = f"/api/v1/tables/{world.table}/entries"
    assert browser.post(path, json=body, headers=shown).get_json()["code"] == "not_allowed"
    # The other process may still have the role cached; the database refuses what it writes.
    assert elsewhere.post(path, json=body, headers=shown).status_code == 403
    assert elsewhere.post(path, json=body, headers=shown).get_json()["code"] == "not_allowed"


def test_a_session_ended_elsewhere_changes_nothing_any_more(world: World, other: Flask) -> None:
    account(world, administrator=True)
    browser, shown = logged_in(world)
    elsewhere = other.test_client()
    cookie = browser.get_cookie("referee")
    assert cookie is not None
    elsewhere.set_cookie("referee", cookie.value)
    assert elsewhere.get("/api/v1/me").status_code == 200
    assert browser.delete("/api/v1/sessions/current", headers=shown).status_code == 204
    assert elsewhere.post("/api/v1/events", json={"name": "x"}, headers=shown).status_code in (401, 403)
    assert [row["name"] for row in world.ask("GET", "/events").get_json()["rows"]] == ["第1回大会"]


# -- private links


def test_a_private_link_logs_in_by_a_button_only(world: World) -> None:
    member = helper(world)
    url = member["invitation"]["url"]
    assert url.startswith("http://localhost/j/")
    browser = world.app.test_client()
    page = browser.get(url)
    assert page.status_code == 200
    assert "佐藤" in page.get_data(as_text=True)
    assert "Set-Cookie" not in page.headers
    assert browser.get("/api/v1/me").status_code == 401
    assert browser.post(url).status_code == 303
    me = browser.get("/api/v1/me").get_json()
    assert (me["name"], me["roles"]) == ("佐藤", {world.event: ["judge"]})
    assert "第1回大会" in browser.get("/").get_data(as_text=True)


def test_an_expired_link_opens_nothing(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    invitation = helper(world)["invitation"]
    code = invitation["code"]
    browser = world.app.test_client()
    changed = ("1" if code[-1] == "0" else "0").join((code[:-1], ""))
    for wrong in (changed, code[:-1], "x", "%00", "Ü" * 34):
        assert browser.post(f"/j/{wrong}").status_code in (404, 410)
    assert browser.get(f"/t/{code}").status_code == 410
    assert browser.get(f"/j/{code.upper()}").status_code == 200
    later = world.service.database.now() + LINK_SPAN
    monkeypatch.setattr(world.service.database, "now", lambda: later)
    assert browser.post(f"/j/{code}").status_code == 410


@pytest.mark.parametrize("end_access", [False, True])
def test_a_renewed_link_ends_the_old_one_and_optionally_its_sessions(world: World, end_access: bool) -> None:
    invitation = helper(world)["invitation"]
    browser = accept_invitation(world, invitation)
    path = f"/invitations/{invitation['id']}"
    renewed = world.ask("POST", f"{path}/renew", "organizer", json={"end_access": end_access}).get_json()
    assert renewed["code"] != invitation["code"]
    assert world.app.test_client().post(f"/j/{invitation['code']}").status_code == 410
    assert browser.get("/api/v1/me").status_code == (401 if end_access else 200)
    fresh = accept_invitation(world, renewed)
    revoked = world.ask("POST", f"{path}/revoke", "organizer", json={"end_access": end_access}).get_json()
    assert (revoked["over"], revoked["code"], revoked["url"]) == (True, None, None)
    assert world.app.test_client().post(f"/j/{renewed['code']}").status_code == 410
    assert fresh.get("/api/v1/me").status_code == (401 if end_access else 200)
    assert world.ask("GET", f"{path}/qr.svg", "organizer").status_code == 410


def test_with_the_last_role_the_private_link_is_over(world: World) -> None:
    member = helper(world)
    browser = accept_invitation(world, member["invitation"])
    taken = f"/events/{world.event}/members/{member['account_id']}/judge"
    assert world.ask("DELETE", taken, "organizer").status_code == 204
    assert browser.get("/api/v1/me").status_code == 401
    assert world.app.test_client().get(f"/j/{member['invitation']['code']}").status_code == 410


def test_the_link_of_one_event_opens_no_other_and_no_log_in(world: World) -> None:
    member = helper(world)
    other = world.made("/events", name="x")
    body = {"account_id": member["account_id"], "role": "organizer"}
    assert world.ask("POST", f"/events/{other}/members", json=body).status_code == 404
    account_id = member["account_id"]
    response = world.ask("PATCH", f"/accounts/{account_id}", json={"administrator": True})
    assert response.get_json()["code"] == "no_log_in_name"
    assert world.ask("PATCH", f"/accounts/{account_id}", json={"login": "sato"}).status_code == 200
    renewed = world.ask("POST", f"/invitations/{member['invitation']['id']}/renew", json={"end_access": False})
    assert world.app.test_client().get(f"/j/{renewed.get_json()['code']}").status_code == 410


# -- devices


def test_a_tables_code_binds_a_tablet_in_place_of_whoever_was_logged_in(world: World) -> None:
    account(world, administrator=True)
    browser, shown = logged_in(world)
    code = new_code(world)
    assert browser.get(f"/t/{code}").status_code == 200
    assert browser.post(f"/t/{code}").status_code == 403
    before = browser.get_cookie("referee")
    assert browser.post(f"/t/{code}", data={"csrf_token": shown["X-CSRF-Token"]}).status_code == 303
    me = browser.get("/api/v1/me").get_json()
    assert (me["kind"], me["table_id"], me["administrator"], me["roles"]) == ("device", world.table, False, {})
    assert me["name"] == "Tablet of table 1"
    assert before is not None
    assert world.ask("GET", "/me", before.value).status_code == 401
    # The account that bound it may do everything; the tablet at the table may not.
    assert browser.get("/api/v1/events").get_json()["rows"] == []
    body = {"client_id": "report-1", "base": 0, "report": THROW}
    entry = browser.post(
        f"/api/v1/tables/{world.table}/entries", json=body, headers={"X-CSRF-Token": me["form_token"]}
    ).get_json()
    assert (entry["author"], entry["credential_id"]) == (me["name"], me["credential_id"])
    rows = world.ask("GET", f"/tables/{world.table}/devices", "head_judge").get_json()["rows"]
    assert (rows[0]["bound_by"], rows[0]["last_report_at"]) == ("山田", entry["at"])


def test_a_new_table_code_ends_the_old_one_and_its_devices(world: World) -> None:
    first = new_code(world)
    device = world.ask("POST", "/devices", None, json={"code": first, "label": "iPad 3"}).get_json()
    assert (device["label"], device["table_id"], device["bound_by"]) == ("iPad 3", world.table, None)
    assert world.ask("GET", f"/tables/{world.table}", device["token"]).status_code == 200
    second = new_code(world)
    assert world.ask("POST", "/devices", None, json={"code": first}).status_code == 410
    assert world.ask("GET", f"/tables/{world.table}", device["token"]).status_code == 401
    shown = world.ask("GET", f"/tables/{world.table}/code", "head_judge").get_json()
    assert shown["code"] == second
    drawn = world.ask("GET", f"/invitations/{shown['id']}/qr.svg", "head_judge")
    assert (drawn.mimetype, drawn.data[:4]) == ("image/svg+xml", b"<svg")
    again = world.ask("POST", "/devices", None, json={"code": second}).get_json()
    path = f"/invitations/{shown['id']}"
    assert world.ask("POST", f"{path}/renew", "head_judge", json={"end_access": False}).status_code == 200
    assert world.ask("GET", f"/tables/{world.table}", again["token"]).status_code == 401


def test_a_revoked_device_reports_nothing(world: World) -> None:
    device = world.ask("POST", "/devices", None, json={"code": new_code(world)}).get_json()
    assert world.ask("DELETE", f"/devices/{device['id']}", "head_judge").status_code == 204
    assert world.report(0, THROW, device["token"]).status_code == 401


# -- limits, secrets, audit


def test_attempts_are_limited_generously(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "TRIAL", limits.Rate("trial", 2 * limits.RESERVED_TRIALS, 3600))
    statuses = [
        world.ask("POST", f"/tables/{world.table}/trials", "device", json={"reports": [THROW]}).status_code
        for _ in range(2 * limits.RESERVED_TRIALS + 1)
    ]
    assert statuses == [200] * (2 * limits.RESERVED_TRIALS) + [429]


def test_the_window_of_a_rate_limit_resets(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    rate = limits.Rate("x", 1, 10)
    now = world.service.database.now()
    monkeypatch.setattr(world.service.database, "now", lambda: now)
    world.service.limits.spend(rate, "somebody")
    with pytest.raises(Problem):
        world.service.limits.spend(rate, "somebody")
    world.service.limits.spend(rate, "somebody else")
    monkeypatch.setattr(world.service.database, "now", lambda: now + 10_000)
    world.service.limits.spend(rate, "somebody")


def test_no_secret_is_kept_or_noted(world: World) -> None:
    account(world)
    browser, shown = logged_in(world)
    cookie = browser.get_cookie("referee")
    assert cookie is not None
    program = browser.post("/api/v1/programs", json={"label": "x"}, headers=shown).get_json()
    invitation = helper(world)["invitation"]
    accept_invitation(world, invitation)
    code = new_code(world)
    device = world.ask("POST", "/devices", None, json={"code": code}).get_json()
    with world.service.database.read() as session:
        kept = repr([session.connection().execute(table.select()).all() for table in METADATA.sorted_tables])
    for secret in (PASSWORD, cookie.value, program["token"], invitation["code"], code, device["token"]):
        assert secret not in kept


def test_the_audit_log_says_who_did_what_the_newest_first(world: World) -> None:
    member = helper(world, "viewer")
    page = world.ask("GET", f"/events/{world.event}/audit?limit=1", "head_judge").get_json()
    newest = page["rows"][0]
    assert (newest["action"], newest["author"], newest["target"]) == (
        "member.give",
        "organizer",
        f"account:{member['account_id']}",
    )
    assert newest["details"] == {"role": "viewer", "name": "佐藤"}
    following = world.ask("GET", f"/events/{world.event}/audit?cursor={page['next']}", "head_judge").get_json()
    assert following["rows"][0]["id"] < newest["id"]
    account(world)
    everything = world.ask("GET", "/audit").get_json()["rows"]
    assert everything[0]["action"] == "account.create"
    assert everything[0]["event_id"] is None


# -- the first account


def test_the_first_account_is_made_once(app: Flask) -> None:
    first = create_first_administrator(app.extensions["referee"])
    assert first is not None
    login, password = first
    browser = app.test_client()
    response = browser.post("/api/v1/sessions", json={"login": login, "password": password})
    assert response.get_json()["administrator"] is True
    assert create_first_administrator(app.extensions["referee"]) is None
    with app.extensions["referee"].database.read() as session:
        assert password not in repr(session.exec(select(AuditEntry)).all())


def test_a_log_in_name_is_the_same_however_it_is_typed() -> None:
    assert normalized_login(" ＹａＭａＤａ ") == normalized_login("yamada") == "yamada"
    assert normalized_login("Straße") == normalized_login("STRASSE")
