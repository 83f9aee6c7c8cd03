"""Deals between two players: what both sides must hold, what counts as a price, and the exchange (JMA/TRADE)."""

from __future__ import annotations

from typing import NamedTuple

from rulesets.classic import fields, talk
from rulesets.classic.draft import Draft, View
from rulesets.classic.pending import Debt
from rulesets.classic.state import Claim, Deal, Side, State
from rulesets.kernel.refusal import Refusal, refuse
from rulesets.kernel.report import Field, Form


class Trade(NamedTuple):
    """A concluded deal, seen from ``player``."""

    player: int
    other: int
    give: Side
    take: Side


TRADE = Form(
    "trade",
    Trade,
    Field("player", fields.seat),
    Field("with", fields.seat),
    Field("give", fields.side),
    Field("take", fields.side),
)


class Terms(NamedTuple):
    """A deal with cash netted (reading 1): what each of two parties really hands over."""

    one: int
    two: int
    from_one: Side
    from_two: Side


def terms(one: int, two: int, give: Side, take: Side) -> Terms:
    """Net the cash of a deal."""
    common = min(give.cash, take.cash)
    return Terms(one, two, give._replace(cash=give.cash - common), take._replace(cash=take.cash - common))


def of_trade(report: Trade) -> Terms:
    """The terms of a reported deal."""
    return terms(report.player, report.other, report.give, report.take)


def empty(side: Side) -> bool:
    """Whether a side hands over nothing."""
    return not (side.cash or side.deeds or side.cards or side.claims)


def things(side: Side) -> frozenset[object]:
    """The deeds and release cards of a side."""
    return frozenset((*side.deeds, *side.cards))


def money(side: Side) -> int:
    """Cash and claims of a side: claims count as cash (JMA/TRADE-6)."""
    return side.cash + sum(claim.amount for claim in side.claims)


def with_oneself(state: State, report: Trade) -> list[Refusal] | None:
    """Nobody deals with oneself."""
    if report.player == report.other:
        return [refuse("deal_with_oneself", player=state.table.seats[report.player])]
    return None


def open_claims(view: View, debtor: int, creditor: int) -> int:
    """What one player owes another, in all."""
    return sum(
        entry.amount
        for entry in view.pending
        if type(entry) is Debt and entry.player == debtor and entry.to == creditor
    )


def side_faults(view: View, giver: int, side: Side) -> list[Refusal]:
    """What a side promises without holding it: handed over on the spot only (JMA/TRADE-4, GIFT-1)."""
    table = view.table
    seat = table.seats[giver]
    player = view.players[giver]
    found = []
    for deed in side.deeds:
        if view.holdings[deed].owner != giver:
            found += [refuse("promised_deed", player=seat, deed=table.deed_key(deed)),
                      refuse("deed_not_held", player=seat, deed=table.deed_key(deed))]  # fmt: skip
            break
    for deck in side.cards:
        if deck not in player.cards:
            found += [refuse("promised_card", player=seat, deck=deck), refuse("card_not_held", player=seat, deck=deck)]
            break
    if side.cash > player.cash:
        facts = {"player": seat, "amount": side.cash, "cash": player.cash, "missing": side.cash - player.cash}
        found += [refuse("promised_cash", **facts), refuse("cash_missing", **facts)]
    totals: dict[tuple[int, int], int] = {}
    for claim in side.claims:
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


def built_group(view: View, side: Side) -> list[Refusal]:
    """A deed of a group with any building on it stays (JMA/TRADE-2, TRADE-5)."""
    table = view.table
    for deed in side.deeds:
        for sibling in table.edition.deeds[deed].siblings:
            if view.holdings[sibling].level:
                return [refuse("deed_of_built_group", deed=table.deed_key(deed), built=table.deed_key(sibling))]
    return []


def held_by_both(deal_terms: Terms, view: View) -> list[Refusal]:
    """Both sides hold what they hand over, and no deed of a built group is among it."""
    one, two, from_one, from_two = deal_terms
    return [
        *built_group(view, from_one),
        *built_group(view, from_two),
        *side_faults(view, one, from_one),
        *side_faults(view, two, from_two),
    ]


def exchange(draft: Draft, deal_terms: Terms) -> None:
    """Both sides hand over what they give (JMA/MORT-4)."""
    one, two, from_one, from_two = deal_terms
    for giver, taker, side in ((one, two, from_one), (two, one, from_two)):
        if side.cash:
            draft.pay(giver, taker, side.cash)
        for deed in side.deeds:
            draft.hand_over(deed, taker)
        for deck in side.cards:
            draft.drop_card(giver, deck)
            draft.take_card(taker, deck)
        for claim in side.claims:
            assign(draft, claim, taker)


def assign(draft: Draft, claim: Claim, taker: int) -> None:
    """A claim passes to another player; one that its debtor receives is settled (JMA/TRADE-6)."""
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
    """A side as it is reported, absent parts left out."""
    table = view.table
    parts: dict[str, object] = {}
    if side.cash:
        parts["cash"] = side.cash
    if side.deeds:
        parts["deeds"] = [table.deed_key(deed) for deed in side.deeds]
    if side.cards:
        parts["cards"] = list(side.cards)
    if side.claims:
        parts["claims"] = [
            {"debtor": table.seats[claim.debtor], "creditor": table.seats[claim.creditor], "amount": claim.amount}
            for claim in side.claims
        ]
    return parts


def trade(draft: Draft, report: Trade) -> None:
    """The deal is carried out, told in full (JMA/TRADE-7) and remembered until the next throw; the two's talk ends."""
    seats = draft.table.seats
    exchange(draft, of_trade(report))
    draft.talks = tuple(pair for pair in draft.talks if pair != talk.pair(report.player, report.other))
    draft.deals = (*draft.deals, Deal(report.player, report.other, report.give, report.take))
    draft.events.append(
        {
            "kind": "traded",
            "player": seats[report.player],
            "with": seats[report.other],
            "give": side_json(draft, report.give),
            "take": side_json(draft, report.take),
        }
    )
