"""What people read of an archive: whether it is the same, and the event in it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from referee.archives.verify import Verified
from tournaments.archive import records
from tournaments.archive.difference import said

MOST_SHOWN = 200
"""The most differences and decisions that a page lists; the command lists all."""


@dataclass(frozen=True, slots=True)
class ArchivedRank:
    """A row of the order after the last round."""

    rank: int
    number: int
    name: str
    games: int
    values: str


@dataclass(frozen=True, slots=True)
class ArchivedSeat:
    """A seat and its result; None for what is not known."""

    order: int
    number: int
    name: str
    assets: int | None
    place: int | None
    points: str


@dataclass(frozen=True, slots=True)
class ArchivedTable:
    """A table.  ``reports``: how many its log has."""

    number: int
    reports: int
    seats: Sequence[ArchivedSeat]


@dataclass(frozen=True, slots=True)
class ArchivedRound:
    """A round."""

    name: str
    tables: Sequence[ArchivedTable]


@dataclass(frozen=True, slots=True)
class OpenedView:
    """An archive that was verified.  ``final``: whether the order is the last word on the event."""

    name: str
    held_on: str
    venue: str
    same: bool
    public: bool
    verdict: str
    differences: Sequence[str]
    acts: Sequence[str]
    notes: Sequence[str]
    figures: str
    fingerprint: str
    final: bool
    ranks: Sequence[ArchivedRank]
    rounds: Sequence[ArchivedRound]


def opened_view(found: Verified, language: str) -> OpenedView:
    """What a reader sees of an archive, in their language."""
    archive = found.archive
    event = next(iter(archive.all(records.FiledEvent)), None)
    ranks = archive.all(records.FiledRank)
    last = max((each.after for each in ranks), default=0)
    return OpenedView(
        name=event.name if event is not None else "",
        held_on=event.held_on if event is not None else "",
        venue=event.venue if event is not None else "",
        same=not found.differences,
        public=archive.public,
        verdict=said("differs" if found.differences else "same", {"count": len(found.differences)}, language),
        differences=[each.sentence(language) for each in found.differences[:MOST_SHOWN]],
        acts=[each.sentence(language) for each in found.acts[:MOST_SHOWN]],
        notes=found.notes(language),
        figures=said("computed", found.counts, language),
        fingerprint=said("fingerprint", {"fingerprint": found.fingerprint}, language),
        final=any(each.final for each in ranks),
        ranks=[
            ArchivedRank(each.rank, each.number, each.name, each.games, each.values)
            for each in ranks
            if each.after == last
        ],
        rounds=_rounds(found),
    )


def _rounds(found: Verified) -> list[ArchivedRound]:
    archive = found.archive
    scores = {(each.round, each.table, each.player): each for each in archive.all(records.FiledScore)}
    reports = {(each.round, each.number): each.seq for each in archive.all(records.FiledTable)}
    seats: dict[int, dict[int, list[ArchivedSeat]]] = defaultdict(lambda: defaultdict(list))
    for each in archive.all(records.FiledSeat):
        score = scores.get((each.round, each.table, each.player))
        seats[each.round][each.table].append(
            ArchivedSeat(
                each.start_order,
                each.number,
                each.name,
                score.assets if score else None,
                score.place if score else None,
                score.points if score else "",
            )
        )
    names = {each.number: each.name for each in archive.all(records.FiledRound)}
    return [
        ArchivedRound(
            names.get(number) or str(number),
            [
                ArchivedTable(table, reports.get((number, table), 0), seats[number][table])
                for table in sorted(seats[number])
            ],
        )
        for number in sorted(seats)
    ]
