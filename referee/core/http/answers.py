"""Response schemas, derived from the views that they dump: a field is declared once, in the view."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from dataclasses import fields as view_fields
from types import NoneType
from typing import Any, TypeAlias, get_args, get_origin, get_type_hints

from marshmallow import Schema
from marshmallow.fields import Field

from referee.core.http import fields, validate
from referee.core.http.schemas import Moment

PLAIN: Mapping[object, type[Field[Any]]] = {str: fields.String, int: fields.Integer, bool: fields.Boolean}


@dataclass(frozen=True, slots=True)
class About:
    """What the type of a view's field does not tell: its description, an example, its possible values, and the schema
    of the views in it.
    """

    description: str = ""
    example: object = None
    one_of: Collection[str] = ()
    schema: type[Schema] | None = None

    @property
    def metadata(self) -> dict[str, object]:
        """What the API description shows."""
        shown = {"description": self.description, "example": self.example}
        return {name: value for name, value in shown.items() if value}


Detail: TypeAlias = About | Field[Any] | type[Schema] | str | None


def answer_schema(view: type[Any], name: str, /, **details: Detail) -> type[Schema]:
    """The schema that dumps a view; ``name``: in the API description.  The rest as in `answer_fields`."""
    return Schema.from_dict(answer_fields(view, **details), name=name)


def answer_fields(view: type[Any], /, **details: Detail) -> dict[str, Field[Any]]:
    """The fields that dump a view, a dataclass.

    ``details``: by field its description, an `About`, the schema of what is in it, or the field itself, which need not
    be one of the view's; None leaves it out.  Raises TypeError for a field that the view does not have.
    """
    hints = get_type_hints(view)
    declared = {key: each for key, each in details.items() if isinstance(each, Field)}
    for key in (each.name for each in view_fields(view)):
        detail = details.get(key, "")
        if detail is not None and not isinstance(detail, Field):
            declared[key] = _field(key, hints[key], _about(detail))
    unknown = {key for key, detail in details.items() if detail is not None} - set(declared)
    if unknown:
        raise TypeError(f"{view.__name__} has no {', '.join(sorted(unknown))}")
    return declared


def list_schema(row: type[Schema], name: str) -> type[Schema]:
    """The schema of a page of a list; ``next`` is the cursor of the following page, null at the end."""
    rows = fields.List(fields.Nested(row), required=True)
    return Schema.from_dict({"rows": rows, "next": fields.String(required=True, allow_none=True)}, name=name)


def _about(detail: About | type[Schema] | str) -> About:
    if isinstance(detail, About):
        return detail
    return About(detail) if isinstance(detail, str) else About(schema=detail)


def _field(key: str, hint: Any, about: About) -> Field[Any]:
    """A field of a response.  A whole number whose name is ``at``, or ends in ``_at``, is a moment."""
    options: dict[str, Any] = {"required": True}
    if NoneType in get_args(hint):
        options["allow_none"] = True
        (hint,) = (each for each in get_args(hint) if each is not NoneType)
    if about.metadata:
        options["metadata"] = about.metadata
    if hint is int and key.rpartition("_")[2] == "at":
        return Moment(**options)
    return _field_of_type(hint, about, options)


def _field_of_type(hint: Any, about: About, options: dict[str, Any]) -> Field[Any]:
    origin, inner = get_origin(hint), get_args(hint)
    if hint in PLAIN:
        if about.one_of:
            options["validate"] = validate.OneOf(about.one_of)
        return PLAIN[hint](**options)
    if origin in (Sequence, list, tuple):
        return fields.List(_field_of_type(inner[0], about, {}), **options)
    if origin is Mapping:
        if inner[1] in (Any, object):
            return fields.Dict(**options)
        return fields.Dict(_field_of_type(inner[0], About(), {}), _field_of_type(inner[1], about, {}), **options)
    if hint in (Any, object):
        return fields.Raw(**{**options, "allow_none": True})
    if about.schema is None:
        raise TypeError(f"no schema is named for {hint}")
    return fields.Nested(about.schema, **options)
