"""The sources of a table's result: its log, a counted sheet, or points written down."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Required, TypedDict, TypeVar

import rulesets
from referee.core.problems import Problem
from referee.log.table_game import TableGame
from referee.results.at_table import AtTable
from tournaments.fault import Fault, Faulty
from tournaments.result import GameResult, PlayerResult
from tournaments.sheet.count import Counted, assets_objection, count
from tournaments.sheet.objection import Objection, open_objections
from tournaments.sheet.position import from_standing
from tournaments.sheet.sheet import CountedDeed, Pieces, PlayerSheet, TableSheet

LOG, SHEET, POINTS, LIST = "log", "sheet", "points", "list"


class SourceRow(TypedDict, total=False):
    """A player's row.  Not a dataclass, because it is recorded as given, with no defaults filled in."""

    player: Required[str]


class PiecesGiven(TypedDict):
    """Buildings, wherever they stand."""

    houses: int
    hotels: int


class DeedGiven(TypedDict):
    """A deed that somebody holds.  ``stands``: what stands there, as in a position."""

    deed: str
    mortgaged: bool
    stands: Mapping[str, Any]


class PlayerSheetGiven(SourceRow, total=False):
    """A player's counted sheet.  ``fell``: the number of the bankruptcy in the game; ``written``: the total that the
    judge wrote down.
    """

    cash: int | None
    notes: Mapping[int, int] | None
    deeds: Sequence[DeedGiven]
    groups: Mapping[str, PiecesGiven]
    pieces: PiecesGiven | None
    cards: Sequence[str]
    fell: int | None
    written: int | None


class SheetGiven(TypedDict, total=False):
    """The counted sheets of a table.  ``box``: how much money the box holds."""

    players: Required[Sequence[PlayerSheetGiven]]
    box: int | None


class CommentGiven(TypedDict):
    """A comment on an objection."""

    where: str
    code: str
    comment: str


class PointsGiven(SourceRow, total=False):
    """A player's result as a judge wrote it down."""

    points: Fraction | None
    place: int | None
    assets: int | None
    fell: int | None
    monopoly: bool


AnyRow = TypeVar("AnyRow", bound=SourceRow)


@dataclass(frozen=True, slots=True)
class ByLog:
    """A result by the table's log as it stands.  ``anyway``: even if the game is not over; ``signatures``: of the
    players by seat, as SVG paths.
    """

    anyway: bool
    signatures: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class BySheet:
    """A result by a counted sheet.  ``comments``: on objections that may be confirmed."""

    sheet: SheetGiven
    comments: Sequence[CommentGiven]


@dataclass(frozen=True, slots=True)
class ByPoints:
    """A result as a judge wrote it down.  ``comments``: on objections that may be confirmed."""

    rows: Sequence[PointsGiven]
    comments: Sequence[CommentGiven] = ()


@dataclass(frozen=True, slots=True)
class ReadResult:
    """A result as it was entered.

    ``recorded``: how it was entered, as JSON; ``result``: None if objections to a sheet leave nothing to count.
    ``objections``: all objections to a sheet; ``unsettled``: those that prevent entering it.  ``dice``: sums thrown for
    a bonus.
    """

    source: str
    recorded: Mapping[str, Any]
    result: GameResult | None
    objections: Sequence[Objection] = ()
    unsettled: Sequence[Objection] = ()
    dice: Mapping[str, int] = field(default_factory=dict)


def from_log(at: AtTable, game: TableGame, given: ByLog) -> ReadResult:
    """The result by the table's log as it stands.

    Raises the problem ``game_not_over``, and `Faulty` if the log leaves the order open or a signature is of no seat.
    """
    ruleset = game.game.ruleset
    if not given.anyway and not ruleset.over(game.game):
        raise Problem("game_not_over", more={"seq": game.seq, "due": ruleset.due(game.game)}, seq=game.seq)
    seat_of = {each.seat: each.player_id for each in at.seats}
    players = ruleset.position(game.game)["players"]
    if strangers := sorted(given.signatures.keys() - seat_of):
        known = {"seated": ", ".join(map(at.name, at.players))}
        raise Faulty([Fault("signatures", "player_not_seated", {"name": each, **known}) for each in strangers])
    result = from_standing(
        ruleset.standing(game.game),
        {seat: seat_of[seat] for seat in game.header["seats"] if seat in seat_of},
        at.round.number,
        at.table.number,
        [seat for seat, player in players.items() if player.get("out")],
    )
    signed = {seat_of[seat]: path for seat, path in given.signatures.items()}
    recorded = {"seq": game.seq, "head": game.head, **({"signatures": signed} if signed else {})}
    return ReadResult(LOG, recorded, result)


def from_sheet(at: AtTable, given: BySheet) -> ReadResult:
    """The result by a counted sheet, recomputed by the ruleset of the table.

    Raises `Faulty` if the sheet is not of the players at the table.
    """
    sheet, comments = given.sheet, given.comments
    header: dict[str, Any] = json.loads(at.table.header)
    rows = _in_start_order(at, sheet["players"])
    counted = count(
        TableSheet(
            at.round.number,
            at.table.number,
            header["ruleset"],
            tuple(_sheet_of(at, row) for row in rows),
            header.get("version"),
            header.get("edition"),
            header.get("options", {}),
            sheet.get("box"),
        )
    )
    commented = {(each["where"], each["code"]): each["comment"] for each in comments}
    left = open_objections(counted.objections, commented)
    return ReadResult(SHEET, _recorded(given, counted), counted.result, counted.objections, left)


def _sheet_of(at: AtTable, row: PlayerSheetGiven) -> PlayerSheet:
    pieces = row.get("pieces")
    return PlayerSheet(
        player=row["player"],
        name=at.name(row["player"]),
        cash=row.get("cash"),
        notes=row.get("notes"),
        deeds=tuple(
            CountedDeed(each["deed"], each.get("mortgaged", False), each.get("stands", {}))
            for each in row.get("deeds", ())
        ),
        groups={group: Pieces(**each) for group, each in row.get("groups", {}).items()},
        pieces=None if pieces is None else Pieces(**pieces),
        cards=tuple(row.get("cards", ())),
        fell=row.get("fell"),
        written=row.get("written"),
    )


def _recorded(given: BySheet, counted: Counted) -> dict[str, Any]:
    """The record of a sheet: as filled in, with its arithmetic."""
    lines = {
        each.player: [
            {"kind": line.kind, "key": line.key, "amount": line.amount, "detail": dict(line.detail)}
            for line in each.lines
        ]
        for each in counted.players
    }
    return {"sheet": given.sheet, "comments": list(given.comments), "lines": lines}


def from_points(at: AtTable, given: ByPoints) -> ReadResult:
    """The result as a judge wrote it down: points, a place, assets or a bankruptcy for each player.

    If all others went bankrupt, the dollars of the only player left need not be counted.  Raises `Faulty` with every
    fault.
    """
    ordered = _in_start_order(at, given.rows)
    survivor = sole_survivor(ordered)
    result = GameResult(
        at.round.number,
        at.table.number,
        tuple(
            PlayerResult(
                player=row["player"],
                start_order=order,
                assets=row.get("assets") or 0,
                fell=row.get("fell"),
                points=row.get("points"),
                place=row.get("place"),
                monopoly=row.get("monopoly", False),
                counted=row is not survivor or row.get("assets") is not None,
            )
            for order, row in enumerate(ordered, 1)
        ),
    )
    if faults := _faults(at, ordered):
        raise Faulty(faults)
    header: dict[str, Any] = json.loads(at.table.header)
    edition = (
        rulesets.load(header["ruleset"], header.get("version"))
        .start(header["seats"], header.get("edition"), header.get("options", {}))
        .state.table.edition
    )
    objections = assets_objection(edition, sum(row.get("assets") or 0 for row in ordered))
    commented = {(each["where"], each["code"]): each["comment"] for each in given.comments}
    recorded: dict[str, Any] = {"points": [_plain(row) for row in given.rows]}
    if given.comments:
        recorded["comments"] = list(given.comments)
    return ReadResult(POINTS, recorded, result, objections, open_objections(objections, commented))


def sole_survivor(rows: Sequence[PointsGiven]) -> PointsGiven | None:
    """The row of the only player left, if all others went bankrupt; None otherwise."""
    left = [row for row in rows if row.get("fell") is None]
    return left[0] if len(left) == 1 and len(rows) > 1 else None


def _in_start_order(at: AtTable, rows: Sequence[AnyRow]) -> list[AnyRow]:
    """The rows in start order.  Raises `Faulty` unless there is exactly one for each player at the table."""
    seated = ", ".join(at.name(player) for player in at.players)
    given = Counter(row["player"] for row in rows)
    where = {"round": at.round.number, "table": at.table.number}
    faults = [
        Fault("players", "player_not_seated", {"name": player, "seated": seated})
        for player in given
        if player not in at.players
    ]
    faults += [
        Fault("players", "player_twice_at_table", {"player": at.name(player), **where})
        for player, times in given.items()
        if times > 1 and player in at.players
    ]
    missing = [at.name(player) for player in at.players if player not in given]
    if missing:
        faults.append(Fault("players", "players_missing", {"names": ", ".join(missing)}))
    if faults:
        raise Faulty(faults)
    by_player = {row["player"]: row for row in rows}
    return [by_player[player] for player in at.players]


def _faults(at: AtTable, rows: Sequence[PointsGiven]) -> list[Fault]:
    """The faults of points written down, each with the player whom it is about."""
    return [*_row_faults(at, rows), *_gap_faults(at, rows), *_place_faults(rows), *_monopoly_faults(at, rows)]


def _row_faults(at: AtTable, rows: Sequence[PointsGiven]) -> Iterator[Fault]:
    """Yield the faults of single rows, and one if everybody is bankrupt."""
    fallen = [row["fell"] for row in rows if row.get("fell") is not None]
    survivor = sole_survivor(rows)
    for row in rows:
        name, fell = at.name(row["player"]), row.get("fell")
        if row is not survivor and all(row.get(key) is None for key in ("points", "place", "assets", "fell")):
            yield Fault(name, "result_empty")
        if fell is not None and row.get("assets"):
            yield Fault(name, "assets_of_bankrupt", {"assets": row["assets"]})
        if (fell or 0) > len(fallen):
            yield Fault(name, "bankruptcy_beyond", {"given": fell, "most": len(fallen)})
    if len(fallen) == len(rows):
        yield Fault("", "list_nobody_left")


def _gap_faults(at: AtTable, rows: Sequence[PointsGiven]) -> Iterator[Fault]:
    """Yield a fault for each field that is given for some players only."""
    survivor = sole_survivor(rows)
    for keys in (("points",), ("place",), ("assets", "fell")):
        inferred = [row for row in rows if "fell" in keys and row is survivor]
        lacking = [row for row in rows if row not in inferred and all(row.get(key) is None for key in keys)]
        if 0 < len(lacking) < len(rows):
            facts = {"count": len(rows) - len(lacking), "size": len(rows)}
            yield Fault(f"{at.name(lacking[0]['player'])}, {keys[0]}", "written_for_some", facts)


def _place_faults(rows: Sequence[PointsGiven]) -> Iterator[Fault]:
    """Yield a fault if places leave a gap, or if no place is skipped after a shared one."""
    places = [place for row in rows if (place := row.get("place")) is not None]
    if len(places) == len(rows) and any(place != 1 + sum(other < place for other in places) for place in places):
        yield Fault("", "places_unfit", {"places": ", ".join(map(str, sorted(places)))})


def _monopoly_faults(at: AtTable, rows: Sequence[PointsGiven]) -> list[Fault]:
    winners = [row for row in rows if row.get("monopoly")]
    if len(winners) > 1:
        return [Fault("", "two_monopoly_winners", {"round": at.round.number, "table": at.table.number})]
    left = [row for row in rows if row.get("assets") is not None and row.get("fell") is None]
    if winners and any(row is not winners[0] for row in left):
        return [Fault(at.name(winners[0]["player"]), "monopoly_with_others")]
    return []


def _plain(row: PointsGiven) -> dict[str, Any]:
    """A row as JSON."""
    return {key: str(value) if isinstance(value, Fraction) else value for key, value in row.items()}
