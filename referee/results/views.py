"""A table's result as people and programs read it: names, places, points and the arithmetic behind them."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from referee.log.table_game import TableGame
from referee.models import TableResult
from referee.players.importing import ImportedColumn
from referee.results.at_table import AtTable, game_at
from referee.results.facts import recorded_result
from referee.results.queries import CONFIRMED, ENTERED, NONE
from referee.results.sources import ReadResult
from tournaments.fault import Fault, Faulty
from tournaments.points.score import Score, figure, reckoning
from tournaments.result import GameResult, places
from tournaments.results_list.preview import ResultsPreview
from tournaments.sheet.objection import Objection


@dataclass(frozen=True, slots=True)
class ObjectionView:
    """An objection to a sheet.  ``settled``: it no longer prevents the result."""

    severity: str
    where: str
    code: str
    clause: str | None
    message: str
    settled: bool


@dataclass(frozen=True, slots=True)
class SheetLineView:
    """A line of the arithmetic of a sheet.  ``title``: the name of its deed or cards; empty for cash."""

    kind: str
    key: str
    amount: int
    detail: Mapping[str, Any]
    title: str


@dataclass(frozen=True, slots=True)
class GamePlayerView:
    """A player's result of a game.  ``fell``: the number of the bankruptcy; ``points``: None if none are given, as in a
    final; ``steps``: how they are computed.
    """

    player: str
    name: str
    start_order: int
    assets: int | None
    fell: int | None
    place: int
    monopoly_win: bool
    points: str | None
    steps: Sequence[str]


@dataclass(frozen=True, slots=True)
class PlayerResultView(GamePlayerView):
    """A player of a table's result.  ``dice``: the sum thrown for a bonus; ``signature``: drawn at the table, an SVG
    path.
    """

    number: int | None
    seat: str | None
    dice: int | None
    lines: Sequence[SheetLineView]
    signature: str | None


@dataclass(frozen=True, slots=True)
class ResultView:
    """A version of a table's result.  ``stands``: whether it is the one that counts; ``players``: by place."""

    id: str
    table_id: str
    version: int
    source: str
    stands: bool
    note: str | None
    entered: Mapping[str, Any]
    entered_by: str
    entered_account_id: str | None
    entered_at: int
    confirmed_by: str | None
    confirmed_account_id: str | None
    confirmed_at: int | None
    players: Sequence[PlayerResultView]


@dataclass(frozen=True, slots=True)
class SeatView:
    """A player at a table."""

    player: str
    number: int
    name: str
    seat: str
    start_order: int


@dataclass(frozen=True, slots=True)
class TableResultsView:
    """All versions of a table's result, the latest one first.  ``version``: its number; 0: none."""

    table_id: str
    round: int
    table: int
    state: str
    confirmation: str
    version: int
    seats: Sequence[SeatView]
    versions: Sequence[ResultView]


def table_results(at: AtTable, versions: Sequence[TableResult], language: str) -> TableResultsView:
    """All versions of a table's result.  ``versions``: the first one first."""
    latest = versions[-1] if versions else None
    return TableResultsView(
        table_id=at.table.id,
        round=at.round.number,
        table=at.table.number,
        state=NONE if latest is None else CONFIRMED if latest.confirmed_at is not None else ENTERED,
        confirmation=at.regulation.results.confirmation,
        version=latest.version if latest else 0,
        seats=[
            SeatView(
                each.player_id, at.entrants[each.player_id].number, at.name(each.player_id), each.seat, each.start_order
            )
            for each in at.seats
        ],
        versions=result_views(at, versions, language),
    )


def result_views(at: AtTable, versions: Sequence[TableResult], language: str) -> list[ResultView]:
    """Versions of a table's result, the latest one first.  ``versions``: all of them, the first one first."""
    counts = max((each.version for each in versions if each.confirmed_at is not None), default=0)
    game = game_at(at.table.id)
    return [_result_view(at, each, each.version == counts, game, language) for each in reversed(versions)]


def _result_view(at: AtTable, found: TableResult, stands: bool, game: TableGame | None, language: str) -> ResultView:
    result, dice = recorded_result(found.players, at.round.number, at.table.number)
    entered = json.loads(found.entered)
    return ResultView(
        id=found.id,
        table_id=found.table_id,
        version=found.version,
        source=found.source,
        stands=stands,
        note=found.notes,
        entered={key: value for key, value in entered.items() if key not in ("lines", "signatures")},
        entered_by=found.entered_by,
        entered_account_id=found.entered_account_id,
        entered_at=found.entered_at,
        confirmed_by=found.confirmed_by,
        confirmed_account_id=found.confirmed_account_id,
        confirmed_at=found.confirmed_at,
        players=_players(at, result, dice, entered, game, language),
    )


def counted_players(at: AtTable, read: ReadResult, language: str) -> list[PlayerResultView] | None:
    """The players of a result by place, each with points; None if objections leave nothing to count."""
    if read.result is None:
        return None
    return _players(at, read.result, read.dice, read.recorded, game_at(at.table.id), language)


def _players(
    at: AtTable,
    result: GameResult,
    dice: Mapping[str, int],
    entered: Mapping[str, Any],
    game: TableGame | None,
    language: str,
) -> list[PlayerResultView]:
    """The players of a result by place.  ``entered``: may hold the arithmetic of a counted sheet (``lines``) and the
    ``signatures``, by player; ``game``: for the names of the deeds.
    """
    lines, signatures = entered.get("lines", {}), entered.get("signatures", {})
    result = at.counted(result)
    try:
        scores = at.scored(result, dice).scores
    except Faulty:  # the regulation was changed since: there is a result, but no points for it
        scores = {}
    seat_of = {each.player_id: each.seat for each in at.seats}
    names = {each.id: each.shown for each in at.entrants.values()}
    return [
        PlayerResultView(
            **asdict(each),
            number=at.entrants[each.player].number if each.player in at.entrants else None,
            seat=seat_of.get(each.player),
            dice=dice.get(each.player),
            lines=[SheetLineView(**line, title=_title(line, game, language)) for line in lines.get(each.player, ())],
            signature=signatures.get(each.player),
        )
        for each in game_players(result, scores, names, language)
    ]


def game_players(
    result: GameResult, scores: Mapping[str, Score], names: Mapping[str, str], language: str
) -> list[GamePlayerView]:
    """The players of a game by place.  ``scores``: empty if no points are given; ``names``: by id."""
    place = places(result)
    rows = []
    for each in result.players:
        score = scores.get(each.player)
        rows.append(
            GamePlayerView(
                player=each.player,
                name=names.get(each.player, each.player),
                start_order=each.start_order,
                assets=each.assets if each.counted else None,
                fell=each.fell,
                place=place.get(each.player, result.size),
                monopoly_win=each.player == result.monopoly_winner,
                points=figure(score.points) if score else None,
                steps=list(reckoning(score, language)) if score else [],
            )
        )
    return sorted(rows, key=lambda row: (row.place, row.start_order))


def _title(line: Mapping[str, Any], game: TableGame | None, language: str) -> str:
    key: str = line["key"]
    if game is None or line["kind"] not in ("deed", "buildings"):
        return key
    state = game.game.state
    return game.game.ruleset.mechanics.label(state.table, "deed", key, language) or key


def objection_views(listed: Sequence[Objection], read: ReadResult, language: str) -> list[ObjectionView]:
    """The views of objections to a sheet."""
    return [
        ObjectionView(
            each.severity, each.where, each.code, each.clause, each.messages[language], each not in read.unsettled
        )
        for each in listed
    ]


@dataclass(frozen=True, slots=True)
class ImportRowView:
    """A row of a list of results."""

    line: int
    values: Mapping[str, str]
    player: str | None
    faults: Sequence[Fault]


@dataclass(frozen=True, slots=True)
class ImportTableView:
    """A table in a list.  ``status``: faulty, new, changed or same."""

    round: int
    table: int
    status: str


@dataclass(frozen=True, slots=True)
class ImportView:
    """An import, previewed or done.  ``entered``: the ids of the versions that were entered."""

    applied: bool
    encoding: str
    delimiter: str
    recognised: Sequence[ImportedColumn]
    ignored: Sequence[str]
    faults: Sequence[Fault]
    rows: Sequence[ImportRowView]
    tables: Sequence[ImportTableView]
    entered: Sequence[str]


def import_view(preview: ResultsPreview, entered: Sequence[str] | None) -> ImportView:
    """The view of an import.  ``entered``: the ids of the new versions; None for a preview."""
    return ImportView(
        applied=entered is not None,
        encoding=preview.encoding,
        delimiter=preview.delimiter,
        recognised=[ImportedColumn(title, key) for title, key in preview.recognised],
        ignored=preview.ignored,
        faults=preview.list_faults,
        rows=[ImportRowView(row.line, row.values, row.player, row.faults) for row in preview.rows],
        tables=[ImportTableView(each.result.round, each.result.table, each.status) for each in preview.tables],
        entered=entered or (),
    )
