"""Response schemas, derived from the views that they dump: a field is declared once, in the view."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from dataclasses import fields as view_fields
from types import GenericAlias, NoneType
from typing import Annotated, Any, Optional, TypeAlias, get_args, get_origin, get_type_hints

from marshmallow import Schema
from marshmallow.fields import Field

from referee.core.http import fields, validate
from referee.core.http.declared import FieldExample, is_schema, shown_field, view_schema


@dataclass(frozen=True, slots=True)
class About:
    """What the type of a view's field does not tell: its description, an example, its possible values, and the schema
    of the views in it.
    """

    description: str = ""
    example: object = None
    one_of: Collection[str] = ()
    schema: type[Schema] | None = None


Detail: TypeAlias = About | Field[Any] | type[Schema] | str | None


def answer_schema(view: type[Any], name: str, /, **details: Detail) -> type[Schema]:
    """The schema that dumps a view; ``name``: in the API description.  The rest as in `answer_fields`."""
    return Schema.from_dict(answer_fields(view, **details), name=name)


def answer_fields(view: type[Any], /, **details: Detail) -> dict[str, Field[Any]]:
    """The fields that dump a view, a dataclass.

    ``details``: by field its description, an `About`, the schema of what is in it, or the field itself, which need not
    be one of the view's; None leaves it out.  Raises TypeError for a field that the view does not have.
    """
    hints = get_type_hints(view, include_extras=True)
    declared = {key: each for key, each in details.items() if isinstance(each, Field)}
    for key in (each.name for each in view_fields(view)):
        detail = details.get(key, "")
        if detail is not None and not isinstance(detail, Field):
            declared[key] = shown_field(f"{view.__name__}.{key}", _noted(hints[key], _about(detail)))
    unknown = {key for key, detail in details.items() if detail is not None} - set(declared)
    if unknown:
        raise TypeError(f"{view.__name__} has no {', '.join(sorted(unknown))}")
    return declared


def list_schema(row: type[Any], name: str) -> type[Schema]:
    """The schema of a page of a list; ``next`` is the cursor of the following page, null at the end.  ``row``: a
    schema, or a view.
    """
    rows = fields.List(fields.Nested(row if is_schema(row) else view_schema(row)), required=True)
    return Schema.from_dict({"rows": rows, "next": fields.String(required=True, allow_none=True)}, name=name)


def _about(detail: About | type[Schema] | str) -> About:
    if isinstance(detail, About):
        return detail
    return About(detail) if isinstance(detail, str) else About(schema=detail)


def _noted(hint: Any, about: About) -> Any:
    """A type with what is said about it; its values and schema are those of what a list or mapping holds."""
    if NoneType in get_args(hint):
        (bare,) = (each for each in get_args(hint) if each is not NoneType)
        return Optional[_noted(bare, about)]  # noqa: UP045 - the other way of writing it is for types in the source
    origin, inner = get_origin(hint), get_args(hint)
    inside = [*([validate.OneOf(about.one_of)] if about.one_of else []), *([about.schema] if about.schema else [])]
    if origin in (Sequence, list, tuple):
        hint = GenericAlias(Sequence, (_with(inner[0], inside),))
    elif origin is Mapping:
        hint = GenericAlias(Mapping, (inner[0], _with(inner[1], inside)))
    else:
        hint = _with(hint, inside)
    example = [FieldExample(about.example)] if about.example else []
    return _with(hint, [*([about.description] if about.description else []), *example])


def _with(hint: Any, notes: Sequence[object]) -> Any:
    return Annotated[(hint, *notes)] if notes else hint
