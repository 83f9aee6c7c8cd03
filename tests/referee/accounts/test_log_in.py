"""Log-ins: cookies and form tokens, passwords, sessions, programs' tokens, and other sites' pages."""

from __future__ import annotations

import pytest
from argon2 import PasswordHasher

from referee.accounts import passwords
from referee.models import Account
from tests.referee.support.people import PASSWORD, account, logged_in
from tests.referee.support.world import World

# -- logging in


def test_a_log_in_gives_a_cookie_out_of_reach_and_a_form_token(world: World) -> None:
    account(world)
    browser = world.app.test_client()
    response = browser.post("/api/v1/sessions", json={"login": "ＹAMADA", "password": PASSWORD})
    assert response.status_code == 201
    cookie = response.headers["Set-Cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie
    assert "Secure" not in cookie
    me = browser.get("/api/v1/me").get_json()
    assert (me["login"], me["kind"]) == ("yamada", "session")
    assert browser.post("/api/v1/programs", json={"label": "x"}).get_json()["code"] == "form_token"
    shown = {"X-CSRF-Token": me["form_token"]}
    assert browser.post("/api/v1/programs", json={"label": "x"}, headers=shown).status_code == 201
    assert browser.delete("/api/v1/sessions/current", headers=shown).status_code == 204
    assert browser.get("/api/v1/me").status_code == 401


HTTPS = "https://localhost"
YEAR = 365 * 24 * 60 * 60


def test_over_https_cookies_belong_to_this_host_alone_and_https_stays_for_a_year(world: World) -> None:
    account(world)
    body = {"login": "yamada", "password": PASSWORD}
    browser = world.app.test_client()
    response = browser.post("/api/v1/sessions", json=body, base_url=HTTPS)
    set_now = [each for each in response.headers.getlist("Set-Cookie") if "Max-Age=0" not in each]
    assert sorted(each.partition("=")[0] for each in set_now) == ["__Host-referee", "__Host-referee_known"]
    for each in set_now:
        assert {"Secure", "HttpOnly", "Path=/", "SameSite=Lax"} <= {part.strip() for part in each.split(";")}
        assert "Domain" not in each
    assert response.headers["Strict-Transport-Security"] == f"max-age={YEAR}"
    assert browser.get("/api/v1/me", base_url=HTTPS).status_code == 200
    assert browser.get("/api/v1/me").status_code == 401  # over http no browser would send it
    shown = {"X-CSRF-Token": response.get_json()["form_token"]}
    gone = browser.delete("/api/v1/sessions/current", headers=shown, base_url=HTTPS)
    assert {each.partition("=")[0] for each in gone.headers.getlist("Set-Cookie")} == {"referee", "__Host-referee"}


def test_whoever_was_logged_in_before_https_stays_so_and_the_cookie_gets_its_new_name(world: World) -> None:
    account(world)
    browser, _ = logged_in(world)
    token = browser.get_cookie("referee")
    assert token is not None
    first = browser.get("/api/v1/me", base_url=HTTPS)
    assert first.status_code == 200
    assert browser.get_cookie("referee") is None
    named = browser.get_cookie("__Host-referee")
    assert named is not None
    assert (named.value, named.secure, named.http_only) == (token.value, True, True)
    second = browser.get("/api/v1/me", base_url=HTTPS)
    assert (second.status_code, second.headers.getlist("Set-Cookie")) == (200, [])


def test_over_https_a_cookie_that_another_host_has_put_there_does_not_replace_the_own(world: World) -> None:
    for login in ("yamada", "sato"):
        account(world, login)
    browser, attacker = world.app.test_client(), logged_in(world, "sato")[0]
    browser.post("/api/v1/sessions", json={"login": "yamada", "password": PASSWORD}, base_url=HTTPS)
    planted = attacker.get_cookie("referee")
    assert planted is not None
    browser.set_cookie("referee", planted.value)
    assert browser.get("/api/v1/me", base_url=HTTPS).get_json()["login"] == "yamada"


def test_a_wrong_password_and_an_unknown_name_are_answered_the_same(world: World) -> None:
    account(world)
    answers = []
    for login in ("yamada", "nobody"):
        response = world.ask("POST", "/sessions", None, json={"login": login, "password": "wrong"})
        assert response.status_code == 401
        answers.append(response.get_json())
    assert answers[0] == answers[1]
    assert answers[0]["code"] == "wrong_password"


def test_a_password_hashed_with_other_parameters_is_hashed_anew(world: World) -> None:
    account_id = account(world)
    old = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1).hash(PASSWORD)
    with world.service.database.write() as session:
        row = session.get_one(Account, account_id)
        row.password = old
        session.add(row)
    logged_in(world)
    with world.service.database.read() as session:
        kept = session.get_one(Account, account_id).password
    assert kept != old
    assert kept is not None
    assert not passwords.needs_rehash(kept)


def test_ones_own_password_ends_ones_other_sessions(world: World) -> None:
    account(world)
    here, shown = logged_in(world)
    there, _ = logged_in(world)
    assert here.put("/api/v1/me/password", json={"old": "x", "new": PASSWORD[::-1]}, headers=shown).status_code == 401
    changed = {"old": PASSWORD, "new": PASSWORD[::-1]}
    assert here.put("/api/v1/me/password", json=changed, headers=shown).status_code == 204
    assert here.get("/api/v1/me").status_code == 200
    assert there.get("/api/v1/me").status_code == 401
    assert world.ask("POST", "/sessions", None, json={"login": "yamada", "password": PASSWORD}).status_code == 401


def test_a_session_on_another_device_can_be_ended(world: World) -> None:
    account(world)
    here, shown = logged_in(world)
    there, _ = logged_in(world)
    rows = here.get("/api/v1/sessions").get_json()["rows"]
    other = next(row["id"] for row in rows if not row["current"])
    assert here.delete(f"/api/v1/sessions/{other}", headers=shown).status_code == 204
    assert there.get("/api/v1/me").status_code == 401
    account(world, "sato")
    stranger, theirs = logged_in(world, "sato")
    mine = next(row["id"] for row in rows if row["current"])
    assert stranger.delete(f"/api/v1/sessions/{mine}", headers=theirs).status_code == 404


def test_a_programs_token_is_personal_and_revoked_separately(world: World) -> None:
    account(world, administrator=True)
    browser, shown = logged_in(world)
    program = browser.post("/api/v1/programs", json={"label": "x", "days": 1}, headers=shown).get_json()
    assert world.ask("GET", "/accounts", program["token"]).status_code == 200
    assert world.ask("POST", "/programs", program["token"], json={"label": "y"}).get_json()["code"] == "own_log_in"
    assert browser.delete(f"/api/v1/programs/{program['id']}", headers=shown).status_code == 204
    assert world.ask("GET", "/accounts", program["token"]).status_code == 401
    assert browser.get("/api/v1/me").status_code == 200


# -- other sites


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Origin": "https://elsewhere.example"}, 403),
        ({"Origin": "null"}, 403),
        ({"Sec-Fetch-Site": "cross-site"}, 403),
        ({"Sec-Fetch-Site": "same-site", "Origin": "http://localhost"}, 403),
        ({"Origin": "http://localhost"}, 201),
        ({"Sec-Fetch-Site": "same-origin", "Origin": "http://proxied.example"}, 201),
        ({}, 201),
    ],
)
def test_another_sites_page_logs_nobody_in(world: World, headers: dict[str, str], status: int) -> None:
    account(world)
    body = {"login": "yamada", "password": PASSWORD}
    assert world.ask("POST", "/sessions", None, json=body, headers=headers).status_code == status


def test_every_answer_says_what_a_browser_must_not_do(world: World) -> None:
    browser = world.app.test_client()
    for path in ("/login", "/static/pages.css", "/api/v1/me", "/nowhere", "/j/x", "/api/v1/openapi.json"):
        with browser.get(path) as response:
            headers = response.headers
        policy = headers["Content-Security-Policy"]
        assert "default-src 'self'" in policy
        assert "frame-ancestors 'none'" in policy
        assert "unsafe" not in policy
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert headers["Referrer-Policy"] == "same-origin"
        assert headers["Cache-Control"]
