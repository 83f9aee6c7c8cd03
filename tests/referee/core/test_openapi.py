"""The OpenAPI description and the page that shows it."""

from __future__ import annotations

import hashlib
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from openapi_spec_validator import OpenAPIV31SpecValidator

import rulesets
from referee.core.http.description import PARTS, RENDERER, examples, operations, with_common_parts
from referee.core.http.schemas import ProblemSchema
from referee.core.pages.templates import folder
from rulesets.reports import as_report
from tests.referee.support.databases import SQLITE_ONLY

ROOT = Path(__file__).resolve().parents[3]
VENDORED = sorted((folder() / "static" / "vendor").iterdir())


@pytest.fixture
def spec(app: Flask) -> dict[str, Any]:
    response = app.test_client().get("/api/v1/openapi.json")
    assert response.status_code == 200
    assert isinstance(response.json, dict)
    return response.json


@pytest.mark.slow
@SQLITE_ONLY
def test_the_description_is_valid(spec: dict[str, Any]) -> None:
    assert spec["openapi"].startswith("3.1")
    assert [error.message for error in OpenAPIV31SpecValidator(spec).iter_errors()] == []


@SQLITE_ONLY
def test_everything_is_described(app: Flask, spec: dict[str, Any]) -> None:
    every = list(operations(spec))
    names = [operation["operationId"] for _, _, operation in every]
    assert sorted(names) == sorted(set(names))
    assert [name for name, (_, _, operation) in zip(names, every, strict=True) if not operation.get("summary")] == []
    assert [tag["name"] for tag in spec["tags"] if not tag["description"]] == []
    parts = {
        parameter["name"]: parameter.get("description")
        for item in spec["paths"].values()
        for parameter in item.get("parameters", ())
    }
    assert parts == PARTS
    routes = {str(rule) for rule in app.url_map.iter_rules() if str(rule).startswith("/api/v1/")}
    described = {re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", route) for route in routes}
    assert described - set(spec["paths"]) == {"/api/v1/openapi.json"}


@SQLITE_ONLY
def test_whatever_changes_something_needs_the_form_token_besides_a_cookie(spec: dict[str, Any]) -> None:
    security = {(path, method): operation.get("security") for path, method, operation in operations(spec)}
    assert security["/api/v1/tables/{table_id}/entries", "get"] is None
    assert spec["security"] == [{"token": []}, {"cookie": []}]
    assert security["/api/v1/tables/{table_id}/entries", "post"] == [{"token": []}, {"cookie": [], "form": []}]


def test_problems_are_described_with_everything_they_carry() -> None:
    sources = [path.read_text("utf-8") for path in (ROOT / "referee").rglob("*.py")]
    carried = {
        name
        for text in sources
        for more in re.findall(r"more=\{([^}]*)\}", text)
        for name in re.findall(r'"(\w+)":', more)
    }
    assert carried
    assert carried <= set(ProblemSchema().fields)


def has_the_form(ruleset: str, report: dict[str, Any]) -> bool:
    """Whether a ruleset knows a report's type and finds nothing wrong with its form."""
    rules = rulesets.load(ruleset)
    answer = rules.judge(rules.start(["A", "B", "C", "D"]), as_report(report))
    broken = {refusal["clause"] for refusal in answer.to_json().get("refusals", ())}
    return "RECORD/FORM" not in broken and report["type"] in (*rules.rules, "ruling", "retract")


@pytest.mark.parametrize("ruleset", rulesets.names())
def test_every_type_of_report_of_every_ruleset_has_an_example_of_the_right_form(ruleset: str) -> None:
    shown = {each["report"]["type"] for each in examples().values() if has_the_form(ruleset, each["report"])}
    assert shown == {*rulesets.load(ruleset).rules, "ruling", "retract"}


def test_every_example_has_the_right_form_somewhere() -> None:
    wrong = [
        name
        for name, each in examples().items()
        if not any(has_the_form(ruleset, each["report"]) for ruleset in rulesets.names())
    ]
    assert wrong == []


@SQLITE_ONLY
def test_the_examples_stand_at_the_endpoint_that_takes_reports(app: Flask, spec: dict[str, Any]) -> None:
    shown = spec["paths"]["/api/v1/tables/{table_id}/entries"]["post"]["requestBody"]["content"]["application/json"]
    assert set(shown["examples"]) == set(examples())
    assert {"client_id", "base", "report"} <= set(shown["examples"]["retract"]["value"])


@SQLITE_ONLY
def test_the_page_shows_it_with_nothing_from_elsewhere_and_nothing_inline(app: Flask) -> None:
    client = app.test_client()
    page = client.get("/api/docs?lang=ja")
    text = page.get_data(as_text=True)
    assert page.status_code == 200
    assert "unsafe" not in page.headers["Content-Security-Policy"]
    assert "default-src 'self'" in page.headers["Content-Security-Policy"]
    assert re.findall(r"<script(?![^>]* src=)|<style| style=| on\w+=", text) == []
    named = re.findall(r'(?:src|href|data-description)="([^"]*)"', text)
    assert f"/static/{RENDERER}/swagger-ui-bundle.js" in named
    for address in named:
        assert address.startswith("/") or address == "data:,", address
        if address.startswith("/"):
            assert client.get(address, buffered=True).status_code == (303 if address == "/" else 200), address


@SQLITE_ONLY
def test_static_files_are_kept_as_long_as_their_path_says(app: Flask) -> None:
    client = app.test_client()
    vendored = client.get(f"/static/{RENDERER}/swagger-ui.css", buffered=True)
    assert "immutable" in vendored.headers["Cache-Control"]
    ours = client.get("/static/api_docs.js", buffered=True)
    assert ours.headers["Cache-Control"] == "no-cache"
    again = client.get("/static/api_docs.js", headers={"If-None-Match": ours.headers["ETag"]}, buffered=True)
    assert again.status_code == 304
    assert client.get("/static/../../pyproject.toml").status_code == 404


@pytest.mark.parametrize("place", VENDORED, ids=lambda place: place.name)
def test_vendored_files_are_what_they_were_when_they_came(place: Path) -> None:
    vendored = tomllib.loads((place / "VENDORED.toml").read_text("utf-8"))
    assert place.name == f"{vendored['name']}-{vendored['version']}"
    assert vendored["licence"] and vendored["homepage"].startswith("https://")
    assert re.fullmatch("[0-9a-f]{64}", vendored["tarball_sha256"])
    found = {
        path.relative_to(place).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in place.rglob("*")
        if path.is_file() and path.name != "VENDORED.toml"
    }
    assert found == vendored["sha256"]
    assert any(name.startswith("LICENSE") for name in found)


def test_completing_does_not_need_a_running_service() -> None:
    reporting = {"post": {"requestBody": {"content": {"application/json": {}}}, "responses": {"503": {}}}}
    description = with_common_parts(
        {"info": {"title": "t"}, "components": {}, "paths": {"/api/v1/tables/{table_id}/entries": reporting}}
    )
    post = description["paths"]["/api/v1/tables/{table_id}/entries"]["post"]
    assert "Retry-After" in post["responses"]["503"]["headers"]
