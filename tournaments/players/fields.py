"""Kinds of player fields: what lists, forms, files, pages and schemas need to know about each, in one place.

The fields themselves are in `tournaments.players.entrant.Entrant`; each carries its kind as metadata.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

MOST_TEXT = 200
MOST_NOTE = 2_000
MOST_NUMBER = 99_999
MOST_ROUND = 99
MOST_FLAGS = 50
KIND = "kind"
"""The metadata key."""

Value = Literal["line", "lines", "whole", "yes", "flags"]


@dataclass(frozen=True, slots=True)
class FieldKind:
    """The properties of a player field.

    ``least`` and ``most``: bounds of a number; ``most``: also the maximum length of a text or number of flags.
    ``nullable``: whether a number may be missing.  ``column``: the name in the database and in JSON, if different.
    ``required``: never empty.  ``fixed``: no form changes it.  ``listed``: shown in lists beside the name, and
    searchable.  ``description``, ``example``: for the API's schema.
    """

    value: Value
    least: int = 0
    most: int = 0
    nullable: bool = False
    column: str | None = None
    required: bool = False
    fixed: bool = False
    listed: bool = False
    description: str | None = None
    example: str | None = None


def line(
    *,
    column: str | None = None,
    required: bool = False,
    fixed: bool = False,
    listed: bool = False,
    description: str | None = None,
    example: str | None = None,
) -> Mapping[str, FieldKind]:
    return {
        KIND: FieldKind(
            "line",
            most=MOST_TEXT,
            column=column,
            required=required,
            fixed=fixed,
            listed=listed,
            description=description,
            example=example,
        )
    }


def lines(description: str) -> Mapping[str, FieldKind]:
    return {KIND: FieldKind("lines", most=MOST_NOTE, description=description)}


def whole(
    least: int, most: int, description: str, *, nullable: bool = True, fixed: bool = False
) -> Mapping[str, FieldKind]:
    return {KIND: FieldKind("whole", least, most, nullable, fixed=fixed, description=description)}


def boolean(description: str) -> Mapping[str, FieldKind]:
    return {KIND: FieldKind("yes", description=description)}


def flags(description: str) -> Mapping[str, FieldKind]:
    """The flags: any of a set of known words."""
    return {KIND: FieldKind("flags", most=MOST_FLAGS, description=description)}


def as_text(value: object) -> str:
    if isinstance(value, tuple | list):
        return "; ".join(value)
    if isinstance(value, bool):
        return str(int(value))
    return "" if value is None else str(value)
