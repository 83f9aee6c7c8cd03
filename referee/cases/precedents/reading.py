"""Reading a file of rulings, as it was sent to another event, with every fault of its form."""

from __future__ import annotations

from typing import Any

from marshmallow import ValidationError

from referee.cases.schemas.precedents import RulingsFile
from referee.core.http.field_faults import Fault, invalid, of_messages
from rulesets.kernel.record import read_line


def read_file(data: bytes) -> list[dict[str, Any]]:
    """The rulings of a file, in the form of `referee.cases.schemas.precedents.RulingIn`.

    Raises the problem ``invalid`` with every fault.
    """
    try:
        value = read_line(data.decode("utf-8-sig"))
    except ValueError as error:
        raise invalid(Fault("", "not_a_file_of_rulings", {})) from error
    try:
        found: list[dict[str, Any]] = RulingsFile().load(value)["rulings"]
    except ValidationError as error:
        raise invalid(*of_messages(error.messages)) from error
    return found
