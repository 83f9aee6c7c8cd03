"""A form of a page, checked by the schema that the interface for programs has for the same."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from marshmallow import Schema, ValidationError

from referee.field_faults import invalid, of_messages


def read_form(schema: type[Schema], given: Mapping[str, Any]) -> dict[str, Any]:
    """What a form gives.  Raises the problem ``invalid`` with every fault."""
    try:
        loaded: dict[str, Any] = schema().load(given)
    except ValidationError as error:
        raise invalid(*of_messages(error.messages)) from error
    return loaded


def number(text: str) -> int | str:
    """A number that was typed; what is none stays as it is, for the form to be told."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else text
