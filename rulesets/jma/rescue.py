"""Rescues of a provisionally bankrupt player: offers, shared and rival ones, and taking them (JMA/BANKR-2 to
BANKR-4).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rulesets.classic import deal, offers
from rulesets.classic.deal import Trade
from rulesets.classic.debts import debt
from rulesets.classic.game import fields as classic_fields
from rulesets.classic.game.draft import Draft, View
from rulesets.classic.game.state import Offer, Side, State
from rulesets.jma import deal as deals
from rulesets.jma import gift, standing
from rulesets.jma.taking_over import jail_fee
from rulesets.kernel.refusal import Refusal, refuse
from rulesets.kernel.report import FORMALITY, Field, Form, listed
from rulesets.kernel.track import fields
from rulesets.kernel.track.fields import ByPlayer


class OfferRescue(NamedTuple):
    """Terms offered to a provisionally bankrupt player."""

    player: int
    to: int
    give: Side
    take: Side
    partners: tuple[int, ...]


class WithdrawOffer(NamedTuple):
    """An offer is withdrawn."""

    player: int
    to: int


class AcceptRescue(NamedTuple):
    """The debtor takes these offers together."""

    player: int
    offers: tuple[int, ...]


OFFER = Form(
    "offer_rescue",
    OfferRescue,
    Field("player", fields.seat),
    Field("to", fields.seat),
    Field("give", classic_fields.reported_side),
    Field("take", classic_fields.reported_side),
    Field("with", listed(fields.seat, least=0, most=8), required=False, default=()),
)
WITHDRAW = Form(
    "withdraw_offer", WithdrawOffer, Field("player", fields.seat), Field("to", fields.seat), nature=FORMALITY
)
ACCEPT = Form("accept_rescue", AcceptRescue, Field("player", fields.seat), Field("from", classic_fields.seats))


def insufficient(after: View, debtor: int) -> list[Refusal]:
    """Return the refusal of terms that do not save, and by how much they fall short.

    Fee and rent of the third failed throw are cleared together (JMA/BANKR-8).
    """
    both = any(debt.ahead(after, entry) for entry in debt.debts(after, debtor))
    owed, reached = debt.burden(after, debtor), debt.assets(after, debtor)
    facts = {"amount": owed, "assets": reached, "missing": owed - reached}
    code = "rescue_must_clear_both" if both else "rescue_insufficient"
    return [refuse(code, player=after.table.seats[debtor], **facts)]


def left_unpayable(after: View, debtor: int) -> list[Refusal]:
    """Return the refusal of a deal after which a debtor could no longer pay (JMA/DEBT-1)."""
    facts = {"amount": debt.burden(after, debtor), "assets": debt.assets(after, debtor)}
    return [refuse("debt_left_unpayable", player=after.table.seats[debtor], **facts)]


def conflict(view: View, rescuers: Sequence[int]) -> list[Refusal]:
    """Return the refusals of offers that cannot be taken together and so are no rescue by several (JMA/BANKR-4)."""
    players = [view.table.seats[seat] for seat in rescuers]
    return [refuse("parts_conflict", players=players), refuse("offers_conflict", players=players)]


def permitted_terms(state: State, report: OfferRescue) -> list[Refusal] | None:
    """An offer includes nothing that no deal may include (JMA/TRADE-2, TRADE-4, GIFT-1)."""
    return deal.permitted(state, deal.terms(report.player, report.to, report.give, report.take)) or None


def rescue_needed(state: State, report: OfferRescue) -> list[Refusal] | None:
    """Rescues are for a provisionally bankrupt player (JMA/BANKR-1)."""
    seat = state.table.seats[report.to]
    if not debt.debts(state, report.to):
        return [refuse("rescue_without_debt", player=seat)]
    if not debt.provisional(state, report.to):
        owed, own = debt.burden(state, report.to), debt.assets(state, report.to)
        return [refuse("debt_payable", player=seat, amount=owed, assets=own)]
    return None


def by_others(state: State, report: OfferRescue) -> list[Refusal] | None:
    """Neither the creditor nor the debtor offers a rescue, or is a partner in one (JMA/BANKR-2, BANKR-4)."""
    seats = state.table.seats
    if report.player == report.to:
        return [refuse("deal_with_oneself", player=seats[report.player])]
    creditors = debt.creditors(state, report.to)
    if report.player in creditors:
        return [refuse("rescue_by_creditor", player=seats[report.player], debtor=seats[report.to])]
    unfit = creditors | {report.player, report.to}
    strange = [seat for seat in report.partners if seat in unfit or state.players[seat].out]
    return [refuse("partner_unfit", player=seats[strange[0]], debtor=seats[report.to])] if strange else None


def by_the_solvent(state: State, report: OfferRescue) -> list[Refusal] | None:
    """Who is provisionally bankrupt rescues nobody, alone or as a partner (JMA/BANKR-5, DEBT-1)."""
    for seat in (report.player, *report.partners):
        if seat != report.to and debt.provisional(state, seat):
            return rescued_by_bankrupt(state, seat, report.to)
    return None


def rescued_by_bankrupt(state: State, rescuer: int, debtor: int) -> list[Refusal]:
    """Return the refusals of a rescue by a player who is provisionally bankrupt (JMA/BANKR-5, DEBT-1)."""
    seats = state.table.seats
    owed, own = debt.burden(state, rescuer), debt.assets(state, rescuer)
    facts = {"player": seats[rescuer], "amount": owed, "assets": own}
    return [refuse("rescue_by_bankrupt", debtor=seats[debtor], **facts), refuse("debt_left_unpayable", **facts)]


def no_part_beside_a_rescue(state: State, report: OfferRescue) -> list[Refusal] | None:
    """Several players rescue together only if no offer saves alone (JMA/BANKR-4)."""
    if not report.partners or report.player == report.to:
        return None
    alone = offers.saving_alone(state, report.to)
    if alone is None:
        return None
    player, debtor, rescuer = (state.table.seats[seat] for seat in (report.player, report.to, alone.player))
    return [refuse("part_beside_a_rescue", player=player, debtor=debtor, rescuer=rescuer)]


def fit_terms(state: State, report: OfferRescue) -> list[Refusal] | None:
    """A rescue is a deal: it is no gift, its prices are within bounds, both sides hold what they give, and the
    rescuer's own debts stay payable (JMA/DEBT-1).
    """
    if report.player == report.to or report.give.barred or report.take.barred:
        return None
    terms = deal.terms(report.player, report.to, report.give, report.take)
    found = deals.loan_first([*gift.faults(state, terms), *deals.held_by_both(terms, state)])
    if found or debt.provisional(state, report.player):
        return found or None
    after = standing.overcommitted(state, report.player, terms)
    return None if after is None else left_unpayable(after, report.player)


def sufficient(state: State, report: OfferRescue) -> list[Refusal] | None:
    """An offer saves by itself; in a shared rescue the last part makes all parts sufficient (JMA/BANKR-2, BANKR-4)."""
    if report.player == report.to or not debt.provisional(state, report.to):
        return None
    if report.give.barred or report.take.barred:
        return None
    new = Offer(*report)
    standing = {offer.player: offer for offer in offers.standing_offers(state, report.to)} | {new.player: new}
    group = (report.player, *report.partners)
    if any(seat not in standing for seat in group):
        return None
    after = offers.outcome(state, [standing[seat] for seat in group])
    if after is None:
        if deals.held_by_both(offers.of_offer(new), state):
            return None
        return conflict(state, group)
    if not debt.provisional(after, report.to):
        return None
    found = insufficient(after, report.to)
    if report.partners:
        found.append(refuse("shared_rescue_insufficient", **found[0].facts))
    return found


def offer(draft: Draft, report: OfferRescue) -> None:
    """Let the offer stand, replacing an earlier one of the same player to the same debtor."""
    seats = draft.table.seats
    others = tuple(offer for offer in draft.offers if (offer.player, offer.to) != (report.player, report.to))
    terms = Offer(*report._replace(give=deals.goods(report.give), take=deals.goods(report.take)))
    draft.offers = (*others, terms._replace(mortgaged=offers.mortgaged(draft, terms)))
    draft.event(
        "rescue_offered",
        player=seats[report.player],
        to=seats[report.to],
        give=deal.side_json(draft, report.give),
        take=deal.side_json(draft, report.take),
        certain=offers.certain(draft, report.to),
        **{"with": [seats[seat] for seat in report.partners]},
    )


def offer_standing(state: State, report: WithdrawOffer) -> list[Refusal] | None:
    if any(offer.player == report.player for offer in offers.standing_offers(state, report.to)):
        return None
    seats = state.table.seats
    return [refuse("no_offer_standing", player=seats[report.player], debtor=seats[report.to])]


def withdraw(draft: Draft, report: WithdrawOffer) -> None:
    seats = draft.table.seats
    draft.offers = tuple(offer for offer in draft.offers if (offer.player, offer.to) != (report.player, report.to))
    draft.event("offer_withdrawn", player=seats[report.player], to=seats[report.to])


def chosen(view: View, report: AcceptRescue) -> list[Offer]:
    return [offer for offer in offers.standing_offers(view, report.player) if offer.player in report.offers]


def open_for_rescue(state: State, _report: object) -> list[Refusal] | None:
    """Rescues end with the signal (JMA/TIME-6, on the last throw TIME-7)."""
    if state.time_up:
        return [refuse("no_rescue_on_last_throw" if state.last_throw else "no_rescue_after_signal")]
    return None


def one_rescue_enough(state: State, report: AcceptRescue) -> list[Refusal] | None:
    """Several offers are taken together only if none saves alone (JMA/BANKR-4); with the cash in hand none is taken
    (JMA/DEBT-2, `acceptable`).
    """
    if len(report.offers) == 1 or not debt.missing(state, report.player):
        return None
    alone = offers.saving_alone(state, report.player)
    if alone is None:
        return None
    seats = state.table.seats
    return [refuse("rescues_taken_together", player=seats[report.player], rescuer=seats[alone.player])]


def acceptable(state: State, report: AcceptRescue) -> list[Refusal] | None:
    """The offers stand, can be taken together and save (JMA/BANKR-2), while cash is lacking (JMA/DEBT-2)."""
    seats = state.table.seats
    taken = chosen(state, report)
    absent = set(report.offers) - {offer.player for offer in taken}
    if absent:
        return [refuse("no_offer_standing", player=seats[min(absent)], debtor=seats[report.player])]
    if not debt.missing(state, report.player):
        amount = sum(entry.amount for entry in debt.debts(state, report.player))
        cash = state.players[report.player].cash
        return [refuse("cash_covers_debt", player=seats[report.player], amount=amount, cash=cash)]
    after = offers.outcome(state, taken)
    if after is None:
        return conflict(state, [offer.player for offer in taken])
    if not debt.provisional(after, report.player):
        return None
    found = insufficient(after, report.player)
    partners = sorted({seat for offer in taken for seat in offer.partners} - set(report.offers))
    if partners:
        facts = {**found[0].facts, "partners": [seats[seat] for seat in partners]}
        return [refuse("part_taken_alone", **facts)]
    return found


def accept(draft: Draft, report: AcceptRescue) -> None:
    """Carry out the offers as deals; what is left is an ordinary debt (JMA/BANKR-4)."""
    for offer in chosen(draft, report):
        draft.offers = tuple(other for other in draft.offers if other != offer)
        deals.trade(draft, Trade(offer.player, (offer.to,), offer.give, offer.take))


def no_rescue_offered(state: State, report: ByPlayer) -> list[Refusal] | None:
    """A player who is offered a rescue may not choose bankruptcy (JMA/BANKR-3)."""
    if offers.certain(state, report.player):
        return [rescue_stands(state, report.player)]
    return None


def no_rescue_for_debtor(state: State, _report: ByPlayer) -> list[Refusal] | None:
    """A fee is taken over only if nobody rescues the debtor (JMA/BANKR-3, BANKR-10)."""
    fee = jail_fee(state)
    return [rescue_stands(state, fee.player)] if fee and offers.certain(state, fee.player) else None


def rescue_stands(state: State, debtor: int) -> Refusal:
    """The refusal of a bankruptcy that a standing offer averts."""
    seats = state.table.seats
    rescuers = [seats[offer.player] for offer in offers.standing_offers(state, debtor)]
    return refuse("rescue_offered", player=seats[debtor], offers=rescuers)
