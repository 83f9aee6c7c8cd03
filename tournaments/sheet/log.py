"""The result of a table that kept a log, from its ruleset's standing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tournaments.fault import Fault, Faulty
from tournaments.result import GameResult, PlayerResult, places


def from_standing(
    standing: Sequence[Mapping[str, Any]],
    seated: Mapping[str, str],
    round: int,
    table: int,
    out: Sequence[str] = (),
) -> GameResult:
    """The result from ``ruleset.standing(game)`` (record format, Position; Monopoly City too, in thousands).

    ``seated``: the player's id of each seat, in turn order.  ``out``: seats that are out by the position; the standing
    alone does not show a bankrupt player whose place is unknown.  If equals were ordered by a roll-off, the places of
    the standing are entered in the result.  Raises `Faulty` if somebody's worth is open because of an unsettled tax, if
    seats do not match, or if the order of bankruptcies is open.
    """
    rows = {row["player"]: row for row in standing}
    faults = [Fault(seat, "seat_not_seated", {"given": seat}) for seat in rows if seat not in seated]
    faults += [Fault(seat, "seat_not_in_standing", {"given": seat}) for seat in seated if seat not in rows]
    faults += [Fault(seat, "worth_open", {"given": seat}) for seat, row in rows.items() if row["worth"] is None]
    won = any(row.get("monopoly_win") for row in standing)
    for seat, row in rows.items():
        fallen = seat in out or (won and not row.get("monopoly_win"))
        if fallen and row.get("out_at") is None:
            faults.append(Fault(seat, "bankruptcy_order_open", {"given": seat}))
    if faults:
        raise Faulty(faults)
    result = GameResult(
        round,
        table,
        tuple(
            PlayerResult(seated[seat], order, rows[seat]["worth"], rows[seat].get("out_at"))
            for order, seat in enumerate(seated, 1)
        ),
    )
    ranks = {seated[seat]: row["rank"] for seat, row in rows.items()}
    return result if places(result) == ranks else _with_places(result, ranks)


def _with_places(result: GameResult, ranks: Mapping[str, int]) -> GameResult:
    rows = tuple(
        PlayerResult(each.player, each.start_order, each.assets, each.fell, place=ranks[each.player])
        for each in result.players
    )
    return GameResult(result.round, result.table, rows)
