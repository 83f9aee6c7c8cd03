"""When and with whom deals are made: between turns, in debt negotiation, for a release card (JMA/TRADE, DEBT,
JAIL-8).
"""

from __future__ import annotations

from rulesets.classic import deal, offers, talk
from rulesets.classic.deal import Terms, Trade
from rulesets.classic.debts import debt
from rulesets.classic.game.draft import Draft
from rulesets.classic.game.order import window_open
from rulesets.classic.game.pending import Auction, Payment, Place, Purchase
from rulesets.classic.game.state import TURN, State
from rulesets.classic.turns import jail
from rulesets.jma import deal as deals
from rulesets.jma import gift, rescue
from rulesets.kernel.matter import Matter
from rulesets.kernel.refusal import Refusal, refuse


def debtors(state: State, one: int, two: int) -> list[int]:
    """Return those of two players who may negotiate over a debt: one beyond the cash in hand (JMA/DEBT-1, DEBT-2)."""
    return [seat for seat in (one, two) if debt.missing(state, seat)]


def stopped(state: State) -> list[Refusal]:
    """After the end signal nobody negotiates (JMA/TIME-5, on the last throw TIME-7)."""
    if not state.time_up:
        return []
    return [refuse("no_negotiation_on_last_throw" if state.last_throw else "stopped_by_signal")]


def under_the_hammer(state: State) -> list[Refusal]:
    """Nobody negotiates while something is auctioned, paid for or placed (JMA/AUCTION-3, SHORT-8)."""
    for entry in state.pending:
        if isinstance(entry, Place) or (isinstance(entry, Auction | Payment) and entry.piece):
            return [refuse("deal_during_piece_auction")]
        if isinstance(entry, Auction | Payment):
            return [refuse("deal_during_auction")]
    return []


def seeks_card(state: State, player: int) -> bool:
    """Whether a player without a release card owes the jail fee and may look for a card (JMA/JAIL-8)."""
    return jail.fee_due(state, player) is not None and not state.players[player].cards


def between_two(state: State, one: int, two: int, *, card_for: frozenset[int] = frozenset()) -> list[Refusal]:
    """Return why two players may not negotiate now; ``card_for``: who would get a release card by the deal."""
    found = stopped(state) or under_the_hammer(state)
    if found:
        return found
    if debtors(state, one, two):
        return []
    for_card = any(seeks_card(state, seat) and seat in card_for for seat in (one, two))
    if not for_card and not window_open(state):
        return outside(state, one, two)
    if state.table.options["negotiation_from"] == "first_go" and not state.go_reached:
        return [refuse("before_first_go", option="negotiation_from")]
    return []


def outside(state: State, one: int, two: int) -> list[Refusal]:
    """Return why two players may not negotiate during a turn."""
    seats = state.table.seats
    found = []
    for seat in (one, two):
        if fee := jail.fee_due(state, seat):
            code = "card_in_hand" if state.players[seat].cards else "only_for_a_card"
            found.append(refuse(code, player=seats[seat]))
        if debt.debts(state, seat):
            amount = fee.amount if fee else sum(entry.amount for entry in debt.debts(state, seat))
            cash = state.players[seat].cash
            found.append(refuse("cash_covers_debt", player=seats[seat], amount=amount, cash=cash))
        if any(type(entry) is Purchase and entry.player == seat for entry in state.pending):
            found.append(refuse("purchase_is_no_debt", player=seats[seat]))
    return [*found, refuse("deal_out_of_time"), refuse("outside_window_deal")]


def timely(state: State, report: Trade) -> list[Refusal] | None:
    """Deals belong between turns; in a turn, to debt negotiation or the release card after the last failed throw."""
    terms = deal.of_trade(report)
    card_for = frozenset(
        taker
        for taker, side in ((report.other, terms.from_one), (report.player, terms.from_two))
        if side.cards and not (side.cash or side.deeds or side.claims)
    )
    found = between_two(state, report.player, report.other, card_for=card_for)
    if not found and state.declared:
        found = [refuse("deal_during_building")]
    return found or None


def one_to_one(state: State, report: Trade) -> list[Refusal] | None:
    """Nobody deals while in a talk with a third (JMA/TRADE-3), unless seeking rescue from several at once (BANKR-4)."""
    return talk.busy(state, report.player, report.other, seeks) or None


def seeks(state: State, seat: int) -> bool:
    """Whether a player is provisionally bankrupt without a certain rescue."""
    owes = bool(debt.debts(state, seat)) and debt.provisional(state, seat)
    return owes and not offers.certain(state, seat)


def talk_timely(state: State, report: talk.OpenTalk) -> list[Refusal] | None:
    """Talks are opened when deals may be made; while building is declared they go on without effect (JMA/BUILD-5)."""
    one, two = report.player, report.other
    card_for = frozenset(seat for seat, other in ((one, two), (two, one)) if state.players[other].cards)
    found = between_two(state, one, two, card_for=card_for)
    return found or creditor_waits(state, one, two) or talk.busy(state, one, two, seeks) or None


def creditor_waits(state: State, one: int, two: int) -> list[Refusal]:
    """Until the rescue of a provisionally bankrupt player is certain, the creditor takes no part in a negotiation
    (JMA/BANKR-4).
    """
    seats = state.table.seats
    for debtor, other in ((one, two), (two, one)):
        if seeks(state, debtor) and other in debt.creditors(state, debtor):
            return [refuse("creditor_before_rescue", player=seats[debtor], creditor=seats[other])]
    return []


def end_talks(draft: Draft) -> None:
    """End talks of debt negotiation with the debt: during a turn only those go on in which somebody still owes
    (JMA/DEBT-2), or needs a release card (JMA/JAIL-8).
    """
    if draft.phase != TURN:
        return
    state = Draft(draft).freeze()
    for pair in draft.talks:
        if not any(debt.missing(state, seat) or seeks_card(state, seat) for seat in pair):
            talk.close_talk(draft, talk.CloseTalk(*pair))


TALKS = Matter(is_open=lambda view: bool(view.talks), lapse=end_talks)
"""Talks, until they are closed or have lost their reason."""


def content(state: State, report: Trade) -> list[Refusal] | None:
    """Both sides hold what they give; it is no gift, within the price bounds, and not bought back dearer or cheaper."""
    if report.player == report.other:
        return None
    terms = deal.of_trade(report)
    if report.give.barred or report.take.barred:  # no price of what no deal may hold
        return deals.held_by_both(terms, state) or None
    found = [*gift.faults(state, terms), *gift.bought_back(state, terms), *deals.held_by_both(terms, state)]
    return deals.loan_first(found) or None


def keeps_debt_payable(state: State, report: Trade) -> list[Refusal] | None:
    """A debtor's deal saves, or leaves the debt payable, a standing offer aside; the creditor waits for a rescue
    (JMA/DEBT-1, BANKR-2, BANKR-4).
    """
    if window_open(state) or report.player == report.other:
        return None
    terms = deal.of_trade(report)
    if deals.held_by_both(terms, state):
        return None
    found: list[Refusal] = []
    for debtor, other in ((report.player, report.other), (report.other, report.player)):
        if debt.debts(state, debtor):
            found += debtor_faults(state, debtor, other, terms)
    return found or None


def debtor_faults(state: State, debtor: int, other: int, terms: Terms) -> list[Refusal]:
    """Return what is wrong with a debtor's deal."""
    after = Draft(state)
    deal.exchange(after, terms)
    solvent = not debt.provisional(after, debtor)
    if debt.provisional(state, debtor) and not offers.certain(state, debtor):
        if waiting := creditor_waits(state, debtor, other):
            return waiting
        if debt.provisional(state, other):
            return rescue.rescued_by_bankrupt(state, other, debtor)
        return [] if solvent else rescue.insufficient(after, debtor)
    return [] if solvent else rescue.left_unpayable(after, debtor)


def trade(draft: Draft, report: Trade) -> None:
    """Carry out the deal; warn of a thing that comes back by way of a third player (reading 7)."""
    for key in gift.came_back(draft, deal.of_trade(report)):
        draft.warn("came_back", thing=key)
    deals.trade(draft, report)
