"""New passwords that would be guessed are refused at every door, with a sentence that says what would be right."""

from __future__ import annotations

import html
from collections.abc import Callable
from typing import Any

import pytest
from click.testing import CliRunner

from referee.accounts import passwords
from referee.cli import main
from referee.core.access.limits import LOG_IN
from referee.core.http.field_faults import sentences
from referee.models import Account
from rulesets.languages import LANGUAGES
from tests.referee.support.people import PASSWORD, account, logged_in
from tests.referee.support.world import World

GUESSED = [
    "passwordpassword",
    "Password12345",
    "qwertyuiopasdf",
    "aaaaaaaaaaaa",
    "123456789012",
    "Monopoly2026!",
    "monopoly tournament",
    "パスワードパスワード12",
    "大富翁大富翁大富翁大富翁",
    "password" * 20,
]
KNOWN = ["yamada-2026!!", "第1回大会第1回大会第1回", "YAMADA yamada 1", "山田山田山田山田1234"]
SHORT = ["Xk7#pQ9!aZ", "Xk7#pQ9!aZ2"]
GOOD = [
    PASSWORD,
    "ein neues Passwort",
    "うみねこ 消しゴム 水曜日",
    "雪山 键盘 酱油 六月 灯塔",
    passwords.random_password(),
    "Xk7#pQ9!aZ2m",
    "x" + "4@8({[<369&#!1/|0$5+7%2" * 8,
]
Door = Callable[[World, str], Any]


def create(world: World, password: str) -> Any:
    return world.ask("POST", "/accounts", json={"login": "yamada", "name": "山田", "password": password}).get_json()


def set_for_somebody(world: World, password: str) -> Any:
    return world.ask("PUT", f"/accounts/{account(world)}/password", json={"password": password}).get_json()


def change_own(world: World, password: str) -> Any:
    account(world)
    browser, shown = logged_in(world)
    response = browser.put("/api/v1/me/password", json={"old": PASSWORD, "new": password}, headers=shown)
    return response.get_json() if response.status_code != 204 else {}


def on_the_page(world: World, password: str) -> Any:
    account(world)
    browser, shown = logged_in(world)
    form = {"old": PASSWORD, "new": password, "csrf_token": shown["X-CSRF-Token"]}
    response = browser.post("/account/password", data=form, headers={"Accept": "text/html", "Accept-Language": "en"})
    text = html.unescape(response.get_data(as_text=True))
    return {"detail": text} if response.status_code == 422 else {}


def on_the_command_line(command: str) -> Door:
    def door(world: World, password: str) -> Any:
        settings = world.service.settings
        if command == "password":
            account(world)
        result = CliRunner().invoke(
            main,
            ["user", command, "yamada", "--prompt"],
            input=f"{password}\n{password}\n",
            env={"REFEREE_DATA": str(settings.data), "REFEREE_DATABASE_URL": settings.database_url},
        )
        return {"detail": result.stderr} if result.exit_code == 2 else {}

    return door


DOORS: dict[str, Door] = {
    "create": create,
    "set": set_for_somebody,
    "own": change_own,
    "page": on_the_page,
    "cli add": on_the_command_line("add"),
    "cli password": on_the_command_line("password"),
}


@pytest.mark.parametrize("door", DOORS)
@pytest.mark.parametrize(
    ("password", "reason"),
    [("passwordpassword", "It would be guessed"), ("yamada-yamada-2026", "It is built on"), (SHORT[0], "12 to 200")],
)
def test_every_door_refuses_what_would_be_guessed(world: World, door: str, password: str, reason: str) -> None:
    assert reason in DOORS[door](world, password)["detail"]


@pytest.mark.parametrize("door", DOORS)
def test_every_door_takes_one_that_is_hard_to_guess(world: World, door: str) -> None:
    assert "detail" not in DOORS[door](world, "ein neues Passwort")


def test_what_is_refused_and_what_is_taken(world: World) -> None:
    of = account(world)

    def answer(password: str) -> Any:
        return world.ask("PUT", f"/accounts/{of}/password", json={"password": password})

    def fault(password: str) -> str:
        response = answer(password)
        assert response.status_code == 422, password
        (error,) = response.get_json()["errors"]
        assert error["field"] == "password"
        return str(error["fault"])

    assert {fault(each) for each in GUESSED} == {"password_guessable", "password_known"}
    assert {fault(each) for each in KNOWN} == {"password_known"}
    assert {fault(each) for each in SHORT} == {"length_from_to"}
    assert [each for each in GOOD if answer(each).status_code != 200] == []


def test_only_a_wrong_old_password_uses_up_its_tries(world: World) -> None:
    account(world)
    browser, shown = logged_in(world)

    def answer(old: str, new: str) -> int:
        body = {"old": old, "new": new}
        return browser.put("/api/v1/me/password", json=body, headers=shown).status_code

    assert {answer(PASSWORD, "passwordpassword") for _ in range(LOG_IN.most + 1)} == {422}
    confirmed = {
        browser.put("/api/v1/me/confirmation", json={"password": PASSWORD}, headers=shown).status_code
        for _ in range(LOG_IN.most + 1)
    }
    assert confirmed == {204}
    wrong = [answer("wrong", "passwordpassword") for _ in range(LOG_IN.most + 1)]
    assert wrong == [401] * LOG_IN.most + [429]
    assert answer(PASSWORD, "ein neues Passwort") == 429


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_sentence_says_what_would_be_right_in_the_readers_language(world: World, language: str) -> None:
    body = {"login": "yamada", "name": "山田", "password": "yamada-yamada-2026"}
    response = world.ask("POST", "/accounts", json=body, headers={"Accept-Language": language})
    (error,) = response.get_json()["errors"]
    assert error["message"] == sentences(language)["password_known"].format(words="yamada")


def test_a_password_from_before_goes_on(world: World) -> None:
    of = account(world)
    with world.service.database.write() as session:
        row = session.get_one(Account, of)
        row.password = passwords.hash_password("password12")
        session.add(row)
    body = {"login": "yamada", "password": "password12"}
    assert world.ask("POST", "/sessions", None, json=body).status_code == 201
