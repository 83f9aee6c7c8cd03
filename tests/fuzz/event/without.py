"""Guards of the service taken out, one at a time: what the laws find then, on days of any seed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from typing import Any, NamedTuple
from unittest.mock import patch

from referee.results import contest
from referee.standings import columns
from tournaments.qualification import qualify


class Guard(NamedTuple):
    """Something that keeps a law.  ``law``: the one; ``at``: what is replaced by ``by``, by dotted names."""

    law: str
    at: tuple[str, ...]
    by: Callable[..., Any]


def none(*_given: Any) -> tuple[()]:
    """Nothing."""
    return ()


def every_log(_session: Any, tables: Any) -> set[str]:
    """Every log counts that has lines."""
    return {table.id for table in tables if table.seq}


def in_the_place(context: Any, progress: Any, withdrawal: Any, *, real: Any = qualify._withdraw) -> Any:
    """Whoever moves up takes the seed of the one who has left."""
    gone = next((place for place, each in enumerate(progress.qualified) if each.player == withdrawal.player), None)
    found = real(context, progress, withdrawal)
    if gone is None or len(found.qualified) < len(progress.qualified):
        return found
    *stay, last = found.qualified
    return replace(found, qualified=(*stay[:gone], last, *stay[gone:]))


def without_the_beaten(facts: Any, shown: str, *, real: Any = contest.playoff_decisions) -> Iterator[Any]:
    """A playoff that ends level says nothing of who was beaten."""
    for each in real(facts, shown):
        yield replace(each, behind=())


def by_rows(seen: Any, standings: Any, _language: str) -> Any:
    """The cut counts rows, also of those who have left."""
    places = columns.advancing_places(seen)
    if places is None or standings.final or len(standings.rows) <= places:
        return None
    return columns.Cut(standings.rows[places].player, "")


GUARDS: Mapping[str, Guard] = {
    "1 seats of a final follow corrections": Guard("who sits", ("referee.stale.queries._seats",), none),
    "2 published places follow penalties": Guard("public is", ("referee.stale.queries._publication",), none),
    "3 a line in a log freezes nothing": Guard(
        "freezes nothing", ("referee.results.queries.counting_logs", "referee.events.queries.counting_logs"), every_log
    ),
    "4 who moves up comes last": Guard("moves up", ("tournaments.qualification.qualify._withdraw",), in_the_place),
    "5 who was beaten is not asked again": Guard(
        "was beaten", ("referee.results.contest.playoff_decisions",), without_the_beaten
    ),
    "8 the cut stands under who advances": Guard("the cut", ("referee.standings.columns.cut_of",), by_rows),
    "9 next knows what is to be drawn": Guard("next is", ("referee.desk.queries.seating_tasks",), none),
}
"""The guards by name, each with the number of the report that wanted it."""


@contextmanager
def without(name: str) -> Iterator[Guard]:
    """Take a guard out within a block."""
    guard = GUARDS[name]
    with ExitStack() as stack:
        for place in guard.at:
            stack.enter_context(patch(place, guard.by))
        yield guard
