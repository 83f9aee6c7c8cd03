"""Ranking: who is ahead, and the throws that order equal players (JMA/RANK, MOVE-1)."""

from __future__ import annotations

from typing import Any, NamedTuple

from rulesets.classic import fields
from rulesets.classic.draft import Draft, View
from rulesets.classic.order import active, finished
from rulesets.classic.state import OVER, State
from rulesets.classic.worth import worth
from rulesets.kernel.refusal import Refusal, refuse
from rulesets.kernel.report import Field, Form, mapped

Throws = tuple[tuple[int, int], ...]
"""Seats with the sums that they threw."""


class Row(NamedTuple):
    """A line of the standing."""

    rank: int
    player: int
    worth: int
    out_at: int | None


def monopoly_win(view: View) -> bool:
    """Whether all others are bankrupt: the win called a monopoly win (JMA/RANK-1)."""
    return view.phase == OVER and len(active(view)) == 1


def standing(view: View) -> list[Row]:
    """Survivors by worth, the bankrupt below them, the longer survivor higher; equal players share a rank
    (JMA/RANK-2).
    """
    keyed: list[tuple[tuple[tuple[int, int], tuple[int, ...]], int, int]] = []
    for seat, player in enumerate(view.players):
        value = 0 if player.out else worth(view, seat)
        key = (0, player.out_at) if player.out else (1, value)
        keyed.append(((key, lots(view, seat)), seat, value))
    keyed.sort(key=lambda row: row[0], reverse=True)
    rows: list[Row] = []
    for place, (tie, seat, value) in enumerate(keyed):
        rank = rows[-1].rank if place and keyed[place - 1][0] == tie else place + 1
        player = view.players[seat]
        rows.append(Row(rank, seat, value, player.out_at or None if player.out else None))
    return rows


def lots(view: View, seat: int) -> tuple[int, ...]:
    """The sums that a seat threw to order equal players after the end (JMA/RANK-3)."""
    if view.phase != OVER:
        return ()
    return tuple(total for throws in view.order for thrower, total in throws if thrower == seat)


def as_json(view: View) -> list[dict[str, Any]]:
    """The standing as JSON objects."""
    win = monopoly_win(view)
    return [
        {
            "rank": row.rank,
            "player": view.table.seats[row.player],
            "worth": row.worth,
            "monopoly_win": win and not view.players[row.player].out,
            "out_at": row.out_at,
        }
        for row in standing(view)
    ]


class RollOff(NamedTuple):
    """Throws for the starting order, or between equals after the end: pairs of seat and dice."""

    throws: tuple[tuple[int, tuple[int, int]], ...]


ROLL_OFF = Form("roll_off", RollOff, Field("dice", mapped(fields.seat, fields.dice, least=2)))


def groups(order: tuple[Throws, ...], seats: range) -> list[list[int]]:
    """Seats from the highest throw to the lowest, equal ones together."""
    sums = {seat: tuple(total for throws in order for thrower, total in throws if thrower == seat) for seat in seats}
    return [[seat for seat in seats if sums[seat] == key] for key in sorted(set(sums.values()), reverse=True)]


def totals(report: RollOff) -> Throws:
    """The sums thrown."""
    return tuple((seat, sum(dice)) for seat, dice in report.throws)


def roll_off_due(state: State, report: RollOff) -> list[Refusal] | None:
    """Before the first turn everybody throws, and equal players again (JMA/MOVE-1); after the end, equals
    (JMA/RANK-3).
    """
    table = state.table
    throwers = {seat for seat, _ in report.throws}
    named = [table.seats[seat] for seat in sorted(throwers)]
    if state.phase == OVER:
        rows = standing(state)
        ranks = {row.rank for row in rows if row.player in throwers}
        tied = {row.player for row in rows if row.rank in ranks}
        if len(ranks) == 1 and tied == throwers:
            return None
        return [refuse("roll_off_of_unequal", seats=named), *(finished(state, report) or ())]
    if state.begun:
        return [refuse("roll_off_too_late")]
    seats = range(len(table.seats))
    if not state.order:
        if throwers != set(seats):
            return [refuse("roll_off_incomplete", seats=list(table.seats), thrown=named)]
    elif sorted(throwers) not in [group for group in groups(state.order, seats) if len(group) > 1]:
        return [refuse("roll_off_of_unequal_start", seats=named)]
    after = [seat for group in groups((*state.order, totals(report)), seats) for seat in group]
    if after != list(seats):
        return [refuse("order_differs", order=[table.seats[seat] for seat in after], seats=list(table.seats))]
    return None


def roll_off(draft: Draft, report: RollOff) -> None:
    """The throws are noted; they order equal players."""
    draft.order = (*draft.order, totals(report))
    draft.event("rolled_off", sums={draft.table.seats[seat]: total for seat, total in totals(report)})
