"""Step C and the build button of the Trading Unit: when building is open, and what the button showed (CITY/BUILD)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from rulesets.city.game import fields as city_fields
from rulesets.city.game.draft import Draft
from rulesets.city.game.order import go_on, just_jailed, waits, whose
from rulesets.city.game.state import RAILROAD, State
from rulesets.kernel.refusal import Refusal, refuse
from rulesets.kernel.report import Field, Form
from rulesets.kernel.track import fields


class Press(NamedTuple):
    """The build button is pressed and shows a result."""

    player: int
    result: int


PRESS = Form("press", Press, Field("player", fields.seat), Field("result", city_fields.result))


def shown(result: int) -> int | str:
    """A result of the button as it is reported."""
    return "railroad" if result == RAILROAD else result


def in_own_turn(code: str, *, from_throw: bool) -> Callable[[State, Any], list[Refusal] | None]:
    """A check that it is the player's own turn, and nothing of step B is open (CITY/PLAY-5, PLAY-6, JAIL-4).

    ``code``: what is refused in the turn of another.  ``from_throw``: whether it waits for the throw, as the button
    does; after bail, a card or the jail fee the turn has begun, and its throw is still to come.
    """

    def in_own_turn(state: State, report: Any) -> list[Refusal] | None:
        seats = state.table.seats
        player = seats[report.player]
        if state.step is None or state.step.player != report.player:
            if just_jailed(state, report.player):
                return [refuse("no_building_from_jail_on", player=player)]
            turn = seats[whose(state)]
            return [refuse("throw_first", player=player) if turn == player else refuse(code, player=player, turn=turn)]
        early = from_throw and not state.step.thrown
        return waits(state) or ([refuse("throw_first", player=player)] if early else None)

    return in_own_turn


def pressable(state: State, report: Press) -> list[Refusal] | None:
    """Once for each throw (CITY/BUILD-8, PLAY-7)."""
    step = state.step
    if step is None or step.player != report.player or not step.result:
        return None
    return [refuse("pressed_before", player=state.table.seats[report.player], result=shown(step.result))]


def press(draft: Draft, report: Press) -> None:
    """The number shown is the most blocks that may be built; the sign is for one railroad (UNIT-3, BUILD-2)."""
    if draft.step is not None:
        left = 1 if report.result == RAILROAD else report.result
        draft.step = draft.step._replace(result=report.result, left=left)
    draft.event("pressed", player=draft.table.seats[report.player], result=shown(report.result))


def use(draft: Draft, number: int) -> None:
    """So much of the button's result has been built."""
    if draft.step is not None:
        draft.step = draft.step._replace(left=max(0, draft.step.left - number))


def use_right(draft: Draft, player: int) -> None:
    """The right that the space gave has been used."""
    if draft.step is not None:
        draft.step = draft.step._replace(right="")
    go_on(draft, player)
