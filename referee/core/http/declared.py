"""Schemas derived from what a subject declares, once: what it is asked for is read, and what it shows is dumped.

What is asked for is a frozen dataclass, in the body of a request or in a form:

    @dataclass(frozen=True, slots=True)
    class HandOver:
        to: Annotated[str, Line(18), "The person's account id."]
        note: Annotated[str, Lines(2000)] = ""

What is shown, a view, is a frozen dataclass too, or a `Protocol` of the columns of a row that are shown:

    class NoteView(Protocol):
        table_id: str
        made_at: int

A field's type says most.  ``Annotated`` adds the rest, in any order: its kind (of `tournaments.typed`, or a field of
`referee.core.http.schemas`), validators, its description (a text), a `FieldExample`.  In what is read, a field with a
default may be left out, one that may be None may be null, and one that is `IfGiven` is None only if it is left out;
every text and number has a kind or validators, since nobody may send endless ones.  In what is shown, a whole number
called ``at`` or ``…_at`` is a moment.  What concerns several fields of what is asked for is checked in its
``__post_init__``, which raises marshmallow's ValidationError.  A declaration that says too little is a TypeError when
its schema is derived, for which a service does not wait until somebody asks (`referee.server.preload`).
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from copy import copy
from functools import cache
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    NamedTuple,
    Protocol,
    TypeAlias,
    TypeVar,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

from marshmallow import Schema, post_load
from marshmallow.fields import Field
from marshmallow.validate import Validator

from referee.core.http import fields
from referee.core.http.fields import OneOf
from referee.core.http.schemas import Moment, Query, Strict, WholeField, field_of
from rulesets.languages import FIRST, LANGUAGES, NAMES
from tournaments.typed import Day, Exact, Several, Whole, Word

PLAIN: Mapping[object, type[Field[Any]]] = {str: fields.String, int: fields.Integer, bool: fields.Boolean}


class FieldExample(NamedTuple):
    """An example of a field's value, for the API description."""

    value: object


class LeftOut(NamedTuple):
    """Says that None means left out, as in changes, where null would be a value."""


Value = TypeVar("Value")
IfGiven: TypeAlias = Annotated[Value | None, LeftOut()]
"""A field that may be left out, but is not null."""
OFFERED = tuple(NAMES)
Language: TypeAlias = Annotated[
    str, OneOf(LANGUAGES), f"{', '.join(OFFERED[:-1])} or {OFFERED[-1]}", FieldExample(FIRST)
]
"""One of the service's languages."""


def body_schema(asked: type[Any]) -> type[Schema]:
    """The schema that reads what is asked for; loading it makes an object of the class.  That of ``HandOver`` is called
    ``HandOverIn`` in the API description.
    """
    return _read_schema(_key(asked), Strict)


def query_schema(asked: type[Any]) -> type[Schema]:
    """The schema that reads what is asked for in a query, besides the language of the response."""
    return _read_schema(_key(asked), Query)


def view_schema(view: type[Any]) -> type[Schema]:
    """The schema that dumps a view; that of ``CallView`` is called ``CallOut`` in the API description."""
    return _view_schema(_key(view))


def is_schema(declared: type[Any]) -> bool:
    """Whether a class is a schema, and no declaration.  (`issubclass` asks every schema that there is about every class
    that is none, since marshmallow's are abstract classes: at import that took a tenth of the time.)
    """
    return Schema in declared.__mro__


def dump(view: type[Any], shown: object) -> Any:
    """What is shown, as a view that it is: its fields, ready for JSON."""
    return _dumper(_key(view)).dump(shown)


def _key(declared: type[Any]) -> Any:
    """A class as the caches take it: mypy does not know that classes are hashable."""
    return declared


@cache
def _read_schema(asked: Any, kind: type[Strict]) -> type[Schema]:
    hints = get_type_hints(asked, include_extras=True)
    read = {each.name: _read_field(asked, each, hints[each.name]) for each in dataclasses.fields(asked)}

    class Body(kind):  # type: ignore[valid-type, misc]
        class Meta(kind.Meta):  # type: ignore[name-defined, misc]
            register = False

        @post_load
        def make(self, data: dict[str, Any], **_options: Any) -> Any:
            return asked(**{name: value for name, value in data.items() if name in read})

    schema: type[Schema] = Body.from_dict(read, name=f"{asked.__name__.removesuffix('In')}In")
    return schema


@cache
def _view_schema(view: Any) -> type[Schema]:
    if not (dataclasses.is_dataclass(view) or Protocol in view.__mro__):
        raise TypeError(f"{view.__name__} is neither a dataclass nor a Protocol, so its fields are not declared")
    name = f"{view.__name__.removesuffix('View')}Out" if view.__name__.endswith("View") else view.__name__
    hints = get_type_hints(view, include_extras=True)
    return Schema.from_dict(
        {key: shown_field(f"{view.__name__}.{key}", each) for key, each in hints.items()}, name=name
    )


@cache
def _dumper(view: Any) -> Schema:
    return view_schema(view)()


def shown_field(where: str, hint: Any) -> Field[Any]:
    """A field of a response.  ``where``: what to call it in an error."""
    said = _said(hint)
    field = _finished(said, said.kind or _field(where, said, read=False))
    field.required = True
    return field


def _read_field(asked: type[Any], declared: dataclasses.Field[Any], hint: Any) -> Field[Any]:
    said = _said(hint)
    field = _finished(said, said.kind or _field(f"{asked.__name__}.{declared.name}", said, read=True))
    if declared.default_factory is not dataclasses.MISSING:
        field.load_default = declared.default_factory
    elif declared.default is dataclasses.MISSING:
        field.required = True
    elif not said.if_given:
        field.load_default = declared.default
    return field


@dataclasses.dataclass(slots=True)
class _Said:
    """What an annotation says: the bare type, whether it may be None, and what `Annotated` adds."""

    type: Any
    nullable: bool = False
    if_given: bool = False
    kind: Field[Any] | None = None
    schema: type[Schema] | None = None
    validators: list[Validator] = dataclasses.field(default_factory=list)
    about: dict[str, object] = dataclasses.field(default_factory=dict)

    def note(self, note: object) -> None:
        """Take in something that `Annotated` adds."""
        match note:
            case Field():
                self.kind = note
            case Whole() | Exact() | Day() | Word():
                self.kind = field_of(note)
            case Several(most, least):
                self.validators.append(fields.Length(least or None, most))
            case Validator():
                self.validators.append(note)
            case str():
                self.about["description"] = note
            case LeftOut():
                self.if_given = True
            case FieldExample():
                self.about["example"] = note.value
            case type() if is_schema(note):
                self.schema = note
            case _:
                raise TypeError(f"{note!r} says nothing about a field")


def _said(hint: Any) -> _Said:
    said = _Said(hint)
    while get_origin(said.type) in (Annotated, Union, UnionType):
        if get_origin(said.type) is Annotated:
            said.type, *notes = get_args(said.type)
            for each in notes:
                said.note(each)
        else:
            said.nullable = NoneType in get_args(said.type)
            kinds = [each for each in get_args(said.type) if each is not NoneType]
            if len(kinds) > 1:  # which the kind that is named must read
                break
            (said.type,) = kinds
    return said


def _finished(said: _Said, kind: Field[Any]) -> Field[Any]:
    """A kind as the field that an annotation makes of it: a copy, since a kind may be shared."""
    field = copy(kind)
    field.allow_none = (field.allow_none or said.nullable) and not said.if_given
    field.validators = [*field.validators, *said.validators]
    field.metadata = {**field.metadata, **said.about}
    return field


def _field(where: str, said: _Said, *, read: bool) -> Field[Any]:
    """The field of a type that no kind is named for."""
    of, inner = get_origin(said.type) or said.type, get_args(said.type)
    if said.schema is not None:
        return fields.Nested(said.schema)
    if of is bool and read:
        return fields.Boolean(truthy={True}, falsy={False})
    if of in PLAIN:
        if read and not said.validators:
            raise TypeError(f"{where} is read, so it needs a kind or a validator, such as Line(200)")
        is_moment = of is int and where.rpartition(".")[2].rpartition("_")[2] == "at"
        return Moment() if is_moment else PLAIN[of]()
    if of in (Sequence, list, tuple):
        return fields.List(_inner(where, inner[0], read=read))
    if of is Mapping and inner[1] in (Any, object):
        return fields.Dict()
    if of is Mapping:
        return _mapping(*(_inner(where, each, read=read) for each in inner))
    if of in (Any, object) and not read:
        return fields.Raw(allow_none=True)
    if isinstance(of, type) and of.__module__ != "builtins":
        return fields.Nested(body_schema(of) if read else view_schema(of))
    raise TypeError(f"{where} is {said.type}, of which no field can be made; name its kind")


def _mapping(keys: Field[Any], values: Field[Any]) -> Field[Any]:
    if isinstance(keys, WholeField):  # the keys of JSON are texts
        keys = fields.Integer(validate=keys.validators)
    return fields.Dict(keys, values)


def _inner(where: str, hint: Any, *, read: bool) -> Field[Any]:
    said = _said(hint)
    return _finished(said, said.kind or _field(f"{where}[]", said, read=read))
