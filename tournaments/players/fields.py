"""Kinds of fields of a player: what lists, forms, files, pages and schemas have to know of each, in one place.

`tournaments.players.entrant.Entrant` is the table: each of its fields carries its kind as metadata.
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
"""The key of the metadata."""

Value = Literal["line", "lines", "whole", "yes", "flags"]


@dataclass(frozen=True, slots=True)
class Kind:
    """What a field of a player is like.

    ``least`` and ``most``: of a number; ``most``: of a text its letters, of flags how many.  ``nullable``: a number
    that somebody may have none of.  ``column``: the word in the database and in JSON, where it is another one.
    ``required``: nobody is without it.  ``fixed``: no form changes it.  ``listed``: lists show it beside the name, and
    players are found by it.  ``description``, ``example``: for programs.
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
) -> Mapping[str, Kind]:
    """A text on one line."""
    return {
        KIND: Kind(
            "line", most=MOST_TEXT, column=column, required=required, fixed=fixed, listed=listed,
            description=description, example=example,
        )
    }  # fmt: skip


def lines(description: str) -> Mapping[str, Kind]:
    """A text of several lines."""
    return {KIND: Kind("lines", most=MOST_NOTE, description=description)}


def whole(least: int, most: int, description: str, *, nullable: bool = True, fixed: bool = False) -> Mapping[str, Kind]:
    """A whole number."""
    return {KIND: Kind("whole", least, most, nullable, fixed=fixed, description=description)}


def yes(description: str) -> Mapping[str, Kind]:
    """Something that is so or not."""
    return {KIND: Kind("yes", description=description)}


def flags(description: str) -> Mapping[str, Kind]:
    """The flags: words of those that are known."""
    return {KIND: Kind("flags", most=MOST_FLAGS, description=description)}


def as_text(value: object) -> str:
    """The value of a field as a form has it."""
    if isinstance(value, tuple | list):
        return "; ".join(value)
    if isinstance(value, bool):
        return str(int(value))
    return "" if value is None else str(value)
