"""Schemas derived from declarations: what is asked for is read, what is shown is dumped."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Annotated, Any, Protocol

import pytest
from flask import Flask
from marshmallow import ValidationError

from referee.core.command import Caller
from referee.core.http import fields
from referee.core.http.declared import FieldExample, IfGiven, body_schema, dump, view_schema
from referee.core.http.endpoint import StrictBlueprint, endpoint, operation
from referee.core.http.field_faults import faults_in
from referee.core.http.fields import Length, OneOf
from referee.core.http.schemas import Line, Moment
from referee.core.pages.forms import asked
from referee.core.problems import Problem
from referee.core.rows import shown_as
from referee.models import TableNote
from referee.server import preload
from referee.server.api import BLUEPRINTS
from tournaments.typed import Exact, Several, Whole, Word, kinds


@dataclass(frozen=True, slots=True)
class Tables:
    first: Annotated[int, Whole(1, 9), "The first one."]
    last: Annotated[int | None, Whole(1, 9)] = None


@dataclass(frozen=True, slots=True)
class Assign:
    kind: Annotated[str, OneOf(["judge", "arbiter"]), "Who.", FieldExample("judge")]
    rows: Annotated[Sequence[Tables], Length(max=2)] = ()
    texts: Sequence[Annotated[str, Line(5)]] = field(default_factory=list)
    note: Annotated[str, Line(10)] = "none"
    sure: bool = False


def test_what_is_asked_for_is_read_into_objects_with_the_defaults_of_the_declaration() -> None:
    load = body_schema(Assign)().load
    assert load({"kind": "judge"}) == Assign("judge")
    given = {"kind": "judge", "rows": [{"first": 1}, {"first": 2, "last": None}], "texts": ["a"], "note": " b "}
    assert load({**given, "sure": True}) == Assign("judge", [Tables(1), Tables(2)], ["a"], "b", sure=True)


@pytest.mark.parametrize(
    ("given", "faults"),
    [
        ({}, {("kind", "missing")}),
        ({"kind": "viewer"}, {("kind", "choice")}),
        ({"kind": None, "note": None}, {("kind", "null"), ("note", "null")}),
        ({"kind": "judge", "nothing": 1}, {("nothing", "unknown")}),
        ({"kind": "judge", "rows": [{"first": 10}]}, {("rows.0.first", "from_to")}),
        ({"kind": "judge", "rows": [{"first": "1"}, {}]}, {("rows.0.first", "not_whole"), ("rows.1.first", "missing")}),
        ({"kind": "judge", "rows": [{"first": 1}] * 3}, {("rows", "length_to")}),
        ({"kind": "judge", "texts": ["too long"]}, {("texts.0", "length_from_to")}),
        ({"kind": "judge", "sure": "yes"}, {("sure", "not_boolean")}),
    ],
)
def test_what_does_not_fit_is_a_fault_of_its_field(given: dict[str, Any], faults: set[tuple[str, str]]) -> None:
    with pytest.raises(ValidationError) as error:
        body_schema(Assign)().load(given)
    assert {(each.field, each.code) for each in faults_in(error.value.messages)} == faults


@dataclass(frozen=True, slots=True)
class Counted:
    """Declared without marshmallow, as below the service."""

    name: Annotated[str, Word(3)]
    share: Annotated[Fraction | None, Exact(), "A share."] = None
    notes: Annotated[Mapping[Annotated[int, Whole(1, 9)], Annotated[int, Whole(0, 99)]], Several(2)] = field(
        default_factory=dict
    )


def test_what_is_declared_below_the_service_is_read_by_the_same_kinds_and_its_keys_from_texts() -> None:
    load = body_schema(Counted)().load
    assert load({"name": "ab", "share": "1/3", "notes": {"5": 7}}) == Counted("ab", Fraction(1, 3), {5: 7})
    wrong: list[dict[str, Any]] = [{"name": "abcd"}, {"name": "a", "share": "x"}, {"name": "a", "notes": {"10": 1}}]
    wrong += [{"name": "a", "notes": {"1": 1, "2": 2, "3": 3}}]
    assert [_fault(load, each) for each in wrong] == [
        ("name", "length_from_to"),
        ("share", "not_number"),
        ("notes.10.key", "from_to"),
        ("notes", "length_to"),
    ]
    assert list(kinds(Counted)) == ["share"]


def _fault(load: Callable[..., Any], given: dict[str, Any]) -> tuple[str, str]:
    with pytest.raises(ValidationError) as refused:
        load(given)
    (fault,) = faults_in(refused.value.messages)
    return fault.field, fault.code


@dataclass(frozen=True, slots=True)
class Ordered(Tables):
    def __post_init__(self) -> None:
        if self.last is not None and self.last < self.first:
            raise ValidationError({"last": ["from"]})


def test_what_concerns_several_fields_is_checked_by_the_declaration_itself() -> None:
    assert body_schema(Ordered)().load({"first": 2, "last": 3}) == Ordered(2, 3)
    with pytest.raises(ValidationError) as error:
        body_schema(Ordered)().load({"first": 3, "last": 2})
    assert error.value.messages == {"last": ["from"]}


def test_a_form_asks_for_the_same_as_people_type_it(app: Flask) -> None:
    form = {"kind": "judge", "note": "a", "csrf_token": "x", "do": "assign"}
    assert asked(Assign, form, rows=[{"first": "３"}]) == Assign("judge", [Tables(3)], [], "a")
    with app.test_request_context(), pytest.raises(Problem, match="invalid"):
        asked(Assign, form, rows=[{"first": "10"}])


@dataclass(frozen=True, slots=True)
class Options:
    round: IfGiven[Annotated[int, Whole(1, 9)]] = None
    large: IfGiven[bool] = None
    places: Annotated[int, Whole(1, 9)] = 3


def test_what_is_only_read_if_it_is_given_is_never_null() -> None:
    load = body_schema(Options)().load
    assert load({}) == Options(None, None, 3)
    with pytest.raises(ValidationError) as refused:
        load({"round": None, "large": None})
    assert {(each.field, each.code) for each in faults_in(refused.value.messages)} == {
        ("round", "null"),
        ("large", "null"),
    }


def test_a_query_is_read_as_people_type_it() -> None:
    blueprint = StrictBlueprint("options", __name__, url_prefix="/api/v1", description="Options")

    @endpoint(blueprint, "GET", "/options", query=Options, gives=Options, open_to_all=True)
    def show(query: Options) -> Options:
        return query

    client = Flask(__name__)
    client.register_blueprint(blueprint)
    with client.test_request_context("/api/v1/options?lang=ja&round=３&places=1"):
        shown = client.full_dispatch_request()
    assert shown.json == {"round": 3, "large": None, "places": 1}


@dataclass(frozen=True, slots=True)
class InnerView:
    text: str


@dataclass(frozen=True, slots=True)
class OuterView:
    number: Annotated[int, "A number."]
    made_at: int | None
    now: Annotated[int, Moment()]
    old: Annotated[str, fields.String(data_key="new")]
    rows: Sequence[InnerView]
    one: InnerView | None
    by_event: Mapping[str, Sequence[str]]


@dataclass(frozen=True, slots=True)
class MoreView(OuterView):
    secret: str


class NoteView(Protocol):
    text: str
    made_at: int


MORE = MoreView(1, None, 5, "x", [InnerView("a")], None, {"e": ["judge"]}, "hidden")


def test_a_view_shows_the_fields_that_it_declares_and_none_of_those_of_what_is_more() -> None:
    shown = {"number": 1, "made_at": None, "now": 5, "new": "x", "rows": [{"text": "a"}], "one": None}
    assert dump(OuterView, MORE) == {**shown, "by_event": {"e": ["judge"]}}
    assert dump(MoreView, MORE)["secret"] == "hidden"
    made = view_schema(OuterView)().fields
    assert view_schema(OuterView).__name__ == "OuterOut" and all(each.required for each in made.values())
    assert isinstance(made["made_at"], Moment) and made["made_at"].allow_none and not made["number"].allow_none
    assert made["number"].metadata == {"description": "A number."}


def test_of_a_row_the_declared_columns_are_shown() -> None:
    note = TableNote(id="1", event_id="e", table_id="t", text="a", author="b", made_at=7)
    assert dump(NoteView, note) == {"text": "a", "made_at": 7}


@dataclass(frozen=True, slots=True)
class TitledNote:
    table_id: str
    text: str
    title: str


def test_a_row_is_shown_as_a_view_with_what_the_row_does_not_say() -> None:
    row = TableNote(event_id="e", table_id="t", text="wet", author="a", made_at=1)
    assert shown_as(TitledNote, row, title="T") == TitledNote("t", "wet", "T")
    with pytest.raises(TypeError):
        shown_as(TitledNote, row, title="T", more=1)


def test_kinds_may_be_shared() -> None:
    assert body_schema(Assign)().fields["rows"].validators != body_schema(Assign)().fields["texts"].validators
    first, last = (body_schema(Tables)().fields[each] for each in ("first", "last"))
    assert first.required and not first.allow_none and last.allow_none and not last.required


@dataclass(frozen=True, slots=True)
class Endless:
    text: str


@dataclass(frozen=True, slots=True)
class Unsaid:
    text: Annotated[str, Line(5), 7]


@dataclass(frozen=True, slots=True)
class Unknown:
    text: complex


class Undeclared:
    text: str


@pytest.mark.parametrize(
    ("derive", "declared", "sentence"),
    [
        (body_schema, Endless, "Endless.text is read, so it needs a kind or a validator, such as Line(200)"),
        (body_schema, Unsaid, "7 says nothing about a field"),
        (view_schema, Unknown, "Unknown.text is <class 'complex'>, of which no field can be made; name its kind"),
        (view_schema, Undeclared, "Undeclared is neither a dataclass nor a Protocol, so its fields are not declared"),
    ],
)
def test_a_fault_in_a_declaration_is_one_sentence(derive: Callable[..., Any], declared: type, sentence: str) -> None:
    with pytest.raises(TypeError) as error:
        derive(declared)
    assert str(error.value) == sentence


def resolve(caller: Caller, call_id: str) -> None:
    """Resolve."""


def shown(table_id: str) -> InnerView:
    return InnerView(table_id)


def test_an_operation_names_the_parts_of_its_path() -> None:
    blueprint = StrictBlueprint("tried", __name__, url_prefix="/", description="")
    with pytest.raises(TypeError, match=r"shown takes \['table_id'\], but /calls/<call_id> has \['call_id'\]"):
        operation(blueprint, "POST", "/calls/<call_id>", resolve, shows=shown)


def test_an_operation_shows_what_its_command_returns_or_nothing() -> None:
    blueprint = StrictBlueprint("tried", __name__, url_prefix="/", description="")
    operation(blueprint, "DELETE", "/calls/<call_id>", resolve)
    operation(blueprint, "PUT", "/tables/<table_id>", shown, status=201)
    assert [(each.status, each.gives) for each in blueprint.endpoints] == [(204, None), (201, view_schema(InnerView))]


@dataclass(frozen=True, slots=True)
class Unlimited:
    note: str


def note(caller: Caller, given: Unlimited) -> None:
    """Take a note."""


def test_an_operation_whose_body_says_too_little_stops_a_service_before_it_answers(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    blueprint = StrictBlueprint("tried", __name__, url_prefix="/", description="")
    operation(blueprint, "POST", "/notes", note)
    monkeypatch.setattr(preload, "BLUEPRINTS", (*BLUEPRINTS, blueprint))
    with pytest.raises(TypeError, match=r"Unlimited.note is read, so it needs a kind or a validator"):
        preload.derive_schemas()
