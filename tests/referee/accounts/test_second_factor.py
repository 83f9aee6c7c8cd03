"""The second factor: set up, needed at log-in, used once, limited, printed codes, turned off, required and reset."""

from __future__ import annotations

import html
import re
import time
from typing import Any

import pyotp
import pytest
from click.testing import CliRunner
from flask.testing import FlaskClient

from referee.accounts.commands import second_factor
from referee.cli import main
from referee.core.language import words
from referee.core.problems import texts as problem_texts
from referee.models import Account
from rulesets.languages import LANGUAGES
from tests.referee.support.people import PASSWORD, account, logged_in
from tests.referee.support.world import World

LINK = re.compile(r'<code class="secret">([0-9a-z -]+)</code>')


class Person:
    """Somebody with a browser, an app, and a clock that this test sets."""

    def __init__(self, world: World, monkeypatch: pytest.MonkeyPatch, **more: Any) -> None:
        self.world, self.id = world, account(world, **more)
        self.now = 1_800_000_000.0
        monkeypatch.setattr(time, "time", lambda: self.now)
        self.browser: FlaskClient = world.app.test_client()
        self.form_token = ""
        self.printed: list[str] = []

    def row(self) -> Account:
        with self.world.service.database.read() as session:
            return session.get_one(Account, self.id)

    def code(self, ahead: int = 0) -> str:
        """What the app shows, so many periods from now."""
        secret = second_factor.app_secret(self.world.service.settings.secret, self.row())
        return pyotp.TOTP(secret).at(int(self.now) + 30 * ahead)

    def log_in(self, code: str | None = None, password: str = PASSWORD) -> Any:
        """Log in by the API and return the response."""
        body = {"login": "yamada", "password": password} | ({} if code is None else {"code": code})
        return self.world.app.test_client().post("/api/v1/sessions", json=body)

    def enter(self) -> None:
        """Log in with the browser."""
        self.browser, shown = logged_in(self.world)
        self.form_token = shown["X-CSRF-Token"]

    def send(self, path: str, **form: str) -> tuple[int, str]:
        response = self.browser.post(
            path, data={"csrf_token": self.form_token, **form}, headers={"Accept": "text/html", "Accept-Language": "en"}
        )
        return response.status_code, html.unescape(response.get_data(as_text=True))

    def set_up(self) -> None:
        """Set the second factor up on the page."""
        self.enter()
        status, page = self.send("/account/second-factor", do="begin")
        assert status == 200
        shown = re.findall(r'<code class="secret">([A-Z2-7 ]+)</code>', page)[0].replace(" ", "")
        assert shown == second_factor.app_secret(self.world.service.settings.secret, self.row())
        assert "<svg" in page
        status, page = self.send("/account/second-factor", do="finish", code=pyotp.TOTP(shown).at(int(self.now)))
        assert status == 200
        self.printed = LINK.findall(page)
        assert len(set(self.printed)) == second_factor.PRINTED
        self.now += 30


@pytest.fixture
def person(world: World, monkeypatch: pytest.MonkeyPatch) -> Person:
    return Person(world, monkeypatch)


def problem(response: Any) -> str:
    return str(response.get_json()["code"])


def test_a_log_in_needs_the_code_after_the_password(person: Person) -> None:
    person.set_up()
    assert problem(person.log_in()) == "factor_needed"
    assert problem(person.log_in(password="wrong")) == "wrong_password"  # says nothing about the factor
    assert problem(person.log_in("000000", password="wrong")) == "wrong_password"
    assert problem(person.log_in("000000")) == "factor_wrong"
    assert person.log_in(person.code()).status_code == 201


def test_a_code_is_used_once_and_so_is_a_printed_one(person: Person) -> None:
    person.set_up()
    code = person.code()
    assert person.log_in(code).status_code == 201
    assert problem(person.log_in(code)) == "factor_wrong"
    assert problem(person.log_in(person.code(-1))) == "factor_wrong"  # older than the one used
    assert person.log_in(f" {person.code(1)[:3]} {person.code(1)[3:]} ").status_code == 201
    assert problem(person.log_in(person.code(2))) == "factor_wrong"  # not yet
    printed = person.printed[3]
    assert person.log_in(printed.upper().replace("-", " ")).status_code == 201
    assert problem(person.log_in(printed)) == "factor_wrong"
    assert len(person.row().factor_codes.split()) == second_factor.PRINTED - 1


def test_neither_the_secret_nor_a_printed_code_is_in_the_database(person: Person) -> None:
    person.set_up()
    database = person.world.service.database
    rows = str([database.rows(f"SELECT * FROM {table}", {}) for table in ("account", "audit_entry", "credential")])
    secret = second_factor.app_secret(person.world.service.settings.secret, person.row())
    assert [each for each in (secret, *person.printed) if each in rows or each.replace("-", "") in rows] == []


def test_guesses_are_limited_whoever_makes_them(person: Person) -> None:
    person.set_up()
    right = person.code()
    answers = [problem(person.log_in(f"{number:06}")) for number in range(11)]
    assert answers == ["factor_wrong"] * 10 + ["too_many"]
    assert problem(person.log_in(right)) == "too_many"


def test_a_reset_takes_the_count_of_wrong_codes_along(person: Person) -> None:
    person.set_up()
    assert problem(person.log_in(person.code(), password="wrong")) == "wrong_password"  # before the administrator asks
    assert [problem(person.log_in("000000")) for _ in range(11)] == ["factor_wrong"] * 10 + ["too_many"]
    person.world.ask("PATCH", f"/accounts/{person.id}", json={"second_factor_required": True})
    assert person.world.ask("DELETE", f"/accounts/{person.id}/second-factor").status_code == 200
    form, said = {"login": "yamada", "password": PASSWORD}, {"Accept": "text/html"}
    browser = person.world.app.test_client()
    (ticket,) = re.findall(r'name="ticket" value="([^"]+)"', browser.post("/login", data=form, headers=said).text)
    done = browser.post("/login/code", data={"ticket": ticket, "code": person.code()}, headers=said)
    assert (done.status_code, len(LINK.findall(done.text))) == (200, second_factor.PRINTED)


def test_other_sessions_end_when_it_is_set_up_and_programs_go_on(person: Person) -> None:
    before, shown = logged_in(person.world)
    token = before.post("/api/v1/programs", json={"label": "x"}, headers=shown).get_json()["token"]
    person.set_up()
    assert before.get("/api/v1/me").status_code == 401
    assert person.browser.get("/api/v1/me").status_code == 200
    assert person.world.ask("GET", "/me", token).status_code == 200


def test_turning_it_off_needs_password_and_code(person: Person) -> None:
    person.set_up()
    path, page = "/account/second-factor", words("en")
    assert person.send(path, do="off", password="wrong", code=person.code())[0] == 422
    assert person.send(path, do="off", password=PASSWORD, code="000000")[0] == 422
    status, text = person.send(path, do="codes", password=PASSWORD, code=person.code())
    fresh = LINK.findall(text)
    assert (status, set(fresh) & set(person.printed)) == (200, set())
    assert problem(person.log_in(person.printed[0])) == "factor_wrong"
    assert person.send(path, do="off", password=PASSWORD, code=fresh[0])[0] == 303
    assert person.row().factor_since is None
    assert person.log_in().status_code == 201
    assert page["factor_begin"] in html.unescape(person.browser.get(path, headers={"Accept-Language": "en"}).text)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_asks_for_the_code_and_leads_on(person: Person, language: str) -> None:
    person.set_up()
    browser = person.world.app.test_client()
    said = {"Accept": "text/html", "Accept-Language": language}
    form = {"login": "yamada", "password": PASSWORD, "next": "/account"}
    first = browser.post("/login", data=form, headers=said)
    assert (first.status_code, browser.get_cookie("referee")) == (200, None)
    assert words(language)["factor_code_says"] in html.unescape(first.text)
    assert PASSWORD not in first.text
    (ticket,) = re.findall(r'name="ticket" value="([^"]+)"', first.text)
    wrong = browser.post("/login/code", data={"ticket": ticket, "code": "1", "next": "/account"}, headers=said)
    expected = problem_texts(language)["factor_wrong"]["detail"].partition("{time}")[0]
    assert (wrong.status_code, expected in html.unescape(wrong.text)) == (401, True)
    data = {"ticket": ticket, "code": person.code(), "next": "/account"}
    right = browser.post("/login/code", data=data, headers=said)
    assert (right.status_code, right.headers["Location"]) == (303, "/account")
    assert browser.get("/api/v1/me").get_json()["login"] == "yamada"


def test_the_code_alone_or_with_a_forged_or_outdated_ticket_is_not_enough(person: Person) -> None:
    person.set_up()
    browser = person.world.app.test_client()
    first = browser.post("/login", data={"login": "yamada", "password": PASSWORD}, headers={"Accept": "text/html"})
    (ticket,) = re.findall(r'name="ticket" value="([^"]+)"', first.text)
    person.world.ask("PUT", f"/accounts/{person.id}/password", json={})
    for given in ("", ticket[:-3] + "abc", ticket):
        answer = browser.post("/login/code", data={"ticket": given, "code": person.code()})
        assert answer.status_code == 401
        assert browser.get_cookie("referee") is None


def test_an_administrator_requires_it_and_the_next_log_in_sets_it_up(person: Person) -> None:
    person.enter()
    changed = person.world.ask("PATCH", f"/accounts/{person.id}", json={"second_factor_required": True})
    assert changed.get_json()["second_factor_required"] is True
    assert person.browser.get("/api/v1/me").status_code == 401  # began without it
    assert problem(person.log_in()) == "factor_setup"
    browser = person.world.app.test_client()
    page = browser.post("/login", data={"login": "yamada", "password": PASSWORD}, headers={"Accept": "text/html"}).text
    (ticket,) = re.findall(r'name="ticket" value="([^"]+)"', page)
    assert "<svg" in page
    assert browser.post("/login/code", data={"ticket": ticket, "code": "1"}).status_code == 401
    done = browser.post("/login/code", data={"ticket": ticket, "code": person.code()}, headers={"Accept": "text/html"})
    person.printed = LINK.findall(done.text)
    assert len(person.printed) == second_factor.PRINTED
    me = browser.get("/api/v1/me").get_json()
    form = {"csrf_token": me["form_token"], "do": "off", "password": PASSWORD, "code": person.printed[0]}
    refused = browser.post("/account/second-factor", data=form, headers={"Accept": "text/html"})
    assert refused.status_code == 409
    assert person.log_in(person.printed[0]).status_code == 201  # not used up by what was refused


@pytest.mark.parametrize("language", LANGUAGES)
def test_setting_it_up_speaks_of_no_printed_codes_before_there_are_any(person: Person, language: str) -> None:
    said, texts = {"Accept": "text/html", "Accept-Language": language}, problem_texts(language)
    person.world.ask("PATCH", f"/accounts/{person.id}", json={"second_factor_required": True})
    browser = person.world.app.test_client()
    pages = [browser.post("/login", data={"login": "yamada", "password": PASSWORD}, headers=said).text]
    (ticket,) = re.findall(r'name="ticket" value="([^"]+)"', pages[0])
    pages.append(browser.post("/login/code", data={"ticket": ticket, "code": "1"}, headers=said).text)
    pages = [html.unescape(each) for each in pages]
    assert texts["first_code_wrong"]["detail"].partition("{time}")[0] in pages[1]
    assert [each for each in pages if words(language)["factor_code_says"] in each] == []
    printed = words(language)["factor_codes_title"].lower()
    assert [each for each in pages if printed in each.lower()] == []


def test_an_administrator_resets_it_for_somebody_and_that_is_logged(person: Person) -> None:
    person.set_up()
    assert person.world.ask("GET", f"/accounts/{person.id}").get_json()["second_factor"] is True
    assert person.world.ask("DELETE", f"/accounts/{person.id}/second-factor").status_code == 200
    assert person.browser.get("/api/v1/me").status_code == 401
    assert person.log_in().status_code == 201
    again = person.world.ask("DELETE", f"/accounts/{person.id}/second-factor")
    assert (again.status_code, problem(again)) == (409, "factor_none")
    actions = person.world.service.database.rows("SELECT action FROM audit_entry ORDER BY id", {})
    assert {("account.factor_on",), ("account.factor_reset",)} <= {tuple(each) for each in actions}


def test_the_operator_of_the_machine_resets_it(person: Person) -> None:
    person.set_up()
    settings = person.world.service.settings
    environment = {"REFEREE_DATA": str(settings.data), "REFEREE_DATABASE_URL": settings.database_url}

    def run(*arguments: str) -> Any:
        return CliRunner().invoke(main, ["user", *arguments], env=environment)

    assert "second factor" in run("list").output
    assert run("reset-factor", "yamada").output == "reset: yamada\n"
    assert run("reset-factor", "yamada").exit_code == 2
    assert person.log_in().status_code == 201


def test_a_clock_that_was_set_back_locks_nobody_out(person: Person) -> None:
    person.set_up()
    person.now += 3600
    assert person.log_in(person.code()).status_code == 201
    person.now -= 3600
    assert person.log_in(person.code(1)).status_code == 201
