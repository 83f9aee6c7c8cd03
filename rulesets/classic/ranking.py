"""Ranking: who is ahead (RANK, END; throws that order players: `starting`)."""

from __future__ import annotations

from typing import Any, NamedTuple

from rulesets.classic.game.draft import View
from rulesets.classic.game.state import OVER
from rulesets.classic.property.worth import worth
from rulesets.classic.turns import tax
from rulesets.kernel.track.order import active
from rulesets.kernel.track.ranking import ranked


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

    Clauses: CLASSIC-JA/END-1, US/END-1, US/SHORT-18, US/TIMED-2, WIKI/END-1, WIKI/SHORT-15, WIKI/TIMED-2.
    """
    players = view.players
    totals = [0 if player.out else worth(view, seat) for seat, player in enumerate(players)]
    keys = [
        ((0, player.out_at) if player.out else (1, totals[seat]), lots(view, seat))
        for seat, player in enumerate(players)
    ]
    return [
        Row(rank, seat, totals[seat], players[seat].out_at or None if players[seat].out else None)
        for rank, seat in ranked(keys)
    ]


def lots(view: View, seat: int) -> tuple[int, ...]:
    """The sums that a seat threw to order equal players after the end (JMA/RANK-3)."""
    if view.phase != OVER:
        return ()
    return tuple(total for throws in view.order for thrower, total in throws if thrower == seat)


def as_json(view: View) -> list[dict[str, Any]]:
    """Return the standing as JSON objects; a player's worth is hidden until that player has chosen a tax (TAX-3)."""
    win = monopoly_win(view)
    return [
        {
            "rank": row.rank,
            "player": view.table.seats[row.player],
            "worth": None if tax.due_choice(view, row.player) else row.worth,
            "monopoly_win": win and not view.players[row.player].out,
            "out_at": row.out_at,
        }
        for row in standing(view)
    ]
