"""Order of play: who throws next, and what a throw has to wait for."""

from __future__ import annotations

from typing import Any

from rulesets.classic.game.draft import Draft, View
from rulesets.classic.game.pending import (
    INTEREST,
    JAIL_FEE,
    Auction,
    Debt,
    Draw,
    Payment,
    PayOrDraw,
    Pending,
    Place,
    Purchase,
    TaxChoice,
    Throw,
)
from rulesets.classic.game.state import BETWEEN_TURNS, OVER, SETUP, TURN, State
from rulesets.classic.game.table import EQUAL_TURNS, LAST_THROW
from rulesets.kernel.refusal import Refusal, refuse
from rulesets.kernel.track.order import active, after
from rulesets.kernel.track.table import NONE


def window_open(view: View) -> bool:
    """Whether it is the time between turns and nothing of a turn is unfinished: no debt, purchase, card, auctioned
    deed.

    Declared building and the auction of pieces belong to the time between turns (JMA/WINDOW-1, BUILD-1, TRADE-1).
    """
    return view.phase == BETWEEN_TURNS and all(getattr(entry, "piece", "") for entry in view.pending)


def finished(state: State, _report: object) -> list[Refusal] | None:
    """A finished game takes no report but a ruling and a retraction."""
    if state.phase == OVER:
        if len(active(state)) == 1:
            return [refuse("over_by_monopoly")]
        last = state.table.figures.last_bankruptcy
        if last and sum(player.out for player in state.players) >= last and not state.time_up:
            return [refuse("over_by_bankruptcy")]
        return [refuse("over_by_time")]
    return None


def next_turn(view: View) -> int:
    """Return the seat whose turn comes next; during a turn, the one after it (JMA/AUCTION-4 counts from there)."""
    return after(view, view.turn) if view.phase == TURN else view.turn


def next_place(view: View) -> int:
    """Return the place in the order of going out of the player who goes out next, 1 first."""
    out = [player for player in view.players if player.out]
    return 1 + max((len(out), *(player.out_at for player in out)))


def signalled(view: View) -> bool:
    """Whether the end signal has stopped negotiation and building for good (JMA/TIME-5)."""
    return view.time_up and view.table.figures.ending == LAST_THROW


def halted(view: View) -> bool:
    """Whether it is the time between the end signal and the last throw, when no auction is held (JMA/TIME-5)."""
    return view.time_up and not view.last_throw and signalled(view)


def pass_over(draft: Draft) -> None:
    """Pass the throw to the next seat, because the player who was to throw has gone out between turns.

    If that ends the round after the end signal, nobody throws any more (`table.EQUAL_TURNS`).
    """
    seat = draft.turn
    draft.turn = after(draft, seat)
    if draft.time_up and draft.turn < seat and draft.table.figures.ending == EQUAL_TURNS:
        draft.last_throw = True


def end_turn(draft: Draft) -> None:
    """Begin the time between turns: nothing is due any more."""
    draft.phase = BETWEEN_TURNS
    draft.turn = after(draft, draft.turn)
    draft.doubles = 0


def running(state: State, _report: object) -> list[Refusal] | None:
    """A finished game takes no report, and a game in set-up only the deal."""
    phase = state.phase
    if phase == SETUP:
        return [refuse("deal_first", number=state.table.options["dealt_deeds"], option="dealt_deeds")]
    return finished(state, _report) if phase == OVER else None


def settling(state: State, _report: object) -> list[Refusal] | None:
    """After the bankruptcy that ends the game, only what it left is settled (WIKI/SHORT-8, WIKI/SHORT-9)."""
    return [refuse("over_by_bankruptcy")] if state.closing else None


def debtors_only(state: State, report: Any) -> list[Refusal] | None:
    """While the game waits for the last settlement, only players who owe something act (WIKI/SHORT-9)."""
    if not state.closing or any(type(entry) is Debt and entry.player == report.player for entry in state.pending):
        return None
    return [refuse("over_by_bankruptcy")]


WAITS = {
    Purchase: "throw_before_purchase",
    Auction: "throw_during_auction",
    Payment: "throw_before_auction_payment",
    Place: "throw_before_place",
    Draw: "throw_before_card",
    PayOrDraw: "throw_before_pay_or_draw",
    TaxChoice: "throw_before_tax_choice",
}
DEBT_WAITS = {
    "rent": "throw_before_rent",
    JAIL_FEE: "throw_before_fee",
    INTEREST: "throw_before_interest",
    "inherited": "throw_before_bankrupts_interest",
    "tax": "throw_before_payment",
    "card": "throw_before_payment",
}


def _who_and_what(state: State, entry: Pending) -> dict[str, object]:
    """Return whom a throw waits for, and what that player has to do, as facts for its refusal (an auction waits for
    everybody).
    """
    if isinstance(entry, Auction):
        return {}
    facts: dict[str, object] = {"player": state.table.seats[entry.player]}
    if isinstance(entry, Purchase):
        facts["deed"] = state.table.deed_key(entry.deed)
    elif isinstance(entry, Payment):
        facts["amount"] = entry.amount
    elif isinstance(entry, Place):
        facts["piece"] = entry.piece
    elif isinstance(entry, Draw):
        facts["deck"] = entry.deck
    elif isinstance(entry, PayOrDraw):
        facts |= {"amount": entry.amount, "deck": entry.deck}
    return facts


def waits(state: State) -> list[Refusal]:
    """Return what a throw must wait for: everything due, open talks, declared building (JMA/WINDOW-2, RENT-3, DEBT-2,
    JAIL-7).
    """
    found = []
    seats = state.table.seats
    for entry in state.pending:
        kind = type(entry)
        if kind is Debt:
            assert isinstance(entry, Debt)
            inherited = entry.cause == INTEREST and entry.deed in state.inherited
            code = DEBT_WAITS["inherited" if inherited else entry.cause]
            facts = {"player": seats[entry.player], "to": state.table.party(entry.to), "amount": entry.amount}
            found.append(refuse(code, **facts, **({"taken_over": entry.taken_over} if entry.cause == JAIL_FEE else {})))
        elif kind is not Throw:
            found.append(refuse(WAITS[kind], **_who_and_what(state, entry)))
    if state.talks:
        first, second = state.talks[0]
        found.append(refuse("throw_during_talk", player=seats[first], other=seats[second]))
        found.append(refuse("others_pause", player=seats[first], other=seats[second]))
    if state.declared and not found:
        found.append(refuse("throw_during_building", player=seats[state.declared[0][0]]))
    return found


def may_throw(state: State, player: int) -> list[Refusal] | None:
    """Return why ``player`` may not throw, or begin the turn, now; None if nothing is in the way."""
    if not state.pending and not state.talks and not state.declared and player == state.turn:
        return None
    found = waits(state)
    if player != state.turn:
        seats = state.table.seats
        if state.phase == BETWEEN_TURNS and state.players[player].jail == 0 and after(state, player) == state.turn:
            found.append(refuse("jailed_turn_over", player=seats[player], turn=seats[state.turn]))
        following = after(state, state.turn) if state.players[state.turn].out else NONE
        if player != following or not found:  # the next one after a bankrupt waits only for what is left to settle
            found.append(not_in_turn(state, player, state.turn, following))
    return found or None


def not_in_turn(state: State, player: int, turn: int, following: int = NONE) -> Refusal:
    """The refusal of a throw in another's turn; ``following``: who throws next where that turn is a bankrupt's."""
    seats = state.table.seats
    throws_next = seats[following] if following != NONE else None
    return refuse("not_in_turn", player=seats[player], turn=seats[turn], next=throws_next)
