"""The fields of a player in a form: their titles, what stands in them, what was sent."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from flask import request

from referee.core.language import language
from referee.events.points_text import flag_title
from referee.events.regulation import Known
from tournaments.export.titles import player_column
from tournaments.players.entrant import FLAGS, Entrant
from tournaments.players.form import KEYS

NUMBERS = {"number", "reserve", "first_round"}
TEXTS = ("name", "reading", "number", "club", "region", "class_", "team", "qualified_by", "reserve", "first_round")
"""The fields of one line, in the order of the form."""


class Field(NamedTuple):
    """A field: ``key`` as `Entrant` has it."""

    key: str
    title: str
    value: str
    number: bool


class Choice(NamedTuple):
    """A flag: ``on``, if somebody has it."""

    key: str
    title: str
    on: bool


class Form(NamedTuple):
    """A form with what stands in it."""

    fields: tuple[Field, ...]
    flags: tuple[Choice, ...]
    walk_in: bool
    note: str


def form_of(given: Mapping[str, str], known: Known) -> Form:
    """The form with these values."""
    mine = [each.strip() for each in given.get("flags", "").split(";") if each.strip()]
    every = dict.fromkeys((*FLAGS, *known.flags, *mine))
    return Form(
        tuple(Field(key, player_column(key, language()).title, given.get(key, ""), key in NUMBERS) for key in TEXTS),
        tuple(Choice(flag, flag_title(flag), flag in mine) for flag in every),
        given.get("walk_in") == "1",
        given.get("note", ""),
    )


def values_of(entrant: Entrant) -> dict[str, str]:
    """An entrant's fields as a form has them."""
    found = {}
    for key in KEYS:
        value = getattr(entrant, key)
        if key == "flags":
            found[key] = "; ".join(value)
        else:
            found[key] = str(int(value)) if isinstance(value, bool) else "" if value is None else str(value)
    del found["dropped_after"]  # who leaves does so with a reason
    return found


def sent_fields() -> dict[str, str]:
    """What a form sent."""
    given = {key: request.form.get(key, "") for key in (*TEXTS, "note")}
    return {**given, "flags": "; ".join(request.form.getlist("flags")), "walk_in": request.form.get("walk_in", "0")}


def titled(problem: dict[str, object]) -> dict[str, object]:
    """A problem whose faults name the fields as the form does."""
    listed = problem.get("errors")
    if not isinstance(listed, list):
        return problem
    return {**problem, "errors": [_titled(each) for each in listed]}


def _titled(each: Mapping[str, str]) -> dict[str, str]:
    field = each["field"]
    if field not in KEYS:
        return dict(each)
    title = player_column(field, language()).title
    return {**each, "message": re.sub(f"^{re.escape(field)}: ", f"{title}: ", each["message"])}
