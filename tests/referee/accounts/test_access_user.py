"""``referee user``: accounts from the command line."""

from __future__ import annotations

from typing import Any

import pytest
from click.testing import CliRunner, Result
from flask import Flask

from referee.cli import main
from referee.core.settings import Settings

PASSWORD = "correct horse battery"


@pytest.fixture
def run(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Run ``referee user`` on the database of the settings."""
    monkeypatch.setenv("REFEREE_DATA", str(settings.data))
    monkeypatch.setenv("REFEREE_DATABASE_URL", settings.database_url)

    def ran(*arguments: str, typed: str | None = None) -> Result:
        return CliRunner().invoke(main, ["user", *arguments], input=typed)

    return ran


def logs_in(app: Flask, login: str, password: str) -> bool:
    """Whether somebody can log in."""
    body = {"login": login, "password": password}
    return app.test_client().post("/api/v1/sessions", json=body).status_code == 201


def shown(result: Result) -> str:
    """Return the password that a command printed."""
    assert result.exit_code == 0, result.output
    return str(result.output.partition("password:")[2].strip())


def test_accounts_are_made_listed_and_disabled(run: Any, app: Flask) -> None:
    first = shown(run("add", "Ｙamada", "--name", "山田", "--administrator"))
    assert logs_in(app, "yamada", first)
    again = run("add", "yamada")
    assert (again.exit_code, again.stderr.count("\n")) == (2, 1)
    second = shown(run("password", "YAMADA"))
    assert not logs_in(app, "yamada", first)
    assert logs_in(app, "yamada", second)
    assert run("disable", "yamada").exit_code == 2  # the last administrator
    shown(run("add", "sato", "--administrator"))
    assert run("disable", "yamada").exit_code == 0
    assert not logs_in(app, "yamada", second)
    assert run("list").output == "sato\tsato\tadministrator\nyamada\t山田\tadministrator\tdisabled\n"
    assert run("disable", "nobody").exit_code == 2


def test_a_password_that_is_typed_is_not_shown(run: Any, app: Flask) -> None:
    typed = f"{PASSWORD}\n{PASSWORD}\n"
    result = run("add", "yamada", "--prompt", typed=typed)
    assert result.exit_code == 0
    assert PASSWORD not in result.output
    assert logs_in(app, "yamada", PASSWORD)
    short = run("password", "yamada", "--prompt", typed="short\nshort\n")
    assert (short.exit_code, "password" in short.stderr) == (2, True)
