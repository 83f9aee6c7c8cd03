"""What the entries of the list of what is legal stand for: a report as it is, or a template of many.

A template names in ``choose`` the fields of the report that are to be filled in, and has beside it what they may be
(docs/library.md).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

Report = dict[str, Any]

VALUES = {"card": "cards", "option": "options", "result": "results", "with": "with", "deed": "districts"}
"""Where a template lists the values of a field, one of which is chosen."""
BOUNDS = frozenset(
    {*VALUES.values(), "choose", "deeds", "seats", "least", "step", "most", "lots", "residential", "industrial"}
)
"""What an entry has beside the fields of the report."""


def template(entry: Report, *choose: str) -> Report:
    """Return an entry whose fields ``choose`` are to be filled in."""
    return {**entry, "choose": list(choose)}


def base(entry: Report) -> Report:
    """The part of a template that its report has as it is."""
    return {name: value for name, value in entry.items() if name not in BOUNDS}


def filled(entry: Report) -> Iterator[Report]:
    """Yield the reports of a template with one field to choose: a throw as every pair of dice, a call at its lowest,
    deeds one by one, and every value that is listed.
    """
    (field,) = entry["choose"]
    known = base(entry)
    if field == "dice":
        for dice in product(range(1, 7), repeat=2):
            yield {**known, field: list(dice)}
    elif field == "amount":
        yield {**known, field: entry["least"]}
    elif field == "deeds":
        for deed in entry["deeds"]:
            yield {**known, field: [deed]}
    else:
        for value in entry[VALUES.get(field, "districts")]:
            yield {**known, field: value}
