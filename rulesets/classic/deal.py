"""Deals between two players: what both sides must hold, what counts as a price, and the exchange (JMA/TRADE)."""

from __future__ import annotations

from typing import NamedTuple

from rulesets.classic import auction
from rulesets.classic.game import fields as classic_fields
from rulesets.classic.game import steps
from rulesets.classic.game.draft import Draft, View
from rulesets.classic.game.pending import Debt
from rulesets.classic.game.state import Claim, Side, State
from rulesets.classic.property import selling
from rulesets.kernel.refusal import Refusal, refuse
from rulesets.kernel.report import Field, Form
from rulesets.kernel.track import fields


class Trade(NamedTuple):
    """A concluded deal, seen from ``player``; ``parties``: with whom it was made, one seat or several (`of_two`)."""

    player: int
    parties: tuple[int, ...]
    give: Side
    take: Side

    @property
    def other(self) -> int:
        """The other party, the first one named."""
        return self.parties[0]


TRADE = Form(
    "trade",
    Trade,
    Field("player", fields.seat),
    Field("with", classic_fields.partners),
    Field("give", classic_fields.reported_side),
    Field("take", classic_fields.reported_side),
)


class Terms(NamedTuple):
    """A deal with cash netted: what each of two parties really hands over."""

    one: int
    two: int
    from_one: Side
    from_two: Side


def terms(one: int, two: int, give: Side, take: Side) -> Terms:
    """Return the terms of a deal, its cash netted."""
    common = give.cash and take.cash and min(give.cash, take.cash)
    if not common:
        return Terms(one, two, give, take)
    return Terms(one, two, give._replace(cash=give.cash - common), take._replace(cash=take.cash - common))


def of_trade(report: Trade) -> Terms:
    return terms(report.player, report.other, report.give, report.take)


def empty(side: Side) -> bool:
    cash, deeds, cards, claims, _, _ = side
    return not (cash or deeds or cards or claims)


def things(side: Side) -> frozenset[object]:
    return frozenset((*side.deeds, *side.cards))


def money(side: Side) -> int:
    """Cash and claims of a side, in dollars: claims count as cash, at their full sum (JMA/TRADE-6)."""
    return side.cash + sum(claim.amount for claim in side.claims)


def of_two(state: State, report: Trade) -> list[Refusal] | None:
    """A deal has two parties (JMA/TRADE-3, WIKI/TRADE-1, SELL-1 of CLASSIC-JA and US)."""
    if len(report.parties) == 1:
        return None
    seats = state.table.seats
    return [refuse("deal_of_several", player=seats[report.player], others=[seats[seat] for seat in report.parties])]


def permitted(state: State, deal_terms: Terms) -> list[Refusal]:
    """Return the refusals of what no deal may include, whatever its value: promises for later (JMA/TRADE-4,
    WIKI/TRADE-3, SELL-1 of CLASSIC-JA and US), among them loans, and buildings (JMA/TRADE-2, WIKI/TRADE-3, SELL-7 of
    CLASSIC-JA and US).
    """
    one, two, from_one, from_two = deal_terms
    named = {*from_one.barred, *from_two.barred}
    if not named:
        return []
    seats = state.table.seats
    seat = seats[one]
    found = []
    if promised := [name for name in classic_fields.PROMISES if name in named]:
        found.append(refuse("promise_in_deal", player=seat, parts=promised))
    for lender, borrower, given, back in ((one, two, from_one, from_two), (two, one, from_two, from_one)):
        if given.cash and empty(back) and classic_fields.PAID_LATER.issuperset(back.barred) and back.barred:
            facts = {"player": seats[lender], "other": seats[borrower], "amount": given.cash}
            found.append(refuse("lent_for_promise", **facts))
    if built := [name for name in classic_fields.BUILDINGS if name in named]:
        found.append(refuse("buildings_in_deal", player=seat, parts=built))
    return found


def permitted_content(state: State, report: Trade) -> list[Refusal] | None:
    """The deal includes nothing that no deal may include."""
    return permitted(state, of_trade(report)) or None


def with_oneself(state: State, report: Trade) -> list[Refusal] | None:
    """Nobody deals with themselves."""
    if report.player == report.other:
        return [refuse("deal_with_oneself", player=state.table.seats[report.player])]
    return None


def open_claims(view: View, debtor: int, creditor: int) -> int:
    """Return what one player owes another, in all."""
    return sum(
        entry.amount
        for entry in view.pending
        if type(entry) is Debt and entry.player == debtor and entry.to == creditor
    )


def not_held(view: View, giver: int, side: Side) -> list[Refusal]:
    """Return the refusals of what a side hands over without holding it: deeds, release cards, cash, claims
    (RECORD/POSITION, RECORD/CASH).
    """
    table = view.table
    seat = table.seats[giver]
    player = view.players[giver]
    amount, deeds, cards, claims, sell_buildings, _ = side
    found = []
    if deeds and (strange := [deed for deed in deeds if view.holdings[deed].owner != giver]):
        found.append(refuse("deed_not_held", player=seat, deed=table.deed_key(strange[0])))
    if cards and (lacking := [deck for deck in cards if deck not in player.cards]):
        found.append(refuse("card_not_held", player=seat, deck=lacking[0]))
    cash = player.cash + (proceeds(view, giver, side) if sell_buildings else 0)
    if amount > cash:
        found.append(refuse("cash_missing", player=seat, amount=amount, cash=cash, missing=amount - cash))
    if not claims:
        return found
    totals: dict[tuple[int, int], int] = {}
    for claim in claims:
        pair = (claim.debtor, claim.creditor)
        totals[pair] = totals.get(pair, 0) + claim.amount
    for (debtor, creditor), amount in totals.items():
        owed = open_claims(view, debtor, creditor)
        if creditor != giver or amount > owed:
            facts = {"player": seat, "debtor": table.seats[debtor], "creditor": table.seats[creditor]}
            found += [
                refuse("loan", **facts, amount=amount),
                refuse("claim_not_held", **facts, amount=amount, owed=owed),
            ]
            break
    return found


def built_lots(view: View, giver: int, side: Side) -> list[int]:
    """The lots with buildings in the colour groups of a side's deeds, in board order (JMA/TRADE-5)."""
    deeds = view.table.edition.deeds
    groups = {deeds[deed].siblings for deed in side.deeds}
    holdings = view.holdings
    return sorted(lot for group in groups for lot in group if holdings[lot].level and holdings[lot].owner == giver)


def proceeds(view: View, giver: int, side: Side) -> int:
    """What the bank pays for all buildings of the groups of a side's deeds, in dollars (JMA/TRADE-5, SELL-1)."""
    return sum(steps.resale(view, lot) for lot in built_lots(view, giver, side))


def built_group(view: View, side: Side) -> list[Refusal]:
    """A deed of a group with any building on it stays, unless the buildings are sold in the deal (JMA/TRADE-2,
    TRADE-5; SELL-2, SELL-3 of CLASSIC-JA and US; WIKI/TRADE-5).
    """
    if side.sell_buildings:
        return []
    if not side.deeds:
        return []
    table = view.table
    deeds, holdings = table.edition.deeds, view.holdings
    for deed in side.deeds:
        for sibling in deeds[deed].siblings:
            if holdings[sibling].level:
                return [refuse("deed_of_built_group", deed=table.deed_key(deed), built=table.deed_key(sibling))]
    return []


def unfit(deal_terms: Terms, view: View) -> list[Refusal]:
    """Return the refusals of what cannot change hands: deeds of built groups, and what a side does not hold."""
    one, two, from_one, from_two = deal_terms
    return [
        *built_group(view, from_one),
        *built_group(view, from_two),
        *not_held(view, one, from_one),
        *not_held(view, two, from_two),
    ]


def exchange(draft: Draft, deal_terms: Terms) -> None:
    """Exchange what both sides give; buildings that are part of the deal are sold first (JMA/MORT-4, TRADE-5)."""
    one, two, from_one, from_two = deal_terms
    for giver, side in ((one, from_one), (two, from_two)):
        if side.sell_buildings and (lots := built_lots(draft, giver, side)):
            selling.sell(draft, selling.Sell(giver, tuple((lot, 0) for lot in lots)))
    for giver, taker, side in ((one, two, from_one), (two, one, from_two)):
        cash, deeds, cards, claims, _, _ = side
        if cash:
            draft.pay(giver, taker, cash)
        for deed in deeds:
            draft.hand_over(deed, taker)
        for deck in cards:
            draft.drop_card(giver, deck)
            draft.take_card(taker, deck)
        for claim in claims:
            assign(draft, claim, taker)


def assign(draft: Draft, claim: Claim, taker: int) -> None:
    """Pass a claim to another player; one that its debtor receives is settled (JMA/TRADE-6)."""
    left = claim.amount
    for entry in draft.pending:
        if not left:
            return
        if type(entry) is Debt and entry.player == claim.debtor and entry.to == claim.creditor:
            part = min(left, entry.amount)
            left -= part
            rest = (entry._replace(amount=entry.amount - part),) if part < entry.amount else ()
            passed = (entry._replace(to=taker, amount=part),) if taker != claim.debtor else ()
            draft.replace(entry, *rest, *passed)


def side_json(view: View, side: Side) -> dict[str, object]:
    """Return a side as it is reported, without its empty parts."""
    table = view.table
    cash, deeds, cards, claims, sell_buildings, _ = side
    parts: dict[str, object] = {}
    if cash:
        parts["cash"] = cash
    if deeds:
        facts = table.edition.deeds
        parts["deeds"] = [facts[deed].key for deed in deeds]
    if cards:
        parts["cards"] = list(cards)
    if claims:
        parts["claims"] = [
            {"debtor": table.seats[claim.debtor], "creditor": table.seats[claim.creditor], "amount": claim.amount}
            for claim in claims
        ]
    if sell_buildings:
        parts["sell_buildings"] = True
    return parts


def tell(draft: Draft, report: Trade) -> None:
    """Note a deal in full (JMA/TRADE-7)."""
    seats = draft.table.seats
    draft.events.append(
        {
            "kind": "traded",
            "player": seats[report.player],
            "give": side_json(draft, report.give),
            "take": side_json(draft, report.take),
            "with": seats[report.other],
        }
    )


# -- deals in the boxed rules


def no_auction_running(state: State, _report: Trade) -> list[Refusal] | None:
    """Deals are open at any time outside an auction (reading 11; RECORD/ORDER, since no rule text says so)."""
    if auction.running(state) is not None:
        return [refuse("auction_before_deal")]
    return None


def after_first_go(state: State, report: Trade) -> list[Refusal] | None:
    """If the regulation says so, nobody but a debtor deals before some player has reached GO."""
    if state.table.options["negotiation_from"] == "start" or state.go_reached:
        return None
    pair = (report.player, report.other)
    if any(type(entry) is Debt and entry.player in pair for entry in state.pending):
        return None
    return [refuse("before_first_go", option="negotiation_from")]


def fit(state: State, report: Trade) -> list[Refusal] | None:
    """Both sides hold what they hand over, and it includes no deed of a built group."""
    return None if report.player == report.other else unfit(of_trade(report), state) or None


def sold_before(state: State, report: Trade) -> list[Refusal] | None:
    """Buildings are sold before the deal, not in it (SELL-3 of CLASSIC-JA and US, WIKI/TRADE-5)."""
    for giver, side in ((report.player, report.give), (report.other, report.take)):
        if side.sell_buildings:
            return [refuse("buildings_sold_in_deal", player=state.table.seats[giver])]
    return None


def something(state: State, report: Trade) -> list[Refusal] | None:
    """A deal hands something over; cash against the same cash is nothing."""
    _, _, given, taken = of_trade(report)
    if empty(given) and empty(taken) and not (given.barred or taken.barred):
        return [refuse("deal_of_nothing", player=state.table.seats[report.player])]
    return None


def no_claims(state: State, report: Trade) -> list[Refusal] | None:
    """Only cash, deeds and release cards change hands (WIKI/TRADE-3)."""
    if report.give.claims or report.take.claims:
        return [refuse("claims_not_traded", player=state.table.seats[report.player])]
    return None


def no_cash_gift(state: State, report: Trade) -> list[Refusal] | None:
    """Cash for nothing is a gift or a loan (WIKI/TRADE-7)."""
    seats = state.table.seats
    one, two, from_one, from_two = of_trade(report)
    for giver, taker, given, back in ((one, two, from_one, from_two), (two, one, from_two, from_one)):
        if given.cash and empty(back) and not back.barred:
            return [refuse("cash_gift", player=seats[giver], other=seats[taker], amount=given.cash)]
    return None
