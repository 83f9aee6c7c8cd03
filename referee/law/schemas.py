"""The forms of what devices say about their judging."""

from __future__ import annotations

from referee.core.http import fields
from referee.core.http.schemas import Line, Strict, Whole

MOST_ENTRIES = 10**6


class DifferenceIn(Strict):
    """An answer that a device has given, and that the server gives otherwise."""

    seq = Whole(0, MOST_ENTRIES, required=True, metadata={"description": "The entry of the log that it is about."})
    report = fields.Dict(required=True, metadata={"description": "The report that was judged, as the device has it."})
    law = Line(40, required=True, metadata={"description": "The law that the device judges by, by its hash."})
    answer = fields.Dict(required=True, metadata={"description": "What the device has answered."})
