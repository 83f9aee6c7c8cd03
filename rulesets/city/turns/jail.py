"""Jail: how a player gets out (CITY/JAIL; the way in: `movement`)."""

from __future__ import annotations

from collections.abc import Callable

from rulesets.city.game.draft import Draft, View
from rulesets.city.game.order import begin_turn, may_throw
from rulesets.city.game.pending import JAIL_FEE, Throw
from rulesets.city.game.state import FREE, TURN, State, Step
from rulesets.city.turns import chance, landing, movement
from rulesets.kernel.refusal import Refusal, refuse
from rulesets.kernel.track.fields import ByPlayer, by_player
from rulesets.kernel.track.ledger import Debt, caused, in_hand
from rulesets.kernel.track.table import BANK


def throw(draft: Draft, player: int, dice: tuple[int, int]) -> None:
    """Make a throw for freedom: a double frees and moves, with another throw if the option says so; after the third
    failure 500K are owed at once.  After any other failed throw building is open.

    Clauses: JAIL-6, JAIL-9, JAIL-10.
    """
    part = draft.players[player]
    seat = draft.table.seats[player]
    draft.doubles = 0
    if dice[0] == dice[1]:
        draft.set_player(player, part._replace(jail=FREE))
        draft.event("freed", player=seat, by="doubles")
        draft.doubles = int(draft.table.options["jail_doubles_throw_again"])
        draft.step = Step(player, landed=True)
        movement.forward(draft, player, sum(dice))
        landing.land(draft, player)
        return
    failed = part.jail + 1
    last = failed >= draft.table.figures.jail_throws
    draft.step = Step(player, thrown=not last)
    if last:
        draft.owe(Debt(player, BANK, draft.table.figures.bail, JAIL_FEE))
    else:
        draft.set_player(player, part._replace(jail=failed))
        draft.event("stayed_in_jail", player=seat, failed=failed)


def set_free(draft: Draft, player: int, by: str) -> None:
    """Let a player out of jail, with an ordinary throw to make if it is the player's turn (JAIL-7, JAIL-8, JAIL-10)."""
    draft.set_player(player, draft.players[player]._replace(jail=FREE))
    draft.event("freed", player=draft.table.seats[player], by=by)
    if draft.phase == TURN and draft.turn == player:
        draft.step = Step(player, thrown=False)
        draft.add(Throw(player))


BAIL = by_player("pay_bail")
USE_CARD = by_player("use_card")


def fee_due(view: View, player: int) -> Debt | None:
    """The 500K that a player owes after the third failed throw."""
    return caused(view, player, JAIL_FEE)


def before_throw(out_of_jail: str, after_throw: str) -> Callable[[State, ByPlayer], list[Refusal] | None]:
    """Return a check that a jailed player leaves before any throw of the turn (CITY/JAIL-7, JAIL-8); after the third
    failure the 500K are a debt (CITY/JAIL-10).

    ``out_of_jail``: the refusal where the player is not in jail; ``after_throw``: where the player has thrown.
    """

    def before_throw(state: State, report: ByPlayer) -> list[Refusal] | None:
        seat = state.table.seats[report.player]
        if state.players[report.player].jail == FREE:
            return [refuse(out_of_jail, player=seat)]
        if fee_due(state, report.player) is not None:
            return [refuse("fee_is_debt", player=seat, amount=state.table.figures.bail)]
        return [refuse(after_throw, player=seat)] if has_thrown(state, report.player) else None

    return before_throw


def has_thrown(state: State, player: int) -> bool:
    """Whether it is a player's turn, or was the last one and nobody has begun another."""
    if state.phase == TURN:
        return state.turn == player
    return state.turn != player and state.step is not None and state.step.player == player


def begins_turn(state: State, report: ByPlayer) -> list[Refusal] | None:
    """Bail or a card begins the turn, so it waits for the same things as a throw."""
    return may_throw(state, report.player)


def bail_in_hand(state: State, report: ByPlayer) -> list[Refusal] | None:
    """Bail is not a compulsory payment: a player without the cash has to throw instead."""
    return in_hand(state, report.player, state.table.figures.bail)


def pay_bail(draft: Draft, report: ByPlayer) -> None:
    """Pay 500K to the bank; the turn goes on with a throw (JAIL-7)."""
    amount = draft.table.figures.bail
    begin_turn(draft, report.player)
    draft.pay(report.player, BANK, amount)
    draft.event("paid", player=draft.table.seats[report.player], to="bank", amount=amount, cause="bail")
    set_free(draft, report.player, "bail")


def card_held(state: State, report: ByPlayer) -> list[Refusal] | None:
    """The player holds a release card (CITY/JAIL-8)."""
    if state.players[report.player].cards:
        return None
    return [refuse("no_release_in_hand", player=state.table.seats[report.player])]


def use_card(draft: Draft, report: ByPlayer) -> None:
    """Put the card at the bottom of the pile; the turn goes on with a throw (JAIL-8)."""
    card = draft.players[report.player].cards[0]
    begin_turn(draft, report.player)
    draft.drop_card(report.player, card)
    draft.lay_at_bottom(card)
    draft.event("card_used", player=draft.table.seats[report.player], deck=chance.DECK)
    set_free(draft, report.player, "card")
