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
    """A result of the button as it appears in reports."""
    return "railroad" if result == RAILROAD else result


def in_own_turn(code: str, *, from_throw: bool) -> Callable[[State, Any], list[Refusal] | None]:
    """Return a check that it is the player's own turn, and step B is settled (CITY/PLAY-5, PLAY-6, JAIL-4).

    ``code``: the refusal in another player's turn.  ``from_throw``: whether the throw must have been made, as for the
    button; after bail, a card or the jail fee the turn has begun, but its throw is still to come.
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
    """The button is pressed once per throw (CITY/BUILD-8, PLAY-7)."""
    step = state.step
    if step is None or step.player != report.player or not step.result:
        return None
    return [refuse("pressed_before", player=state.table.seats[report.player], result=shown(step.result))]


def press(draft: Draft, report: Press) -> None:
    """Store the result: a number is the most blocks that may be built, the sign is one railroad (UNIT-3, BUILD-2)."""
    if draft.step is not None:
        left = 1 if report.result == RAILROAD else report.result
        draft.step = draft.step._replace(result=report.result, left=left)
    draft.event("pressed", player=draft.table.seats[report.player], result=shown(report.result))


def use(draft: Draft, number: int) -> None:
    """Subtract what has been built from the button's result."""
    if draft.step is not None:
        draft.step = draft.step._replace(left=max(0, draft.step.left - number))


def use_right(draft: Draft, player: int) -> None:
    """Use up the right given by the space."""
    if draft.step is not None:
        draft.step = draft.step._replace(right="")
    go_on(draft, player)
