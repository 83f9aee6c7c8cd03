"""Jail: how a player gets in and out (JMA/JAIL)."""

from __future__ import annotations

from typing import NamedTuple

from rulesets.classic.game import fields as classic_fields
from rulesets.classic.game.draft import Draft
from rulesets.classic.game.order import may_throw
from rulesets.classic.game.pending import JAIL_FEE, Debt, Throw, is_fee
from rulesets.classic.game.state import FREE, TURN, State
from rulesets.classic.turns import landing, movement, parking
from rulesets.kernel.refusal import Refusal, refuse
from rulesets.kernel.report import Field, Form
from rulesets.kernel.track import fields
from rulesets.kernel.track.fields import ByPlayer, by_player
from rulesets.kernel.track.ledger import in_hand
from rulesets.kernel.track.table import BANK


def throw(draft: Draft, player: int, dice: tuple[int, int]) -> None:
    """Throw for freedom: a double frees the player and moves the token, without a further throw; the last failure makes
    the fee due.

    Clauses: JMA/JAIL-4; CLASSIC-JA/JAIL-9, JAIL-10, JAIL-14 and the same of US; WIKI/JAIL-9 to JAIL-12, SHORT-6,
    SHORT-7.
    """
    part = draft.players[player]
    seat = draft.table.seats[player]
    draft.doubles = 0
    if dice[0] == dice[1]:
        draft.set_player(player, part._replace(jail=FREE))
        draft.event("freed", player=seat, by="doubles")
        move_on(draft, player, dice)
    elif part.jail + 1 < draft.table.figures.jail_throws:
        draft.set_player(player, part._replace(jail=part.jail + 1))
        draft.event("stayed_in_jail", player=seat, failed=part.jail + 1)
    else:
        draft.owe(Debt(player, BANK, draft.table.edition.jail_fee, JAIL_FEE, dice=dice))


def leave_by(draft: Draft, player: int, dice: tuple[int, int] | None, by: str) -> None:
    """Let a player whose fee is settled out of jail, and move on by the throw that failed (JMA/JAIL-7).

    Clauses: CLASSIC-JA/JAIL-15, US/JAIL-15, WIKI/JAIL-13, WIKI/SHORT-7.
    """
    draft.set_player(player, draft.players[player]._replace(jail=FREE))
    draft.event("freed", player=draft.table.seats[player], by=by)
    if dice is not None:  # a given position may not say what was thrown
        move_on(draft, player, dice)


def move_on(draft: Draft, player: int, dice: tuple[int, int]) -> None:
    """Move by a throw and land."""
    movement.forward(draft, player, dice[0] + dice[1])
    landing.land(draft, player, dice[0] + dice[1])


def fee_due(state: State | Draft, player: int) -> Debt | None:
    """Return the fee that a player owes after the last failed throw, or None."""
    for entry in state.pending:
        if type(entry) is Debt and entry.player == player and is_fee(entry):
            return entry
    return None


BAIL = by_player("pay_bail")


def bail_possible(state: State, report: ByPlayer) -> list[Refusal] | None:
    """Bail is for a jailed player before a throw, in some rules not before every throw, and needs the cash (JMA/JAIL-2,
    JAIL-3, JAIL-7).

    Clauses: CLASSIC-JA/JAIL-6, JAIL-13 and the same of US; WIKI/JAIL-4, JAIL-7.
    """
    player = state.players[report.player]
    seat = state.table.seats[report.player]
    if player.jail == FREE:
        return [refuse("not_in_jail", player=seat), refuse("bail_answers_nothing", player=seat)]
    found = []
    if state.phase == TURN and state.turn == report.player:
        found.append(refuse("bail_after_throw", player=seat))
    elif player.jail >= (before := state.table.figures.bail_throws):
        found.append(refuse("bail_before_last_throw", player=seat, number=before))
    found += in_hand(state, report.player, state.table.edition.jail_fee) or ()
    return found or None


def begin_possible(state: State, report: ByPlayer) -> list[Refusal] | None:
    """Bail or a card starts the turn, so it waits for what a throw waits for (JMA/WINDOW-2)."""
    return may_throw(state, report.player)


def pay_bail(draft: Draft, report: ByPlayer) -> None:
    """Pay the fee; the player is free and throws as usual (JMA/JAIL-3, JAIL-6; WIKI/JAIL-7)."""
    fee = draft.table.edition.jail_fee
    seat = draft.table.seats[report.player]
    draft.pay(report.player, BANK, fee)
    draft.event("paid", player=seat, to="bank", amount=fee, cause="bail")
    parking.fill(draft, "bail", fee)
    begin_free(draft, report.player, "bail")


def begin_free(draft: Draft, player: int, by: str) -> None:
    """Begin a turn as a free player: an ordinary throw is due (JMA/JAIL-6)."""
    draft.set_player(player, draft.players[player]._replace(jail=FREE))
    draft.event("freed", player=draft.table.seats[player], by=by)
    draft.close_window()
    draft.begun = True
    draft.phase = TURN
    draft.turn = player
    draft.doubles = 0
    debts = tuple(entry for entry in draft.pending if type(entry) is Debt)
    draft.pending = (*debts, Throw(player, "turn"))


class UseCard(NamedTuple):
    """A release card is used."""

    player: int
    deck: str | None


USE_CARD = Form("use_card", UseCard, Field("player", fields.seat), Field("deck", classic_fields.deck, required=False))


def card_usable(state: State, report: UseCard) -> list[Refusal] | None:
    """A jailed player uses a release card in hand, at the start of the turn or in place of the fee (JMA/JAIL-3,
    JAIL-7).
    """
    player = state.players[report.player]
    seat = state.table.seats[report.player]
    found = []
    if player.jail == FREE:
        found += [refuse("not_in_jail", player=seat), refuse("card_answers_nothing", player=seat)]
    if not player.cards or report.deck not in (None, *player.cards):
        deck = report.deck or ""
        found += [refuse("no_release_card", player=seat), refuse("card_not_held", player=seat, deck=deck)]
    fee = fee_due(state, report.player)
    if fee is not None and not state.table.figures.card_for_fee:
        found.append(refuse("card_after_last_throw", player=seat, amount=fee.amount))
    elif player.jail != FREE and fee is None and (wait := may_throw(state, report.player)):
        found += wait
    return found or None


def use_card(draft: Draft, report: UseCard) -> None:
    """Put the card at the bottom of its deck and free the player: before the throw, or by the throw that failed.

    Clauses: JMA/JAIL-3; CLASSIC-JA/JAIL-11, JAIL-12 and the same of US; WIKI/JAIL-8.
    """
    deck = report.deck or draft.players[report.player].cards[0]
    draft.return_card(report.player, deck)
    draft.event("card_used", player=draft.table.seats[report.player], deck=deck)
    fee = fee_due(draft, report.player)
    if fee is None:
        begin_free(draft, report.player, "card")
    else:
        draft.remove(fee)
        leave_by(draft, report.player, fee.dice, "card")
