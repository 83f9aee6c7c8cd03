"""The messages about the fields of a request: a code, and in the reader's language what would be right."""

from __future__ import annotations

import ast
import importlib
import pkgutil
import string
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from marshmallow import ValidationError, fields, validate

import referee
from referee.core.http.field_faults import faults_in, sentences
from referee.core.http.schemas import Strict
from rulesets.languages import LANGUAGES
from rulesets.languages.counted import fill
from tests.referee.support.databases import SQLITE_ONLY
from tests.referee.support.world import World

SERVICE = Path(referee.__file__).parent
OURS = {"referee.core.http.fields"}
"""The modules whose fields and validators refuse with codes."""
ON_THE_WAY_OUT = {"format", "special", "validator_failed"}
"""Messages of the library about values that cannot be dumped, or of validators that are not used."""


def schemas() -> list[type[Strict]]:
    """Return every schema of input."""
    for module in pkgutil.walk_packages(referee.__path__, "referee."):
        if ".schemas" in module.name:
            importlib.import_module(module.name)
    found, waiting = [], [Strict]
    while waiting:
        each = waiting.pop()
        found.append(each)
        waiting += each.__subclasses__()
    return sorted(found, key=lambda schema: schema.__name__)


def within(field: fields.Field[Any]) -> Iterator[fields.Field[Any]]:
    """Yield a field and the fields inside it."""
    yield field
    for name in ("inner", "key_field", "value_field"):
        if (inner := getattr(field, name, None)) is not None:
            yield from within(inner)


def refusals(field: fields.Field[Any]) -> Iterator[Any]:
    """Yield every message with which a field, or one of its validators, may refuse a value."""
    for name, message in field.error_messages.items():
        if name not in ON_THE_WAY_OUT:
            yield message
    for validator in field.validators:
        yield from refused(validator)


def refused(validator: Any) -> Iterator[Any]:
    """Yield the messages of a validator about wrong values."""
    assert type(validator).__module__ in OURS, f"{validator!r} refuses without a code"
    match validator:
        case validate.Length():
            wrong: list[Any] = ["", "x" * 100_000]
        case validate.Range():
            wrong = [-(10**30), 10**30]
        case validate.OneOf() | validate.Regexp():
            wrong = ["\n"]
        case _:
            raise AssertionError(f"{validator!r}: what does it say?")
    for value in wrong:
        try:
            validator(value)
        except ValidationError as error:
            yield from error.messages


def codes(node: ast.AST) -> Iterator[str]:
    """Yield the codes in an expression: in lists, and in dictionaries by field."""
    match node:
        case ast.Constant(value=str(code)):
            yield code
        case ast.List(elts=inner) | ast.Dict(values=inner):
            for each in inner:
                yield from codes(each)
        case ast.DictComp(value=inner):
            yield from codes(inner)


def written() -> Iterator[str]:
    """Yield every code with which our own code refuses a field."""
    for path in sorted(SERVICE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            match node:
                case ast.Call(func=ast.Name(id="ValidationError"), args=[message, *_]):
                    yield from codes(message)
                case ast.Assign(targets=[ast.Subscript(value=ast.Name(id="faults"))], value=message):
                    yield from codes(message)


@pytest.mark.parametrize("schema", schemas(), ids=lambda schema: schema.__name__)
def test_every_fault_of_every_field_has_a_code_and_a_sentence(schema: type[Strict]) -> None:
    instance = schema()
    found = list(instance.error_messages.values())
    for field in instance.fields.values():
        for each in within(field):
            found += refusals(each)
    assert found
    for message in found:
        (fault,) = faults_in([message])
        for language in LANGUAGES:
            assert fill(sentences(language)[fault.code], **fault.facts)


def test_every_code_of_our_own_has_a_sentence() -> None:
    ours = set(written())
    assert {"not_one_line", "missing", "unknown"} <= ours
    assert ours <= sentences("en").keys()


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_languages_say_the_same(language: str) -> None:
    def facts(text: str) -> set[str]:
        return {name for _, name, _, _ in string.Formatter().parse(text) if name}

    english, theirs = sentences("en"), sentences(language)
    assert {code: facts(text) for code, text in theirs.items()} == {code: facts(text) for code, text in english.items()}


@pytest.mark.parametrize(
    ("path", "body", "expected"),
    [
        ("/rounds/{round}/tables", {}, {"number": "missing", "ruleset": "missing", "seats": "missing"}),
        ("/rounds/{round}/tables", [], {"": "not_object"}),
        (
            "/rounds/{round}/tables",
            {"number": "3", "ruleset": "a\nb", "seats": ["A", 5, ""], "more": 1, "names": {"A": ""}},
            {
                "number": "not_whole",
                "ruleset": "not_one_line",
                "seats.1": "not_text",
                "seats.2": "missing",
                "more": "unknown",
                "names.A.value": "missing",
            },
        ),
        (
            "/tables/{table}/entries",
            {"client_id": "x", "base": -1, "report": None},
            {"client_id": "not_client_id", "base": "from_to", "report": "null"},
        ),
        (
            "/tables/{table}/entries",
            {"client_id": "report-1", "base": 0, "report": {"type": "retract", "seq": 1}},
            {"reason": "reason_missing"},
        ),
        (
            "/tables/{table}/batches",
            {"base": 0, "whole": True, "items": [{"client_id": "report-1", "report": {}}] * 2},
            {"items": "client_id_twice"},
        ),
        ("/events?lang=fr", {"name": "n"}, {"lang": "choice"}),
    ],
)
@SQLITE_ONLY
def test_a_request_with_faults_is_told_all_of_them(
    world: World, path: str, body: Any, expected: dict[str, str]
) -> None:
    address = path.format(round=world.round, table=world.table)
    messages = {}
    for language in LANGUAGES:
        response = world.ask("POST", address, json=body, headers={"Accept-Language": language})
        assert response.status_code == 422
        assert response.get_json()["code"] == "invalid"
        errors = response.get_json()["errors"]
        assert {error["field"]: error["fault"] for error in errors} == expected
        assert all(error["message"] in response.get_json()["detail"] for error in errors)
        messages[language] = [error["message"] for error in errors]
    assert messages["en"] != messages["ja"] != messages["zh"]
