"""Who begins: the throws before the first turn, and those between equal players after the end."""

from __future__ import annotations

from typing import NamedTuple

from rulesets.classic.game.draft import Draft
from rulesets.classic.game.order import finished
from rulesets.classic.game.state import FREE, OVER, State
from rulesets.classic.ranking import standing
from rulesets.kernel.refusal import Refusal, refuse
from rulesets.kernel.report import Field, Form, mapped
from rulesets.kernel.track import fields
from rulesets.kernel.track.ranking import Throws
from rulesets.kernel.track.table import BANK


class RollOff(NamedTuple):
    """Throws for the starting order, or between equals after the end: pairs of seat and dice."""

    throws: tuple[tuple[int, tuple[int, int]], ...]


ROLL_OFF = Form("roll_off", RollOff, Field("dice", mapped(fields.seat, fields.dice, least=2)))


def groups(order: tuple[Throws, ...], seats: range) -> list[list[int]]:
    """Seats from the highest throw to the lowest, equal ones together."""
    sums = {seat: tuple(total for throws in order for thrower, total in throws if thrower == seat) for seat in seats}
    return [[seat for seat in seats if sums[seat] == key] for key in sorted(set(sums.values()), reverse=True)]


def untouched(state: State) -> bool:
    """Whether a position can be one before the first turn: nobody has moved, or has more deeds than were dealt."""
    owned = sum(holding.owner != BANK for holding in state.holdings)
    return (
        not (state.turn or state.doubles or state.pending or state.time_up)
        and all((player.space, player.jail, player.out) == (0, FREE, False) for player in state.players)
        and owned <= state.table.options["dealt_deeds"] * len(state.players)
    )


def totals(report: RollOff) -> Throws:
    return tuple((seat, sum(dice)) for seat, dice in report.throws)


def are_tied(state: State, seats: set[int]) -> bool:
    rows = standing(state)
    ranks = {row.rank for row in rows if row.player in seats}
    return len(ranks) == 1 and {row.player for row in rows if row.rank in ranks} == seats


def every_place_thrown_for(state: State, report: RollOff) -> list[Refusal] | None:
    """Before the first turn everybody throws, and tied players again; the seats follow the throws (JMA/MOVE-1).  After
    the end tied players throw (JMA/RANK-3).
    """
    table = state.table
    throwers = {seat for seat, _ in report.throws}
    named = [table.seats[seat] for seat in sorted(throwers)]
    if state.phase == OVER:
        if are_tied(state, throwers):
            return None
        return [refuse("roll_off_of_unequal", seats=named), *(finished(state, report) or ())]
    if state.begun or not untouched(state):
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


def first_place_thrown_for(state: State, report: RollOff) -> list[Refusal] | None:
    """Before the first turn everybody throws, and those tied at the top again; the highest thrower begins, the others
    follow as they sit.

    Clauses: CLASSIC-JA/PLAY-1, PLAY-2 and the same of US; WIKI/SETUP-9 to SETUP-11.
    """
    table = state.table
    if found := finished(state, report):
        return found
    if state.begun or not untouched(state):
        return [refuse("roll_off_too_late")]
    throwers = [seat for seat, _ in report.throws]
    named = [table.seats[seat] for seat in throwers]
    seats = range(len(table.seats))
    if not state.order:
        if throwers != list(seats):
            return [refuse("roll_off_incomplete", seats=list(table.seats), thrown=named)]
    elif len(top := groups(state.order, seats)[0]) == 1 or throwers != top:
        return [refuse("roll_off_of_unequal_start", seats=named)]
    highest = groups((*state.order, totals(report)), seats)[0]
    if 0 not in highest:
        return [refuse("first_differs", player=table.seats[highest[0]], first=table.seats[0])]
    return None


def roll_off(draft: Draft, report: RollOff) -> None:
    """Note the throws, which order equal players."""
    draft.order = (*draft.order, totals(report))
    draft.event("rolled_off", sums={draft.table.seats[seat]: total for seat, total in totals(report)})
