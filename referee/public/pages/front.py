"""The top of an event's page: who leads and where they sit now, and the tables that are playing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from referee.public.queries import PublicEvent, PublicTable

LEADERS = 5
"""The last rank shown.  Players tied at it are all shown, up to `MAX_LEADERS` in all."""
MAX_LEADERS = 10


@dataclass(frozen=True, slots=True)
class FrontLeader:
    """A player near the top.  ``table``: where they play now; None if they are not playing or tables are not shown."""

    rank: int
    name: str
    value: str
    table: PublicTable | None


@dataclass(frozen=True, slots=True)
class LiveTable:
    """A table that is playing now.  ``names``: of its players, in start order."""

    round: int
    number: int
    names: Sequence[str]


def live_tables(public: PublicEvent) -> list[LiveTable]:
    """The tables of the running round, if tables are shown; none between rounds."""
    if not _is_playing(public):
        return []
    assert public.round is not None
    return [
        LiveTable(each.round, each.number, [public.players[player].shown for player in each.players])
        for each in public.at(public.round.number)
    ]


def leaders(public: PublicEvent, standings: Mapping[str, Any] | None) -> list[FrontLeader]:
    """The leaders of the published standings.  ``standings``: as `referee.public.pages.text.standings` gives them."""
    rows = [row for row in standings["rows"] if row.rank <= LEADERS][:MAX_LEADERS] if standings else []
    now = public.round.number if public.round and _is_playing(public) else 0
    return [
        FrontLeader(row.rank, row.name, row.values[0] or "–", public.places.get(row.player, {}).get(now, (None, 0))[0])
        for row in rows
    ]


def _is_playing(public: PublicEvent) -> bool:
    running = public.round is not None and public.round.state == "running"
    return running and public.shows("seating") and public.shows("tables")
