"""What people read of an archive: whether it is the same, and the event in it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace

from referee.archives.verify import Verified
from referee.core.pages.format import round_name
from referee.events.regulation import parse_regulation
from rulesets import Money
from tournaments.archive import derived, records
from tournaments.archive.difference import said
from tournaments.archive.unpack import OpenedArchive
from tournaments.fault import Faulty
from tournaments.lots import shown_lot
from tournaments.regulation.regulation import Regulation
from tournaments.standings.sentence import title

MOST_SHOWN = 200
"""The most differences and decisions that a page lists; the command lists all."""


@dataclass(frozen=True, slots=True)
class ArchivedRank:
    """A row of the order after the last round.  ``values``: by criterion, in the order of `OpenedView.criteria`."""

    rank: int
    number: int
    name: str
    games: int
    values: Sequence[str]


@dataclass(frozen=True, slots=True)
class ArchivedTeam:
    """A team in the order after the last round.  ``members``: the names of its players."""

    rank: int
    name: str
    members: str
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
class ArchivedStage:
    """A final stage.  ``name``: its key, such as semi; ``class_name``: the class whose it is, empty for the event's."""

    name: str
    seats: Sequence[derived.FiledStage]
    class_name: str


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
    organizer: str
    summary: str
    same: bool
    public: bool
    verdict: str
    differences: Sequence[str]
    acts: Sequence[str]
    notes: Sequence[str]
    figures: str
    confirmations: str
    fingerprint: str
    final: bool
    criteria: Sequence[str]
    money: Money
    ranks: Sequence[ArchivedRank]
    qualified: Sequence[derived.FiledQualified]
    stages: Sequence[ArchivedStage]
    teams: Sequence[ArchivedTeam]
    awards: Sequence[derived.FiledAward]
    rounds: Sequence[ArchivedRound]


def opened_view(found: Verified, language: str) -> OpenedView:
    """What a reader sees of an archive, in their language."""
    archive = found.archive
    event = next(iter(archive.all(records.FiledEvent)), None)
    ranks = archive.all(derived.FiledRank)
    last = max((each.after for each in ranks), default=0)
    regulation = max(archive.all(records.FiledRegulation), key=lambda each: each.number, default=None)
    rule = _readable(regulation.text) if regulation is not None else None
    titles = [title(each, language) for each in rule.standings.criteria] if rule is not None else []
    summary = {
        "regulation": rule.titles.get(language, rule.name) if rule is not None else "–",
        "players": len(archive.all(records.FiledPlayer)),
        "rounds": len(archive.all(records.FiledRound)),
        "tables": len(archive.all(records.FiledTable)),
    }
    return OpenedView(
        name=event.name if event is not None else "",
        held_on=event.held_on if event is not None else "",
        venue=event.venue if event is not None else "",
        organizer=event.organizer if event is not None else "",
        summary=said("summary", summary, language),
        same=not found.differences,
        public=archive.public,
        verdict=said("differs" if found.differences else "same", {"count": len(found.differences)}, language),
        differences=[each.sentence(language) for each in found.differences[:MOST_SHOWN]],
        acts=[each.sentence(language) for each in found.acts[:MOST_SHOWN]],
        notes=found.notes(language),
        figures=said("computed", found.counts, language),
        confirmations=found.confirmations(language),
        fingerprint=said("fingerprint", {"fingerprint": found.fingerprint}, language),
        final=any(each.final for each in ranks),
        criteria=titles,
        money=rule.game.money if rule is not None else Money(),
        ranks=[
            ArchivedRank(each.rank, each.number, each.name, each.games, _values(each.values, len(titles)))
            for each in ranks
            if each.after == last
        ],
        qualified=archive.all(derived.FiledQualified),
        stages=_stages(archive.all(derived.FiledStage)),
        teams=_teams(archive, last),
        awards=[_award(each) for each in archive.all(derived.FiledAward)],
        rounds=_rounds(found, language),
    )


def _readable(text: str) -> Regulation | None:
    """A regulation; None if nobody can read it."""
    try:
        return parse_regulation(text)
    except Faulty:
        return None


def _values(written: str, count: int) -> list[str]:
    """The values of a line, without their keywords; exactly as many as there are columns."""
    values = [each.partition(" ")[2] for each in written.split("; ")]
    return [*values, *[""] * count][:count]


def _stages(lines: Sequence[derived.FiledStage]) -> list[ArchivedStage]:
    return [
        ArchivedStage(name, [each for each in lines if (each.class_name, each.stage) == (of, name)], of)
        for of, name in dict.fromkeys((each.class_name, each.stage) for each in lines)
    ]


def _award(line: derived.FiledAward) -> derived.FiledAward:
    """A prize with its lot as people read it."""
    try:
        return replace(line, lot=shown_lot(int(line.lot or "")))
    except ValueError:
        return line


def _teams(archive: OpenedArchive, last: int) -> list[ArchivedTeam]:
    names = {each.id: each.name for each in archive.all(records.FiledPlayer)}
    return [
        ArchivedTeam(
            each.rank,
            each.team,
            ", ".join(names.get(player, player) for player in each.members),
            ", ".join(_values(each.values, each.values.count("; ") + 1)),
        )
        for each in archive.all(derived.FiledTeam)
        if each.after == last
    ]


def _rounds(found: Verified, language: str) -> list[ArchivedRound]:
    archive = found.archive
    scores = {(each.round, each.table, each.player): each for each in archive.all(derived.FiledScore)}
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
    names = {each.number: _round_name(each, language) for each in archive.all(records.FiledRound)}
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


def _round_name(line: records.FiledRound, language: str) -> str:
    try:
        return round_name(line.number, line, language)
    except (AttributeError, ValueError):  # names that the service does not write
        return line.name
