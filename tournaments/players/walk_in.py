"""Walk-ins: the list that a desk writes on the day.  Whoever stands in it is there: new ones are registered."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from tournaments.players.entrant import Entrant
from tournaments.players.preview import Preview, apply


@dataclass(frozen=True, slots=True)
class DayList:
    """``entrants``: after the day's list; ``checked_in``: the ids of those who stand in it, in its order."""

    entrants: tuple[Entrant, ...]
    checked_in: tuple[str, ...]


def merge_day_list(preview: Preview, new_id: Callable[[], str]) -> DayList:
    """The day's list merged into the entrants that it was previewed with; somebody new is a walk-in.

    Raises `Faulty` with every fault of the list.
    """
    imported = apply(preview, new_id)
    known = {each.id for each in preview.before}
    return DayList(
        tuple(each if each.id in known else replace(each, walk_in=True) for each in imported.entrants),
        imported.listed,
    )
