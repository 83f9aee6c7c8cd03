"""The schema of a page of a list, around the schema of its rows."""

from __future__ import annotations

from typing import Any

from marshmallow import Schema

from referee.core.http import fields
from referee.core.http.declared import is_schema, view_schema


def list_schema(row: type[Any], name: str) -> type[Schema]:
    """The schema of a page of a list; ``next`` is the cursor of the following page, null at the end.  ``row``: a
    schema, or a view.
    """
    rows = fields.List(fields.Nested(row if is_schema(row) else view_schema(row)), required=True)
    return Schema.from_dict({"rows": rows, "next": fields.String(required=True, allow_none=True)}, name=name)
