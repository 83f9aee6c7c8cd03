"""The throw that begins or continues a turn (JMA/MOVE)."""

from __future__ import annotations

from typing import NamedTuple

from rulesets.classic.game.draft import Draft, View
from rulesets.classic.game.order import halted, may_throw, not_in_turn
from rulesets.classic.game.pending import Debt, Pending, Throw, is_fee
from rulesets.classic.game.state import BETWEEN_TURNS, FREE, TURN, State
from rulesets.classic.property import rent_claim
from rulesets.classic.turns import jail, landing, movement
from rulesets.kernel.refusal import Refusal, refuse
from rulesets.kernel.report import Field, Form, flag
from rulesets.kernel.track import fields


class Roll(NamedTuple):
    """A throw of two dice; ``off_board``: it is void and made again."""

    player: int
    dice: tuple[int, int]
    off_board: bool


ROLL = Form(
    "roll",
    Roll,
    Field("player", fields.seat),
    Field("dice", fields.dice),
    Field("off_board", flag, required=False, default=False),
)


def utility_throw(view: View) -> Throw | None:
    """Return the throw for utility rent that is due, or None."""
    for entry in view.pending:
        if type(entry) is Throw and entry.why == "utility_rent":
            return entry
    return None


def in_turn(state: State, report: Roll) -> list[Refusal] | None:
    """The player in turn throws, when nothing else is due (JMA/MOVE-5, WINDOW-2); throws for utility rent go first."""
    if state.pending and (due := utility_throw(state)) is not None:
        if due.player == report.player:
            return None
        seats = state.table.seats
        return [
            refuse("utility_throw_first", player=seats[report.player], turn=seats[due.player]),
            not_in_turn(state, report.player, due.player),
        ]
    return may_throw(state, report.player)


def roll(draft: Draft, report: Roll) -> None:
    """Move by the sum and land; after a double the player throws again, the third leads to jail; a void throw changes
    nothing.

    A throw that a ruling lets stand ends the turn before it: debts stay due, everything else that was due is gone.

    Clauses: JMA/MOVE-3, MOVE-4, RENT-4; CLASSIC-JA/PLAY-3, PLAY-5, PLAY-6, PLAY-8, PLAY-9, PLAY-10, JAIL-3, JAIL-7 and
    the same of US; WIKI/PLAY-1, PLAY-4, PLAY-5, PLAY-6, JAIL-3, REST-2.
    """
    player, dice, off_board = report
    table = draft.table
    if off_board:
        draft.event("void_throw", player=table.seats[player], dice=list(dice))
        return
    first, second = dice
    draft.events.append({"kind": "thrown", "player": table.seats[player], "dice": [first, second]})
    if draft.pending:
        due = utility_throw(draft)
        if due is not None and due.player == player:
            pay_by_throw(draft, due, dice)
            return
        after_bail = any(
            type(entry) is Throw and (entry.player, entry.why) == (player, "turn") for entry in draft.pending
        )
        draft.keep_due(lambda entry: _outlives(entry, player))
        draft.pending = tuple(_without_move(entry) for entry in draft.pending)
    else:
        after_bail = False
    begins = draft.phase == BETWEEN_TURNS or draft.turn != player
    if draft.rents and (begins or after_bail):
        rent_claim.lapse(draft, player)
    draft.inherited = ()
    draft.fell_at = 0
    if begins:
        draft.phase = TURN
        draft.turn = player
        draft.doubles = 0
    draft.begun = True
    draft.declared = draft.excluded = ()
    if draft.talks or draft.deals or draft.offers:
        draft.close_window()
    if halted(draft):
        draft.last_throw = True
    if draft.players[player].jail != FREE:
        jail.throw(draft, player, dice)
        return
    doubles = draft.doubles + 1 if first == second else 0
    if doubles == table.figures.most_doubles:
        movement.go_to_jail(draft, player, "doubles")
        return
    draft.doubles = doubles
    movement.forward(draft, player, first + second)
    landing.land(draft, player, first + second)


def _outlives(entry: object, thrower: int) -> bool:
    return type(entry) is Debt and not (is_fee(entry) and entry.player == thrower)


def _without_move(entry: Pending) -> Pending:
    """Return an entry that outlives its turn; a jail fee loses the move that it would have led to."""
    return entry._replace(dice=None) if type(entry) is Debt and is_fee(entry) else entry


def pay_by_throw(draft: Draft, due: Throw, dice: tuple[int, int]) -> None:
    """Charge the rent of a utility reached by card: a factor times the new throw, which moves nobody (JMA/RENT-5)."""
    draft.remove(due)
    deed = draft.table.edition.spaces[draft.players[due.player].space].deed
    rent_claim.fall_due(draft, Debt(due.player, due.to, due.times * sum(dice), "rent", deed))
