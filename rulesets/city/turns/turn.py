"""Step A: the throw that begins or continues a turn (CITY/PLAY)."""

from __future__ import annotations

from typing import NamedTuple

from rulesets.city.game.draft import Draft
from rulesets.city.game.order import begin_turn, may_throw
from rulesets.city.game.state import FREE, State, Step
from rulesets.city.turns import jail, landing, movement
from rulesets.kernel.refusal import Refusal
from rulesets.kernel.report import Field, Form
from rulesets.kernel.track import fields


class Roll(NamedTuple):
    """A throw of two dice."""

    player: int
    dice: tuple[int, int]


ROLL = Form("roll", Roll, Field("player", fields.seat), Field("dice", fields.dice))


def in_turn(state: State, report: Roll) -> list[Refusal] | None:
    """The player whose turn it is throws, once nothing else is due (CITY/PLAY-8)."""
    return may_throw(state, report.player)


def roll(draft: Draft, report: Roll) -> None:
    """Move by the sum and land; a double gives another throw and another right to build, the third leads to jail.

    Clauses: PLAY-4, PLAY-7, OVER-4, RAIL-7, JAIL-3.
    """
    player, dice = report
    draft.event("thrown", player=draft.table.seats[player], dice=list(dice))
    begin_turn(draft, player)
    if draft.players[player].jail != FREE:
        jail.throw(draft, player, dice)
        return
    first, second = dice
    doubles = draft.doubles + 1 if first == second else 0
    if doubles == draft.table.figures.most_doubles:
        movement.go_to_jail(draft, player, "doubles")
        return
    draft.doubles = doubles
    move_on(draft, player, first + second)


def move_on(draft: Draft, player: int, steps: int) -> None:
    """Move by a throw and land; from there on steps B and C are open."""
    draft.step = Step(player, landed=True)
    movement.forward(draft, player, steps)
    landing.land(draft, player)
