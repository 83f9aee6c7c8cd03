"""The sources of a table's result: its log, a counted sheet, or points written down."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from fractions import Fraction
from typing import Annotated, Any, Protocol, TypeVar

import rulesets
from referee.core.http.fields import Length
from referee.core.http.schemas import Line, Lines
from referee.core.problems import Problem
from referee.core.service import service
from referee.counts.sheets import Signature
from referee.log.standing import left_by, seats_out
from referee.log.table_game import TableGame, TableGames
from referee.results.at_table import AtTable
from tournaments.fault import Fault, Faulty
from tournaments.result import GameResult, PlayerResult, PointsRow
from tournaments.sheet.count import assets_objection, count
from tournaments.sheet.objection import Objection, open_objections
from tournaments.sheet.position import from_standing
from tournaments.sheet.sheet import Sheet, TableSheet

LOG, SHEET, POINTS, LIST = SOURCES = ("log", "sheet", "points", "list")


@dataclass(frozen=True, slots=True)
class ByLog:
    """The result according to the table's log as it stands."""

    anyway: Annotated[bool, "Whether to enter it although the game is not over; then a `note` is required."] = False
    signatures: Annotated[
        Mapping[Annotated[str, Line(12)], Annotated[str, Signature()]],
        Length(max=12),
        "The players' signatures by seat, drawn on the table's device.",
    ] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Comment:
    """A comment on an objection."""

    where: Annotated[str, Line(200, least=0)]
    code: Annotated[str, Line(100)]
    comment: Annotated[str, Lines(2000)]


class SourceRow(Protocol):
    """A player's row in a source."""

    @property
    def player(self) -> str: ...


AnyRow = TypeVar("AnyRow", bound=SourceRow)


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
    if strangers := sorted(given.signatures.keys() - seat_of):
        known = {"seated": ", ".join(map(at.name, at.players))}
        raise Faulty([Fault("signatures", "player_not_seated", {"name": each, **known}) for each in strangers])
    result = from_standing(
        ruleset.standing(game.game),
        {seat: seat_of[seat] for seat in game.header["seats"] if seat in seat_of},
        at.round.number,
        at.table.number,
        seats_out(game.game),
        left_by(service().part(TableGames), game),
    )
    signed = {seat_of[seat]: path for seat, path in given.signatures.items()}
    recorded = {"seq": game.seq, "head": game.head, **({"signatures": signed} if signed else {})}
    return ReadResult(LOG, recorded, result)


def from_sheet(at: AtTable, sheet: Sheet, comments: Sequence[Comment]) -> ReadResult:
    """The result by a counted sheet, recomputed by the ruleset of the table.  ``comments``: on objections that may be
    confirmed.

    Raises `Faulty` if the sheet is not of the players at the table.
    """
    header: dict[str, Any] = json.loads(at.table.header)
    counted = count(
        TableSheet(
            _in_start_order(at, sheet.players),
            sheet.box,
            round=at.round.number,
            table=at.table.number,
            ruleset=header["ruleset"],
            version=header.get("version"),
            edition=header.get("edition"),
            options=header.get("options", {}),
            names={player: at.name(player) for player in at.players},
        )
    )
    left = open_objections(counted.objections, _commented(comments))
    lines = {each.player: [asdict(line) for line in each.lines] for each in counted.players}
    recorded = {"sheet": _plain(sheet), "comments": [_plain(each) for each in comments], "lines": lines}
    return ReadResult(SHEET, recorded, counted.result, counted.objections, left)


def from_points(at: AtTable, rows: Sequence[PointsRow], comments: Sequence[Comment] = ()) -> ReadResult:
    """The result as a judge wrote it down: points, a place, assets or a bankruptcy for each player.

    If all others went bankrupt, the dollars of the only player left need not be counted.  ``comments``: on objections
    that may be confirmed.  Raises `Faulty` with every fault.
    """
    ordered = _in_start_order(at, rows)
    survivor = sole_survivor(ordered)
    result = GameResult(
        at.round.number,
        at.table.number,
        tuple(
            PlayerResult(
                player=row.player,
                start_order=order,
                assets=row.assets or 0,
                fell=row.fell,
                left=row.left and row.fell is not None,
                points=row.points,
                place=row.place,
                monopoly=row.monopoly,
                counted=row is not survivor or row.assets is not None,
            )
            for order, row in enumerate(ordered, 1)
        ),
    )
    if faults := _faults(at, ordered):
        raise Faulty(faults)
    header: dict[str, Any] = json.loads(at.table.header)
    ruleset, edition = rulesets.load(header["ruleset"], header.get("version")), header.get("edition")
    together = sum(row.assets or 0 for row in ordered)
    objections = assets_objection(ruleset.assets(edition), ruleset.money(edition), together)
    recorded: dict[str, Any] = {"points": [_plain(row) for row in rows]}
    if comments:
        recorded["comments"] = [_plain(each) for each in comments]
    return ReadResult(POINTS, recorded, result, objections, open_objections(objections, _commented(comments)))


def _commented(comments: Sequence[Comment]) -> dict[tuple[str, str], str]:
    return {(each.where, each.code): each.comment for each in comments}


def _plain(given: Any) -> dict[str, Any]:
    """What was given as it is recorded: as JSON, without what was left out."""
    return asdict(given, dict_factory=_filled)


def _filled(items: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    return {key: str(value) if isinstance(value, Fraction) else value for key, value in items if value is not None}


def sole_survivor(rows: Sequence[PointsRow]) -> PointsRow | None:
    """The row of the only player left, if all others went bankrupt; None otherwise."""
    left = [row for row in rows if row.fell is None]
    return left[0] if len(left) == 1 and len(rows) > 1 else None


def _in_start_order(at: AtTable, rows: Sequence[AnyRow]) -> list[AnyRow]:
    """The rows in start order.  Raises `Faulty` unless there is exactly one for each player at the table."""
    seated = ", ".join(at.name(player) for player in at.players)
    given = Counter(row.player for row in rows)
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
    by_player = {row.player: row for row in rows}
    return [by_player[player] for player in at.players]


def _faults(at: AtTable, rows: Sequence[PointsRow]) -> list[Fault]:
    """The faults of points written down, each with the player whom it is about."""
    return [*_row_faults(at, rows), *_gap_faults(at, rows), *_place_faults(rows), *_monopoly_faults(at, rows)]


def _row_faults(at: AtTable, rows: Sequence[PointsRow]) -> Iterator[Fault]:
    """Yield the faults of single rows, and one if everybody is bankrupt."""
    fallen = [row.fell for row in rows if row.fell is not None]
    survivor = sole_survivor(rows)
    for row in rows:
        name, fell = at.name(row.player), row.fell
        if row is not survivor and all(getattr(row, key) is None for key in ("points", "place", "assets", "fell")):
            yield Fault(name, "result_empty")
        if fell is not None and row.assets:
            yield Fault(name, "assets_of_bankrupt", {"assets": row.assets})
        if (fell or 0) > len(fallen):
            yield Fault(name, "bankruptcy_beyond", {"given": fell, "most": len(fallen)})
    if len(fallen) == len(rows):
        yield Fault("", "list_nobody_left")


def _gap_faults(at: AtTable, rows: Sequence[PointsRow]) -> Iterator[Fault]:
    """Yield a fault for each kind of entry that is given for some players only."""
    survivor = sole_survivor(rows)
    for code, *keys in (
        ("points_for_some", "points"),
        ("places_for_some", "place"),
        ("assets_for_some", "assets", "fell"),
    ):
        inferred = [row for row in rows if "fell" in keys and row is survivor]
        lacking = [row for row in rows if row not in inferred and all(getattr(row, key) is None for key in keys)]
        if 0 < len(lacking) < len(rows):
            facts = {"count": len(rows) - len(lacking), "size": len(rows)}
            yield Fault(at.name(lacking[0].player), code, facts)


def _place_faults(rows: Sequence[PointsRow]) -> Iterator[Fault]:
    """Yield a fault if places leave a gap, or if no place is skipped after a shared one."""
    places = [place for row in rows if (place := row.place) is not None]
    if len(places) == len(rows) and any(place != 1 + sum(other < place for other in places) for place in places):
        yield Fault("", "places_unfit", {"places": ", ".join(map(str, sorted(places)))})


def _monopoly_faults(at: AtTable, rows: Sequence[PointsRow]) -> list[Fault]:
    winners = [row for row in rows if row.monopoly]
    if len(winners) > 1:
        return [Fault("", "two_monopoly_winners", {"round": at.round.number, "table": at.table.number})]
    left = [row for row in rows if row.assets is not None and row.fell is None]
    if winners and any(row is not winners[0] for row in left):
        return [Fault(at.name(winners[0].player), "monopoly_with_others")]
    return []
