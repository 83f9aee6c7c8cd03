"""A table's result as people and programs read it: names, places, points and the arithmetic behind them."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Annotated, Any

from referee.core.http.declared import view_schema
from referee.core.http.fields import OneOf
from referee.core.http.schemas import NoticeOut
from referee.core.language import text
from referee.core.rows import shown_as
from referee.log.table_game import TableGame
from referee.models import TableResult
from referee.players.importing import ImportedColumn
from referee.results.at_table import AtTable, game_at
from referee.results.confirming import AT_ONCE, LOOK_AGAIN, SECOND_PERSON, WAYS
from referee.results.facts import recorded_result
from referee.results.queries import CONFIRMED, ENTERED, NONE
from referee.results.sources import SOURCES, ReadResult
from rulesets import Money
from tournaments.fault import Fault, Faulty
from tournaments.points.score import Score, figure, reckoning
from tournaments.result import GameResult, PlayerResult, ending, places
from tournaments.results_list.preview import ResultsPreview
from tournaments.sheet.objection import CONFIRM, NOTE, REFUSE, Objection


def ended(result: GameResult, each: PlayerResult, language: str) -> str:
    """How a game ended for one of its players; empty for somebody who was left at its end."""
    found = ending(result, each)
    return text(language, f"result_ended_{found}", number=each.fell) if found else ""


@dataclass(frozen=True, slots=True)
class ObjectionView:
    """An objection to a sheet."""

    severity: Annotated[
        str,
        OneOf((REFUSE, CONFIRM, NOTE)),
        "refuse: impossible; confirm: needs a comment; note: for information.",
    ]
    where: Annotated[str, "The player's id or the deed's key that it is about, or empty."]
    code: str
    clause: str | None
    message: str
    settled: Annotated[bool, "Whether it no longer prevents the result."]


class ObjectionOut(view_schema(ObjectionView)):  # type: ignore[misc]
    """An objection to a sheet; problems nest it by its name."""

    class Meta:
        register = True


@dataclass(frozen=True, slots=True)
class SheetLine:
    """A line of the arithmetic of a sheet.  ``title``: the name of its deed or cards; empty for cash."""

    kind: Annotated[str, OneOf(("cash", "deed", "buildings", "card"))]
    key: str
    amount: int
    detail: Mapping[str, Any]
    title: str


@dataclass(frozen=True, slots=True)
class GamePlayer:
    """A player's result of a game.  ``fell``: the place in the order of going out; ``left``: by leaving the game."""

    player: str
    name: str
    start_order: int
    assets: int | None
    fell: int | None
    left: bool
    place: int
    monopoly_win: bool
    ended: Annotated[str, "How the game ended for the player, in words; empty for somebody who was left at its end."]
    points: Annotated[str | None, "Null if none are given, as in a final."]
    steps: Annotated[Sequence[str], "How the points were calculated, in sentences."]


@dataclass(frozen=True, slots=True)
class ResultPlayer(GamePlayer):
    """A player of a table's result.  ``dice``: the sum thrown for a bonus."""

    number: int | None
    seat: str | None
    dice: int | None
    lines: Sequence[SheetLine]
    signature: Annotated[str | None, "An SVG path in a box of 300 by 100."]


@dataclass(frozen=True, slots=True)
class ResultView:
    """A version of a table's result."""

    id: str
    table_id: str
    version: int
    source: Annotated[str, OneOf(SOURCES)]
    stands: Annotated[bool, "Whether this is the version that counts."]
    note: str | None
    entered: Annotated[Mapping[str, Any], "The data that was entered."]
    entered_by: str
    entered_account_id: str | None
    entered_at: int
    confirmed_by: str | None
    confirmed_account_id: str | None
    confirmed_at: int | None
    confirmed_how: Annotated[
        str | None,
        OneOf(WAYS),
        "By a second person, by all players' signatures, by whoever entered it looking again, or at once as the"
        " regulation wants; null before, and where nobody wrote it down.",
    ]
    players: Annotated[Sequence[ResultPlayer], "The players, by place."]


@dataclass(frozen=True, slots=True)
class ResultEntered:
    """The outcome: the new version (null after a trial), the counted players, and the objections."""

    result: ResultView | None
    players: Annotated[Sequence[ResultPlayer] | None, "Null if the objections leave nothing to count."]
    objections: Sequence[Annotated[ObjectionView, ObjectionOut]]


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
    """All versions of a table's result, the latest one first."""

    table_id: str
    round: int
    table: int
    state: Annotated[str, OneOf((NONE, ENTERED, CONFIRMED))]
    confirmation: Annotated[
        str,
        OneOf((SECOND_PERSON, LOOK_AGAIN, AT_ONCE)),
        "Who has to confirm now: a second person, anybody who looks at it again, or nobody.",
    ]
    version: Annotated[int, "The number of the latest version; 0: none."]
    seats: Sequence[SeatView]
    versions: Sequence[ResultView]


def table_results(at: AtTable, versions: Sequence[TableResult], confirmation: str, language: str) -> TableResultsView:
    """All versions of a table's result.

    ``versions``: the first one first; ``confirmation``: as `referee.results.confirming.wanted` has it.
    """
    latest = versions[-1] if versions else None
    return TableResultsView(
        table_id=at.table.id,
        round=at.round.number,
        table=at.table.number,
        state=NONE if latest is None else CONFIRMED if latest.confirmed_at is not None else ENTERED,
        confirmation=confirmation,
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
    return shown_as(
        ResultView,
        found,
        stands=stands,
        note=found.notes,
        entered={key: value for key, value in entered.items() if key not in ("lines", "signatures")},
        players=_players(at, result, dice, entered, game, language),
    )


def counted_players(at: AtTable, read: ReadResult, language: str) -> list[ResultPlayer] | None:
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
) -> list[ResultPlayer]:
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
        ResultPlayer(
            **asdict(each),
            number=at.entrants[each.player].number if each.player in at.entrants else None,
            seat=seat_of.get(each.player),
            dice=dice.get(each.player),
            lines=[SheetLine(**line, title=_title(line, game, language)) for line in lines.get(each.player, ())],
            signature=signatures.get(each.player),
        )
        for each in game_players(result, scores, names, at.regulation.game.money, language)
    ]


def game_players(
    result: GameResult, scores: Mapping[str, Score], names: Mapping[str, str], money: Money, language: str
) -> list[GamePlayer]:
    """The players of a game by place.  ``scores``: empty if no points are given; ``names``: by id;
    ``money``: of the game.
    """
    place = places(result)
    rows = []
    for each in result.players:
        score = scores.get(each.player)
        rows.append(
            GamePlayer(
                player=each.player,
                name=names.get(each.player, each.player),
                start_order=each.start_order,
                assets=each.assets if each.counted else None,
                fell=each.fell,
                left=each.left,
                place=place.get(each.player, result.size),
                monopoly_win=each.player == result.monopoly_winner,
                ended=ended(result, each, language),
                points=figure(score.points) if score else None,
                steps=list(reckoning(score, money, language)) if score else [],
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
    return [
        ObjectionView(
            each.severity, each.where, each.code, each.clause, each.messages[language], each not in read.unsettled
        )
        for each in listed
    ]


@dataclass(frozen=True, slots=True)
class ResultsImportRow:
    """A row of a list of results."""

    line: int
    values: Mapping[str, str]
    player: str | None
    faults: Sequence[Annotated[Fault, NoticeOut]]


@dataclass(frozen=True, slots=True)
class ResultsImportTable:
    """A table in a list."""

    round: int
    table: int
    status: Annotated[str, OneOf(("faulty", "new", "changed", "same"))]


@dataclass(frozen=True, slots=True)
class ResultsImportView:
    """An import, previewed or done."""

    applied: bool
    encoding: str
    delimiter: str
    recognised: Sequence[ImportedColumn]
    ignored: Sequence[str]
    faults: Annotated[Sequence[Annotated[Fault, NoticeOut]], "Faults of the list as a whole."]
    rows: Sequence[ResultsImportRow]
    tables: Sequence[ResultsImportTable]
    entered: Annotated[Sequence[str], "The ids of the versions that were entered."]


def import_view(preview: ResultsPreview, entered: Sequence[str] | None) -> ResultsImportView:
    """The view of an import.  ``entered``: the ids of the new versions; None for a preview."""
    return ResultsImportView(
        applied=entered is not None,
        encoding=preview.encoding,
        delimiter=preview.delimiter,
        recognised=[ImportedColumn(title, key) for title, key in preview.recognised],
        ignored=preview.ignored,
        faults=preview.list_faults,
        rows=[ResultsImportRow(row.line, row.values, row.player, row.faults) for row in preview.rows],
        tables=[ResultsImportTable(each.result.round, each.result.table, each.status) for each in preview.tables],
        entered=entered or (),
    )
