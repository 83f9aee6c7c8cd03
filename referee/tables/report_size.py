"""Limits on the size of a report and of a batch.

The largest report of the known games takes 180 bytes, a whole position 5 kB; a ruling's reason may have 2,000
letters, which take six bytes each in the stored JSON.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from referee.core.chain import canonical
from referee.core.http.field_faults import FieldFault, invalid
from referee.log.bench import is_ruling

MOST_BYTES = 4_096
"""The largest report, as the log stores it: ASCII JSON without spaces."""
MOST_BYTES_RULING = 20_000
MOST_BYTES_BATCH = 256_000
"""The most that the reports of one request may take together: a whole game and more."""
DEEPEST = 10
"""The deepest nesting of objects and lists; the report itself is the first level."""


def refuse_large(reports: Sequence[Any], field: str) -> None:
    """Refuse a request whose reports are too large or too deeply nested.  ``field``: the path of a report in the body,
    with ``{}`` for its index where there are several.  Raises the problem ``invalid``.
    """
    total = 0
    for place, report in enumerate(reports):
        size, most = len(canonical(report)), MOST_BYTES_RULING if is_ruling(report) else MOST_BYTES
        if size > most:
            raise invalid(FieldFault(field.format(place), "report_large", {"size": size, "most": most}))
        if not _is_shallow(report, DEEPEST):
            raise invalid(FieldFault(field.format(place), "report_deep", {"most": DEEPEST}))
        total += size
    if total > MOST_BYTES_BATCH:
        raise invalid(FieldFault(field.partition(".")[0], "batch_large", {"size": total, "most": MOST_BYTES_BATCH}))


def _is_shallow(value: dict[str, Any] | list[Any], levels: int) -> bool:
    """Whether objects and lists are nested at most ``levels`` deep."""
    if not levels:
        return False
    for each in value.values() if value.__class__ is dict else value:
        if (each.__class__ is dict or each.__class__ is list) and not _is_shallow(each, levels - 1):
            return False
    return True
