"""What the service logs: one line for each request, and never a secret."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator
from typing import Any

import pytest
from flask import Flask

from referee.core.settings import Settings
from referee.server import logs
from referee.server.app import attach_service, create_app
from referee.server.assembly import assemble
from tests.referee.support.templates import Template
from tests.referee.support.world import World

ROLL = {"type": "roll", "player": "A", "dice": [3, 4]}


def lines(capsys: pytest.CaptureFixture[str]) -> list[dict[str, Any]]:
    """What was logged, as JSON."""
    return [json.loads(line) for line in capsys.readouterr().err.splitlines()]


@pytest.fixture
def world(settings: Settings, addresses: Flask, template: Template) -> Iterator[World]:
    """The world, logging as JSON."""
    parts = assemble(settings._replace(log_format="json"))
    attach_service(addresses, parts)
    yield World(addresses, template.world)
    parts.close()


def test_a_request_is_a_line_with_the_id_that_its_answer_carries(
    world: World, capsys: pytest.CaptureFixture[str]
) -> None:
    lines(capsys)
    response = world.report(0, ROLL)
    (line,) = lines(capsys)
    assert line["request"] == response.headers["X-Request-Id"]
    assert (line["method"], line["status"]) == ("POST", 201)
    assert line["path"] == f"/api/v1/tables/{world.table}/entries"
    assert line["by"]
    world.report(1, ROLL)
    (line,) = lines(capsys)
    assert (line["status"], line["problem"]) == (422, "refused")


def test_empty_polls_and_probes_are_not_logged(world: World, capsys: pytest.CaptureFixture[str]) -> None:
    path = f"/tables/{world.table}/entries"
    tag = world.ask("GET", path).headers["ETag"]
    lines(capsys)
    assert world.ask("GET", path, headers={"If-None-Match": tag}).status_code == 304
    world.app.test_client().get("/healthz")
    assert lines(capsys) == []


def test_no_code_token_or_password_is_logged(world: World, capsys: pytest.CaptureFixture[str]) -> None:
    client = world.app.test_client()
    client.get("/t/the-code-of-a-table?code=the-code-of-a-table")
    client.get("/j/the-code-of-a-table/typo")
    client.post("/api/v1/sessions", json={"login": "somebody", "password": "the-password"})
    client.get("/api/v1/me", headers={"Authorization": "Bearer the-token"})
    world.ask("GET", "/api/v1/me", by=world.tokens["organizer"])
    logged = capsys.readouterr().err
    assert len(logged.splitlines()) >= 5
    for secret in ("the-code", "the-password", "the-token", *world.tokens.values()):
        assert secret not in logged


@pytest.mark.parametrize("form", ["text", "json"])
def test_a_fault_of_ours_is_logged_with_where_it_happened_and_in_which_request(
    form: str, settings: Settings, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    chosen = settings._replace(log_format=form)
    app = create_app(chosen)

    def broken() -> str:
        raise RuntimeError("deliberately")

    app.add_url_rule("/broken", view_func=broken)
    handler = logging.StreamHandler()
    handler.setFormatter(logs.formatter(form))
    monkeypatch.setattr(logging.getLogger("referee.core.http.errors"), "handlers", [handler])
    response = app.test_client().get("/broken")
    app.extensions["referee"].close()
    assert response.status_code == 500
    logged = capsys.readouterr().err
    assert "RuntimeError: deliberately" in logged
    assert logged.count(response.headers["X-Request-Id"]) == 2
    assert "Traceback" in logged


def test_a_path_cannot_write_lines_of_its_own(app: Flask, capsys: pytest.CaptureFixture[str]) -> None:
    capsys.readouterr()
    app.test_client().get("/api/v1/tables/a%0A2026-11-21T00:00:00.000 info forged/entries")
    (line,) = capsys.readouterr().err.splitlines()
    assert "forged" not in line
