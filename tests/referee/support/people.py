"""Accounts, sessions, helpers with private links, and device codes for tests."""

from __future__ import annotations

from typing import Any

from flask.testing import FlaskClient

from tests.referee.support.world import World

PASSWORD = "correct horse battery"
THROW = {"type": "roll", "player": "A", "dice": [3, 4]}


def account(world: World, login: str = "yamada", **more: Any) -> str:
    """Create an account and return its id."""
    return world.made("/accounts", login=login, name="山田", password=PASSWORD, **more)


def logged_in(world: World, login: str = "yamada") -> tuple[FlaskClient, dict[str, str]]:
    """Log in; returns a client with the session, and the header with its CSRF token."""
    browser = world.app.test_client()
    response = browser.post("/api/v1/sessions", json={"login": login, "password": PASSWORD})
    assert response.status_code == 201, response.get_data(as_text=True)
    return browser, {"X-CSRF-Token": response.get_json()["form_token"]}


def helper(world: World, role: str = "judge", **more: Any) -> Any:
    """Add a helper with a private link to the event, and return the JSON."""
    body = {"name": "佐藤", "role": role, **more}
    response = world.ask("POST", f"/events/{world.event}/members", "organizer", json=body)
    assert response.status_code == 201
    return response.get_json()


def new_code(world: World, table: str | None = None) -> str:
    """Create a device code for the table."""
    response = world.ask("POST", f"/tables/{table or world.table}/code", "head_judge", json={})
    return str(response.get_json()["code"])


def accept_invitation(world: World, invitation: Any) -> FlaskClient:
    """Return a client that has accepted a private link."""
    browser = world.app.test_client()
    assert browser.post(f"/j/{invitation['code']}").status_code == 303
    return browser
