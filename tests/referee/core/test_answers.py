"""Schemas of answers, derived from views."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import pytest

from referee.core.http import fields
from referee.core.http.answers import About, Detail, answer_schema
from referee.core.http.schemas import Moment
from referee.core.http.validate import OneOf


@dataclass(frozen=True, slots=True)
class Inner:
    text: str


@dataclass(frozen=True, slots=True)
class Outer:
    number: int
    made_at: int | None
    kind: str
    yes: bool
    rows: Sequence[Inner]
    one: Inner | None
    pairs: Sequence[tuple[str, str]]
    by_event: Mapping[str, Sequence[str]]
    anything: Mapping[str, object]
    secret: str


VIEW = Outer(1, None, "a", True, [Inner("x")], None, [("a", "b")], {"e": ["judge"]}, {"k": 1}, "hidden")
INNER = answer_schema(Inner, "InnerOut")
DETAILS: dict[str, Detail] = {
    "rows": INNER,
    "one": INNER,
    "kind": About("What it is.", one_of=["a", "b"]),
    "secret": None,
}


def test_a_view_is_dumped_field_by_field_but_for_what_is_left_out() -> None:
    assert answer_schema(Outer, "OuterOut", **DETAILS)().dump(VIEW) == {
        "number": 1,
        "made_at": None,
        "kind": "a",
        "yes": True,
        "rows": [{"text": "x"}],
        "one": None,
        "pairs": [["a", "b"]],
        "by_event": {"e": ["judge"]},
        "anything": {"k": 1},
    }


def test_types_names_and_details_make_the_fields() -> None:
    result = answer_schema(Outer, "OuterOut", **DETAILS, token=fields.String(required=True))().fields
    assert isinstance(result["made_at"], Moment) and result["made_at"].allow_none
    assert isinstance(result["number"], fields.Integer) and not result["number"].allow_none
    assert result["kind"].metadata == {"description": "What it is."}
    choices = result["kind"].validators[0]
    assert isinstance(choices, OneOf) and choices.choices == ["a", "b"]
    assert set(result) == set(Outer.__slots__) - {"secret"} | {"token"}
    assert all(each.required for each in result.values())


def test_a_detail_of_no_field_is_a_fault() -> None:
    with pytest.raises(TypeError):
        answer_schema(Outer, "OuterOut", one=INNER, secret=None, raws=INNER)
