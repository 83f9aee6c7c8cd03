"""Who is in the game, who comes next, and rules for reports of players who are in it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from rulesets.kernel.refusal import Refusal, refuse
from rulesets.kernel.report import Form
from rulesets.kernel.rule import Check, Rule
from rulesets.kernel.track.table import View


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


class Playing(Protocol):
    """A function that makes a rule of play: the fields ``players`` of its report name seats still in the game."""

    def __call__(
        self,
        form: Form,
        carry_out: Callable[[Any, Any], None],
        *checks: Check,
        players: tuple[str, ...] = ("player",),
        gate: tuple[Check, ...] = (),
    ) -> Rule: ...


def playing(*open_for: Check) -> Playing:
    """Return a maker of rules of play that hold while the checks ``open_for`` pass: the game runs, there is time."""

    def play(
        form: Form,
        carry_out: Callable[[Any, Any], None],
        *checks: Check,
        players: tuple[str, ...] = ("player",),
        gate: tuple[Check, ...] = (),
    ) -> Rule:
        present = (in_game(*players),) if players else ()
        return Rule(form, (*checks, *present), carry_out, gate=(*open_for, *gate))

    return play
