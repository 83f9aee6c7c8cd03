"""Which talks, offers and past deals are possible (RECORD/START)."""

from __future__ import annotations

from rulesets.classic import deal, offers
from rulesets.classic.debts import debt
from rulesets.classic.game.state import TURN, State
from rulesets.kernel.refusal import Refusal, refuse


def players_out(state: State) -> list[Refusal]:
    """A player who is out neither talks nor offers, nor is rescued."""
    named = {seat for talk in state.talks for seat in talk} | {seat for offer in state.offers for seat in offer[:2]}
    seats = state.table.seats
    return [refuse("due_from_player_out", player=seats[seat]) for seat in sorted(named) if state.players[seat].out]


def with_oneself(state: State) -> list[Refusal]:
    """A deal, or an offer of one, has two sides."""
    named = [past.player for past in state.deals if past.player == past.other]
    named += [offer.player for offer in state.offers if offer.player == offer.to]
    return [refuse("dealt_with_oneself", player=state.table.seats[seat]) for seat in named]


def talks_without_debt(state: State) -> list[Refusal]:
    """During a turn, one of two players who negotiate owes something (JMA/DEBT-1)."""
    if state.phase != TURN:
        return []
    seats = state.table.seats
    return [
        refuse("talk_without_debt", player=seats[one], other=seats[two])
        for one, two in state.talks
        if not debt.debts(state, one) and not debt.debts(state, two)
    ]


def offers_without_debt(state: State) -> list[Refusal]:
    """A rescue is offered to a player who owes something (JMA/BANKR-1)."""
    seats = state.table.seats
    return [
        refuse("offer_without_debt", player=seats[offer.player], debtor=seats[offer.to])
        for offer in state.offers
        if not debt.debts(state, offer.to)
    ]


def offers_by_creditors(state: State) -> list[Refusal]:
    """The creditor offers no rescue (JMA/BANKR-2)."""
    seats = state.table.seats
    return [
        refuse("offer_by_creditor", player=seats[offer.player], debtor=seats[offer.to])
        for offer in state.offers
        if offer.player in debt.creditors(state, offer.to)
    ]


def unfit_partners(state: State) -> list[Refusal]:
    """Partners in a rescue are in the game, and are neither of its two sides nor the creditor (JMA/BANKR-4)."""
    seats = state.table.seats
    found = []
    for offer in state.offers:
        unfit = {offer.player, offer.to} | debt.creditors(state, offer.to)
        found += [
            refuse("offer_with_unfit_partner", player=seats[offer.player], debtor=seats[offer.to], other=seats[seat])
            for seat in offer.partners
            if seat in unfit or state.players[seat].out
        ]
    return found


def offers_of_what_is_gone(state: State) -> list[Refusal]:
    """Both sides of an offer hold what it names; otherwise it has lapsed (record format, flow)."""
    seats = state.table.seats
    return [
        refuse("offer_not_held", player=seats[offer.player], debtor=seats[offer.to])
        for offer in state.offers
        if offer.player != offer.to and deal.unfit(offers.of_offer(offer), state)
    ]


CHECKS = (
    players_out,
    with_oneself,
    talks_without_debt,
    offers_without_debt,
    offers_by_creditors,
    unfit_partners,
    offers_of_what_is_gone,
)
