"""Who is in the game, and who comes next."""

from __future__ import annotations

from collections.abc import Callable

from rulesets.kernel.refusal import Refusal, refuse
from rulesets.kernel.table import View


def active(view: View) -> list[int]:
    """The seats still in the game, in turn order."""
    return [seat for seat, player in enumerate(view.players) if not player.out]


def after(view: View, seat: int) -> int:
    """The next seat in turn order that is still in the game, ``seat`` itself when it is the only one."""
    players = view.players
    count = len(players)
    for step in range(1, count + 1):
        other = (seat + step) % count
        if not players[other].out:
            return other
    return seat


def clockwise(view: View, start: int) -> list[int]:
    """All seats still in the game in turn order, from ``start`` on."""
    seats = active(view)
    return [seat for seat in seats if seat >= start] + [seat for seat in seats if seat < start]


def in_game(*names: str) -> Callable[[View, object], list[Refusal] | None]:
    """A check that the seats in the report's fields ``names`` are still in the game."""

    def in_game(state: View, report: object) -> list[Refusal] | None:
        players = state.players
        for name in names:
            number = getattr(report, name)
            if players[number].out:
                return [refuse("seat_is_out", player=state.table.seats[number])]
        return None

    return in_game
