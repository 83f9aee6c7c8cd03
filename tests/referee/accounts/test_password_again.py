"""The password is asked again before what cannot be undone or shows secrets, and holds for ten minutes."""

from __future__ import annotations

import html
import re
from typing import Any

import pytest
from flask.testing import FlaskClient
from sqlalchemy import text

from referee.core.command import CONFIRMED_SPAN
from referee.core.problems import texts as problem_texts
from rulesets.languages import LANGUAGES
from rulesets.languages.counted import fill
from tests.referee.support.people import PASSWORD, account, logged_in
from tests.referee.support.world import World

HTML = {"Accept": "text/html"}
GUARDED: dict[str, tuple[str, str, Any]] = {
    "an account": ("POST", "/accounts", {"login": "sato", "name": "x"}),
    "a change of an account": ("PATCH", "/accounts/{other}", {"administrator": True}),
    "somebody's password": ("PUT", "/accounts/{other}/password", {}),
    "somebody's second factor": ("DELETE", "/accounts/{other}/second-factor", None),
    "a program's token": ("POST", "/programs", {"label": "x"}),
    "a restore": ("POST", "/backups/restore", {"name": "x", "typed": "x"}),
    "a person forgotten": ("DELETE", "/people/x", None),
    "people merged": ("POST", "/people/x/merge", {"other": "y"}),
}


class Session:
    """An administrator who logged in with a password, some time ago."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.other = account(world, "suzuki")
        account(world, administrator=True)
        self.browser: FlaskClient
        self.browser, self.shown = logged_in(world)

    def wait(self, milliseconds: int = CONFIRMED_SPAN) -> None:
        """Let time pass since the password was typed."""
        with self.world.service.database.write() as session:
            session.connection().execute(
                text("UPDATE credential SET confirmed_at = confirmed_at - :passed"), {"passed": milliseconds}
            )

    def ask(self, method: str, path: str, body: Any) -> str:
        """Send a request; return the code of its problem, or empty."""
        address = f"/api/v1{path.format(other=self.other)}"
        response = self.browser.open(address, method=method, json=body, headers=self.shown)
        return str((response.get_json(silent=True) or {}).get("code", ""))

    def confirm(self, password: str = PASSWORD) -> int:
        """Type the password again."""
        body = {"password": password}
        return self.browser.put("/api/v1/me/confirmation", json=body, headers=self.shown).status_code


@pytest.fixture
def session(world: World) -> Session:
    return Session(world)


def test_what_cannot_be_undone_needs_a_password_typed_in_the_last_ten_minutes(session: Session) -> None:
    session.wait()
    assert {name for name, asked in GUARDED.items() if session.ask(*asked) != "password_needed"} == set()
    assert session.confirm("wrong") == 401
    assert session.ask(*GUARDED["a restore"]) == "password_needed"
    assert session.confirm() == 204
    session.wait(CONFIRMED_SPAN - 60_000)
    assert {name for name, asked in GUARDED.items() if session.ask(*asked) == "password_needed"} == set()


def test_a_log_in_counts_and_programs_and_people_without_a_password_are_not_asked(session: Session) -> None:
    assert session.ask(*GUARDED["an account"]) == ""
    token = session.browser.post("/api/v1/programs", json={"label": "x"}, headers=session.shown).get_json()["token"]
    session.wait()
    for by in (token, "administrator"):
        response = session.world.ask("POST", "/backups/restore", by, json={"name": "x", "typed": "x"})
        assert response.get_json()["code"] == "not_found"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_form_is_kept_while_the_password_is_asked(session: Session, language: str) -> None:
    said = {**HTML, "Accept-Language": language}
    session.wait()
    token = session.shown["X-CSRF-Token"]
    form = {"csrf_token": token, "name": "記録 <係>", "login": "kiroku"}
    asked = session.browser.post("/people", data=form, headers=said)
    assert asked.status_code == 403
    page = html.unescape(asked.text)
    assert fill(problem_texts(language)["password_needed"]["detail"], minutes=10) in page
    fields = dict(re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)">', asked.text))
    fields = {name: html.unescape(value) for name, value in fields.items()}
    assert fields == {**form, "again_to": "/people", "again_form": "1"}
    wrong = session.browser.post("/account/confirm", data={**fields, "again_password": "wrong"}, headers=said)
    assert (wrong.status_code, 'name="login" value="kiroku"' in wrong.text) == (401, True)
    assert problem_texts(language)["own_password_wrong"]["detail"] in html.unescape(wrong.text)
    right = session.browser.post("/account/confirm", data={**fields, "again_password": PASSWORD}, headers=said)
    assert (right.status_code, right.headers["Location"]) == (307, "/people")  # the browser sends the form again
    done = session.browser.post(right.headers["Location"], data={**fields, "again_password": PASSWORD}, headers=said)
    assert (done.status_code, "kiroku" in done.text) == (200, True)


def test_whoever_is_logged_in_is_told_of_the_password_only(session: Session) -> None:
    said = problem_texts("en")["own_password_wrong"]["detail"]
    old = {"csrf_token": session.shown["X-CSRF-Token"], "old": "wrong", "new": "ein neues Passwort"}
    page = session.browser.post("/account/password", data=old, headers={**HTML, "Accept-Language": "en"})
    assert (page.status_code, said in html.unescape(page.text)) == (422, True)
    assert session.ask("PUT", "/me/password", {"old": "wrong", "new": "ein neues Passwort"}) == "own_password_wrong"
    assert session.ask("PUT", "/me/confirmation", {"password": "wrong"}) == "own_password_wrong"


def test_backups_and_keys_are_shown_only_then(session: Session) -> None:
    name = session.browser.post("/api/v1/backups", headers=session.shown).get_json()["name"]
    for path in (f"/backups/{name}", f"/events/{session.world.event}/webhooks"):
        session.wait()
        asked = session.browser.get(path, headers=HTML)
        fields = {"csrf_token": session.shown["X-CSRF-Token"], "again_to": path, "again_password": PASSWORD}
        assert (asked.status_code, f'name="again_to" value="{path}"' in asked.text) == (403, True)
        assert "again_form" not in asked.text
        gone_on = session.browser.post("/account/confirm", data=fields, headers=HTML)
        assert (gone_on.status_code, gone_on.headers["Location"]) == (303, path)
        with session.browser.get(path, headers=HTML) as shown:
            assert shown.status_code == 200


def test_the_page_never_leads_to_another_site(session: Session) -> None:
    fields = {"csrf_token": session.shown["X-CSRF-Token"], "again_to": "//evil.example", "again_password": PASSWORD}
    assert session.browser.post("/account/confirm", data=fields).headers["Location"] == "/"
