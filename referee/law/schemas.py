"""Request schemas of what devices report about their judging."""

from __future__ import annotations

from referee.core.http import fields
from referee.core.http.schemas import Line, Strict, WholeField

MOST_ENTRIES = 10**6


class DifferenceIn(Strict):
    """An answer of a device that differs from the server's."""

    seq = WholeField(0, MOST_ENTRIES, required=True, metadata={"description": "The number of the entry of the log."})
    report = fields.Dict(required=True, metadata={"description": "The judged report, as the device has it."})
    law = Line(40, required=True, metadata={"description": "The hash of the law that the device judges by."})
    answer = fields.Dict(required=True, metadata={"description": "The device's answer."})
