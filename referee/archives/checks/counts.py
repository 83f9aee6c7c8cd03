"""The results: every version counted again from what was entered, be it a log, a counted sheet or points."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

from marshmallow import ValidationError

from referee.archives.checks.logs import CheckedLog
from referee.archives.facts import Archived, entrant_of, facts_in
from referee.archives.naming import in_every_language, source, told
from referee.core.http.declared import body_schema
from referee.models import GameTable, Round, Seat
from referee.results.at_table import AtTable
from referee.results.commands import EnterResult
from referee.results.facts import players_json
from referee.results.sources import LOG, POINTS, SHEET, ReadResult, from_points, from_sheet
from rulesets.kernel.header import HeaderRefused
from tournaments.archive import records
from tournaments.archive.difference import Discrepancy
from tournaments.archive.files import LOGS
from tournaments.archive.unpack import OpenedArchive
from tournaments.fault import Faulty
from tournaments.players.shown import shown_names
from tournaments.sheet.position import from_standing

FILE = "results.jsonl"


def count_differences(archive: OpenedArchive, archived: Archived, logs: list[CheckedLog]) -> Iterator[Discrepancy]:
    """Yield where a result is not what follows from what was entered."""
    standings = {each.name: each.standings for each in logs}
    names = shown_names(archived.players)
    places = {(each.round, each.number): each for each in archived.tables}
    versions: dict[tuple[int, int], int] = {}
    for each in archive.numbered(records.FiledResult):
        line: records.FiledResult = each.value
        place = (line.round, line.table)
        table = places.get(place)
        if table is None:
            yield Discrepancy(FILE, each.number, "no_table", {"round": line.round, "table": line.table})
            continue
        if line.version != (wanted := versions.get(place, 0) + 1) and not archived.public:
            yield Discrepancy(FILE, each.number, "result_version", {"given": line.version, "wanted": wanted})
        versions[place] = line.version
        way = in_every_language(partial(source, line.source))
        try:
            again = _again(archive, archived, line, table, standings.get(table.log, {}))
        except Faulty as error:
            yield Discrepancy(FILE, each.number, "result_uncounted", {"why": told(error)})
            continue
        except HeaderRefused:
            continue  # the log's own check says that no game can be started from its header
        except (ValidationError, LookupError, TypeError, ValueError, AttributeError):
            yield Discrepancy(FILE, each.number, "result_unreadable", {"source": way})
            continue
        if again is not None and (differ := _differing(again, line.players)):
            players = ", ".join(names.get(player, player) for player in differ)
            yield Discrepancy(FILE, each.number, "result_differs", {"source": way, "players": players})


def _again(
    archive: OpenedArchive,
    archived: Archived,
    line: records.FiledResult,
    table: records.FiledTable,
    standings: Mapping[int, Any],
) -> list[Any] | None:
    """The players of a result, counted again; None for a list, of which only the outcome was entered."""
    at = at_archived(archive, archived, line, table)
    if line.source == LOG:
        if (found := standings.get(line.entered["seq"])) is None:
            return None  # the log's own check says where it cannot be judged
        standing, out, left = found
        header = json.loads(archive.texts[LOGS + table.log].split("\n", 1)[0])
        seats = {each.seat: each.player_id for each in at.seats}
        of_seats = {seat: seats[seat] for seat in header["seats"] if seat in seats}
        result = from_standing(standing, of_seats, line.round, line.table, out, left)
        return _rows(ReadResult(LOG, {}, result), line)
    if line.source not in (SHEET, POINTS):
        return None
    entered = {key: line.entered[key] for key in (line.source, "comments") if key in line.entered}
    given: EnterResult = body_schema(EnterResult)().load({"version": 0, **entered})
    if given.sheet is not None:
        return _rows(from_sheet(at, given.sheet, given.comments), line)
    return _rows(from_points(at, given.points or (), given.comments), line)


def _rows(read: ReadResult, line: records.FiledResult) -> list[Any] | None:
    if read.result is None:
        return None
    dice = {row["player"]: row["dice"] for row in line.players if row.get("dice") is not None}
    rows: list[Any] = json.loads(players_json(read.result, dice))
    return rows


def _differing(again: list[Any], kept: tuple[Any, ...]) -> list[str]:
    by_player = {row["player"]: row for row in again}
    known = {row.get("player"): dict(row) for row in kept}
    return sorted(str(each) for each in by_player.keys() | known.keys() if by_player.get(each) != known.get(each))


def at_archived(
    archive: OpenedArchive, archived: Archived, line: records.FiledResult, table: records.FiledTable
) -> AtTable:
    """A table as results need it, from an archive.  The players are those of the result, in their start order."""
    regulation = facts_in(archived, line.entered_at).regulation
    header = archive.texts.get(LOGS + table.log, "{}").split("\n", 1)[0]
    seats = [each for each in archived.seats if (each.round, each.table) == (line.round, line.table)]
    return AtTable(
        GameTable(
            id=table.id,
            event_id=archived.event.id,
            round_id=str(line.round),
            number=line.table,
            header=header,
            head=table.head,
            created_at=table.created_at,
        ),
        Round(event_id=archived.event.id, number=line.round, name="", created_at=0),
        [
            Seat(table_id=table.id, start_order=each.start_order, seat=each.seat, player_id=each.player)
            for each in seats
        ],
        {each.id: entrant_of(each) for each in archived.players},
        regulation,
        (),
    )
