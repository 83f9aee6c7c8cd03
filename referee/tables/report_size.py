"""A report is small: how large one may be, and a batch of them.

The largest of the games that are known takes 180 bytes, a whole position 5 kB; a ruling's reason may have 2,000
letters, which take six bytes each as the log keeps them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from referee.core.chain import canonical
from referee.core.http.field_faults import Fault, invalid
from referee.log.bench import is_ruling

MOST_BYTES = 4_096
"""What a report may take as the log keeps it: JSON in ASCII, without spaces."""
MOST_BYTES_RULING = 20_000
MOST_BYTES_BATCH = 256_000
"""What the reports of one request may take together: a whole game and more."""
DEEPEST = 10
"""How many objects and lists may lie within each other, the report itself the first."""


def refuse_large(reports: Sequence[Any], field: str) -> None:
    """Refuse reports of one request that are larger than reports are.  ``field``: what they stand in; with ``{}`` for
    its place where there are several.  Raises the problem ``invalid``.
    """
    total = 0
    for place, report in enumerate(reports):
        size, most = len(canonical(report)), MOST_BYTES_RULING if is_ruling(report) else MOST_BYTES
        if size > most:
            raise invalid(Fault(field.format(place), "report_large", {"size": size, "most": most}))
        if not _is_flat(report, DEEPEST):
            raise invalid(Fault(field.format(place), "report_deep", {"most": DEEPEST}))
        total += size
    if total > MOST_BYTES_BATCH:
        raise invalid(Fault(field.partition(".")[0], "batch_large", {"size": total, "most": MOST_BYTES_BATCH}))


def _is_flat(value: dict[str, Any] | list[Any], levels: int) -> bool:
    """Whether objects and lists lie within each other to so many levels at most."""
    if not levels:
        return False
    for each in value.values() if value.__class__ is dict else value:
        if (each.__class__ is dict or each.__class__ is list) and not _is_flat(each, levels - 1):
            return False
    return True
