"""Players register themselves: places, a waiting list that moves up by itself, cancelling, and protection from bots."""

from __future__ import annotations

import html
import re
from typing import Any

import pytest
from sqlmodel import select
from werkzeug.test import Client, TestResponse

from referee.core.language import words
from referee.core.problems import texts as problem_texts
from referee.models import Registration
from referee.registration.link import confirming_code
from rulesets.languages import LANGUAGES
from tests.referee.support.hall import Hall
from tests.referee.support.world import World

JA = words("ja")
SECOND = 1_000


class RegistrationForm:
    """The form of an event with two places, and strangers who fill it in, on a clock that only the test moves."""

    def __init__(self, world: World, monkeypatch: pytest.MonkeyPatch) -> None:
        self.hall = Hall(world, players=0)
        self.world = world
        self.now = 1_800_000_000_000
        monkeypatch.setattr(world.service.database, "now", lambda: self.now)
        self.desk = world.app.test_client()
        self.desk.set_cookie("referee", world.tokens["administrator"])
        self.here = f"/events/{self.hall.event}/registration"
        self.hall.done("PUT", f"/events/{self.hall.event}/public", open=True, address=None, parts=[])
        self.keep(open="1", places="2", fee="2,000円", questions="懇親会に出ますか\nお弁当は")

    def keep(self, **form: str) -> None:
        """Save the settings of the form."""
        token = re.findall(r'name="csrf_token" value="([^"]*)"', self.desk.get(self.here).get_data(as_text=True))[0]
        assert self.desk.post(self.here, data={"csrf_token": token, **form}).status_code == 303

    def sign_up(self, name: str, wait: int = 5 * SECOND, lang: str = "ja", **more: Any) -> TestResponse:
        """Fetch, fill in and submit the form as a stranger, and return the response."""
        browser: Client = self.world.app.test_client()
        page = browser.get(f"/p/{self.hall.event}/register").get_data(as_text=True)
        seal = re.findall(r'name="seal" value="([^"]*)"', page)
        self.now += wait
        filled = {"name": name, "contact": f"{name}@example.org", "seal": "".join(seal), "answers": ["はい", "二つ"]}
        return browser.post(f"/p/{self.hall.event}/register?lang={lang}", data={**filled, **more})

    def signed_up(self, name: str, **more: Any) -> str:
        """Register somebody and return the address of their private page."""
        answer = self.sign_up(name, **more)
        assert answer.status_code == 303, answer.get_data(as_text=True)
        return str(answer.headers["Location"])

    def rows(self, name: str | None = None) -> list[Registration]:
        """The registrations, in order, or those of a name."""
        with self.world.service.database.read() as session:
            found = sorted(session.exec(select(Registration)), key=lambda each: each.id)
        return [each for each in found if name in (None, each.name)]

    def confirming_path(self, name: str) -> str:
        """The path in the letter to whoever registered last by a name."""
        with self.world.app.app_context():
            return f"/r/{confirming_code(self.rows(name)[-1].id)}/confirm"

    def confirmed(self, name: str) -> str:
        """Register somebody, follow the link in the letter, and return the address of their private page."""
        mine = self.signed_up(name)
        assert self.world.app.test_client().post(self.confirming_path(name)).status_code == 303
        return mine

    def read(self, path: str) -> str:
        """A page as a stranger reads it."""
        return self.world.app.test_client().get(f"{path}?lang=ja").get_data(as_text=True)

    def players(self) -> set[str]:
        rows = self.hall.done("GET", f"/events/{self.hall.event}/players")["rows"]
        return {each["name"] for each in rows}


@pytest.fixture
def form(world: World, monkeypatch: pytest.MonkeyPatch) -> RegistrationForm:
    return RegistrationForm(world, monkeypatch)


def test_who_comes_too_late_waits_and_moves_up_when_somebody_cancels(form: RegistrationForm) -> None:
    first, _, third, fourth = (form.signed_up(name) for name in ("青木", "石井", "上野", "江口"))
    assert form.players() == {"石井", "青木"}
    assert JA["sign_up_place"].format(place=1) in form.read(third)
    assert JA["sign_up_fee"].format(fee="2,000円") in form.read(first)
    assert form.world.app.test_client().post(first).status_code == 303
    assert form.players() == {"上野", "石井"}
    assert JA["sign_up_is_cancelled"] in form.read(first)
    assert JA["sign_up_place"].format(place=1) in form.read(fourth)
    form.keep(open="1", places="3", fee="2,000円")
    assert form.players() == {"上野", "石井", "江口"}
    assert form.read(first[:-1] + ("0" if first[-1] != "0" else "1")).count(JA["sign_up_mine"]) == 0


def test_programs_doubles_and_late_ones_are_refused_and_keep_what_they_typed(form: RegistrationForm) -> None:
    for more in ({"wait": 0}, {"wait": 7 * 3_600 * SECOND}, {"website": "https://spam.example"}, {"seal": "1.x"}):
        refused = form.sign_up("青木", **more)
        assert refused.status_code == 409
        assert 'value="青木"' in refused.get_data(as_text=True)
    form.signed_up("青木")
    assert form.sign_up("青木").status_code == 409
    assert form.sign_up("", contact="x").status_code == 422
    form.keep(places="2")
    closed = form.sign_up("石井")
    assert closed.status_code == 409
    assert JA["sign_up_closed"] in closed.get_data(as_text=True)
    assert form.players() == {"青木"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_namesake_is_told_what_they_can_do(form: RegistrationForm, language: str) -> None:
    said = problem_texts(language)["registration_namesake"]["detail"].format(name="青木")
    form.keep(open="1", places="4")
    form.signed_up("青木", club="東京")
    refused = form.sign_up("青木", lang=language, contact="090-0000-0000")
    assert (refused.status_code, said in html.unescape(refused.text)) == (409, True)
    assert form.sign_up("青木", lang=language, contact="090-0000-0000", club="大阪").status_code == 303


def test_the_desk_sees_answers_and_notes_who_has_paid(form: RegistrationForm) -> None:
    mine = form.signed_up("青木")
    page = form.desk.get(form.here, headers={"Accept-Language": "ja"}).get_data(as_text=True)
    for shown in ("懇親会に出ますか", "二つ", "青木@example.org", JA["registration_unpaid"], mine):
        assert shown in page
    token = re.findall(r'name="csrf_token" value="([^"]*)"', page)[0]
    (row,) = re.findall(r'name="registration" value="(\w+)"', page)
    paid = {"csrf_token": token, "registration": row, "paid": "1"}
    assert form.desk.post(f"{form.here}/paid", data=paid).status_code == 303
    assert JA["sign_up_paid"] in form.read(mine)
    assert "青木@example.org" not in form.read(f"/p/{form.hall.event}")


def test_an_answer_stays_with_its_question_when_the_questions_change(form: RegistrationForm) -> None:
    form.signed_up("青木")
    form.keep(open="1", places="2", questions="お弁当は\nどこから来ますか")
    page = form.desk.get(form.here, headers={"Accept-Language": "ja"}).get_data(as_text=True)
    assert re.search(r"お弁当は</span>\s+二つ", page)
    assert "どこから来ますか</span>" not in page
