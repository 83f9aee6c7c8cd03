"""The final count, the ranking, and the throws for the starting player (CITY/END, CITY/PLAY-2)."""

from __future__ import annotations

from typing import Any, NamedTuple

from rulesets.city.game.draft import Draft, View
from rulesets.city.game.state import FREE, OVER, State
from rulesets.city.property import rent
from rulesets.kernel.refusal import Refusal, refuse
from rulesets.kernel.report import Field, Form, mapped
from rulesets.kernel.track import fields
from rulesets.kernel.track.order import active
from rulesets.kernel.track.ranking import leading, ranked
from rulesets.kernel.track.table import BANK


def worth(view: View, player: int) -> int:
    """A player's worth in K: cash and the present rents of districts owned; mortgaged ones and pieces count nothing.

    Clauses: END-1, END-2, END-3, CLOCK-3.
    """
    rents = (rent.amount(view, deed) for deed, district in enumerate(view.districts) if district.owner == player)
    return view.players[player].cash + sum(rents)


class Row(NamedTuple):
    """A line of the standing; amounts in K."""

    rank: int
    player: int
    worth: int


def standing(view: View) -> list[Row]:
    """The standing: the greatest total first, equal totals sharing a rank; then the bankrupt, those out later higher.

    Clauses: WIN-1, END-4.
    """
    totals = [0 if player.out else worth(view, seat) for seat, player in enumerate(view.players)]
    keys = [(0, player.out_at) if player.out else (1, totals[seat]) for seat, player in enumerate(view.players)]
    return [Row(rank, seat, totals[seat]) for rank, seat in ranked(keys)]


def as_json(view: View) -> list[dict[str, Any]]:
    """The standing as JSON objects; ``invented``: the figures are not those of a real game."""
    last = view.phase == OVER and len(active(view)) == 1
    marked = {"invented": True} if view.table.edition.invented else {}
    return [
        {
            "rank": row.rank,
            "player": view.table.seats[row.player],
            "worth": row.worth,
            "monopoly_win": last and not view.players[row.player].out,
            "out_at": (view.players[row.player].out_at or None) if view.players[row.player].out else None,
            **marked,
        }
        for row in standing(view)
    ]


class RollOff(NamedTuple):
    """Throws for the start: pairs of seat and dice."""

    throws: tuple[tuple[int, tuple[int, int]], ...]


ROLL_OFF = Form("roll_off", RollOff, Field("dice", mapped(fields.seat, fields.dice, least=2)))


def leaders(view: View) -> list[int]:
    """The seats that have to throw for the start: all, then those tied at the top; one seat once decided (PLAY-2)."""
    return leading(range(len(view.players)), view.order)


def untouched(state: State) -> bool:
    """Whether a position can be one before the first turn: nobody has moved, or owns a district."""
    return (
        not (state.turn or state.doubles or state.pending or state.time_up)
        and all((player.space, player.jail, player.out) == (0, FREE, False) for player in state.players)
        and all(district.owner == BANK for district in state.districts)
    )


def roll_off_due(state: State, report: RollOff) -> list[Refusal] | None:
    """Before the game all throw, then those tied at the top; the highest must be the first seat (CITY/PLAY-2)."""
    seats = state.table.seats
    if state.begun or not untouched(state):
        return [refuse("start_decided", player=seats[leaders(state)[0]] if state.order else seats[0])]
    due = leaders(state)
    thrown = dict(report.throws)
    if len(due) == 1 or set(due) != set(thrown):
        facts = {"seats": [seats[seat] for seat in due], "thrown": [seats[seat] for seat in sorted(thrown)]}
        return [refuse("throws_for_start", **facts)]
    best = max(sum(dice) for dice in thrown.values())
    highest = [seat for seat in due if sum(thrown[seat]) == best]
    if 0 not in highest:
        return [refuse("highest_starts", player=seats[highest[0]], first=seats[0])]
    return None


def roll_off(draft: Draft, report: RollOff) -> None:
    """Record the throws: the highest starts, and play goes clockwise (PLAY-2)."""
    sums = tuple((seat, sum(dice)) for seat, dice in report.throws)
    draft.order = (*draft.order, sums)
    draft.event("rolled_off", sums={draft.table.seats[seat]: total for seat, total in sums})
