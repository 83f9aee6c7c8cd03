"""Walk-ins: a list that the desk writes on the day.  Everybody on it is present; new players are registered."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from tournaments.players.entrant import Entrant
from tournaments.players.preview import Preview, apply


@dataclass(frozen=True, slots=True)
class DayList:
    """The result of a day's list.  ``entrants``: after it; ``checked_in``: the ids of those on it, in its order."""

    entrants: tuple[Entrant, ...]
    checked_in: tuple[str, ...]


def merge_day_list(preview: Preview, new_id: Callable[[], str]) -> DayList:
    """Merge a previewed day's list into the entrants; new ones are walk-ins.

    Raises `Faulty` with every fault of the list.
    """
    imported = apply(preview, new_id)
    known = {each.id for each in preview.before}
    return DayList(
        tuple(each if each.id in known else replace(each, walk_in=True) for each in imported.entrants),
        imported.listed,
    )
