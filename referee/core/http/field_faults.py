"""What is wrong with a field of a request: a code that never changes its meaning, and a sentence for the reader.

Where marshmallow has a message, our fields have a code, or a `FieldFault` if the sentence contains facts
(`referee.core.http.fields`).  The sentences, which say what would be right, are in ``referee/texts/fields.LANG.toml``.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

from marshmallow.exceptions import SCHEMA

from referee.core.language import language
from referee.core.problems import Problem, clipped
from rulesets.languages.counted import fill
from rulesets.languages.texts import texts
from tournaments.fault import Fault as TypedFault


class FieldFault(NamedTuple):
    """Something that is wrong.  ``field``: where, the parts joined by dots (``seats.0``); empty: the whole body."""

    field: str
    code: str
    facts: Mapping[str, Any]


def invalid(*faults: FieldFault) -> Problem:
    """The problem ``invalid`` for fields of a request, with sentences in the language of the request."""
    chosen = language()
    listed = [
        {
            "field": clipped(fault.field),
            "fault": fault.code,
            "message": sentence(fault, chosen),
        }
        for fault in faults
    ]
    lines = [f"{each['field']}: {each['message']}" if each["field"] else each["message"] for each in listed]
    return Problem("invalid", more={"errors": listed}, faults=lines)


def faults_in(messages: Any, *path: str) -> list[FieldFault]:
    """Flatten marshmallow's messages, nested by objects and lists, into faults."""
    if isinstance(messages, Mapping):
        return [fault for name, below in messages.items() for fault in faults_in(below, *path, str(name))]
    if isinstance(messages, list):
        return [fault for each in messages for fault in faults_in(each, *path)]
    field = ".".join(name for name in path if name != SCHEMA)
    if isinstance(messages, FieldFault):
        return [FieldFault(field, messages.code, messages.facts)]
    return [FieldFault(field, messages, {})]


def sentence(fault: FieldFault, language: str) -> str:
    """What is wrong, and what would be right; for something that was typed, the sentence of `tournaments.fault`."""
    known = sentences(language).get(fault.code)
    return TypedFault("", fault.code, fault.facts).sentence(language) if known is None else fill(known, **fault.facts)


@cache
def sentences(language: str) -> Mapping[str, str]:
    return texts(files("referee") / "texts", "fields", language)
