"""What stood when: the beginning of a round, the regulation in force, the versions of results that were published."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

from tournaments.archive import records

START = "start"


def began(clock: Sequence[records.FiledClock], round_: int) -> int | None:
    """When a round began, None if it has not; a table that was started alone counts."""
    return min((each.at for each in clock if each.round == round_ and each.kind == START), default=None)


def regulation_at(regulations: Sequence[records.FiledRegulation], at: int | None) -> int:
    """The number of the version in force at a moment, None for now; 0 if there is none."""
    return max((each.number for each in regulations if at is None or each.made_at <= at), default=0)


def versions_at(results: Sequence[records.FiledResult], round_: int, at: int) -> dict[str, int]:
    """The version of each table's result that stood in a round at a moment, by the table's number."""
    found: Mapping[int, list[int]] = defaultdict(list)
    for each in results:
        if each.round == round_ and each.confirmed_at is not None and each.confirmed_at <= at:
            found[each.table].append(each.version)
    return {str(table): max(found[table]) for table in sorted(found)}
