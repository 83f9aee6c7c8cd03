"""What is wrong with a field of a request: a code that never changes its meaning, and a sentence for the reader.

The library that checks fields has its own sentences, in English; they are known here by their form.  What would be
right is said in ``referee/texts/fields.LANG.toml``.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

from referee.core.language import language
from referee.core.problems import Problem, clipped

KNOWN = {
    "missing": r"Missing data for required field\.",
    "null": r"Field may not be null\.",
    "unknown": r"Unknown field\.",
    "not_object": r"Invalid (input )?type\.|Not a valid mapping type\.",
    "not_list": r"Not a valid list\.",
    "not_text": r"Not a valid (utf-8 )?string\.",
    "not_whole": r"Not a valid integer\.",
    "not_boolean": r"Not a valid boolean\.",
    "too_large": r"Number too large\.",
    "from_to": r"Must be greater than or equal to (?P<least>\S+) and less than or equal to (?P<most>\S+)\.",
    "from": r"Must be greater than or equal to (?P<least>\S+)\.",
    "to": r"Must be less than or equal to (?P<most>\S+)\.",
    "length_from_to": r"Length must be between (?P<least>\d+) and (?P<most>\d+)\.",
    "length_from": r"Shorter than minimum length (?P<least>\d+)\.",
    "length_to": r"Longer than maximum length (?P<most>\d+)\.",
    "length": r"Length must be (?P<exactly>\d+)\.",
    "choice": r"Must be one of: (?P<choices>.+)\.",
    "form": r"String does not match expected pattern\.",
    "not_one_line": r"Not a text on one line without control characters\.",
    "not_client_id": r"Not an id of 8 to 64 letters\.",
    "not_one_regulation": r"Exactly one of shipped and text is needed\.",
    "not_number": r"Not a number such as 12, 12\.5 or 100/3\.",
    "not_one_report": r"One of report and typed at most\.",
    "not_one_result": r"Exactly one of log, sheet and points is needed\.",
    "not_base64": r"Not a file in Base64\.",
    "not_lines": r"Not a text without control characters\.",
    "ruling_twice": r"The list has this ruling already\.",
    "not_address": r"3 to 30 small letters, digits and single hyphens \(not 18 letters\)\.",
    "not_one_person": r"Exactly one of account_id, login and name is needed\.",
}
"""The sentences that fields are refused with, and the code of each."""
OTHER = "other"
"""Stands for a sentence that is not among them; a test finds them."""

_KNOWN = {code: re.compile(form) for code, form in KNOWN.items()}


class Fault(NamedTuple):
    """Something wrong.  ``field``: where, the parts joined by points (``seats.0``); empty: the body as a whole."""

    field: str
    code: str
    facts: Mapping[str, Any]


def invalid(*faults: Fault) -> Problem:
    """The problem ``invalid`` for fields of a request."""
    spoken = language()
    listed = [
        {
            "field": clipped(fault.field),
            "fault": fault.code,
            "message": sentences(spoken)[fault.code].format(**fault.facts),
        }
        for fault in faults
    ]
    told = [f"{each['field']}: {each['message']}" if each["field"] else each["message"] for each in listed]
    return Problem("invalid", more={"errors": listed}, faults=told)


def of_messages(messages: Any, *path: str) -> list[Fault]:
    """What the library found, field by field: objects and lists of sentences within each other."""
    if isinstance(messages, Mapping):
        return [fault for name, below in messages.items() for fault in of_messages(below, *path, str(name))]
    if isinstance(messages, list):
        return [fault for each in messages for fault in of_messages(each, *path)]
    field = ".".join(name for name in path if name != "_schema")
    for code, form in _KNOWN.items():
        if found := form.fullmatch(str(messages)):
            return [Fault(field, code, found.groupdict())]
    return [Fault(field, OTHER, {"what": messages})]


@cache
def sentences(language: str) -> Mapping[str, str]:
    """What is said to every fault in a language."""
    return tomllib.loads((files("referee") / "texts" / f"fields.{language}.toml").read_text("utf-8"))
