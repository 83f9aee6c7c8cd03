"""Bankruptcy: to a player, to the bank, and what becomes of everything (BANKR)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from rulesets.classic import debt, fields, interest, jail, rent_claim, selling, steps
from rulesets.classic.draft import Draft, View
from rulesets.classic.order import active, halted, next_place, pass_over
from rulesets.classic.pending import JAIL_FEE, NONE, Auction, Debt, Payment, Pending, Place, Throw, is_fee
from rulesets.classic.state import BETWEEN_TURNS, OVER, State
from rulesets.classic.table import BANK, EACH
from rulesets.kernel.refusal import Refusal, refuse
from rulesets.kernel.report import Field, Form


class Declare(NamedTuple):
    """Nobody rescued: the player is out."""

    player: int


class TakeOver(NamedTuple):
    """The creditor of the space to be reached takes over the jail fee."""

    player: int


DECLARE = Form("declare_bankruptcy", Declare, Field("player", fields.seat))
TAKE_OVER = Form("take_over", TakeOver, Field("player", fields.seat))


def beyond_assets(state: State, report: Declare) -> list[Refusal] | None:
    """Only a debt that own assets cannot pay makes a player bankrupt (BANKR-1; JMA, CLASSIC-JA, US, WIKI)."""
    seat = state.table.seats[report.player]
    if not debt.debts(state, report.player):
        return [refuse("bankrupt_without_debt", player=seat), refuse("no_debt_due", player=seat)]
    owed, own = debt.burden(state, report.player), debt.assets(state, report.player)
    if owed <= own:
        return [refuse("debt_payable", player=seat, amount=owed, assets=own)]
    return None


def all_sold_and_mortgaged(state: State, report: Declare) -> list[Refusal] | None:
    """Everything is sold and mortgaged first (WIKI/BANKR-1)."""
    left = [
        deed.key
        for deed, holding in zip(state.table.edition.deeds, state.holdings, strict=True)
        if holding.owner == report.player and (holding.level or not holding.mortgaged)
    ]
    if not left or not debt.debts(state, report.player):
        return None
    return [refuse("assets_left", player=state.table.seats[report.player], deeds=left)]


def takes_part(*names: str) -> Callable[[State, Any], list[Refusal] | None]:
    """A check that none of the seats in the report's fields ``names`` is bankrupt (BANKR-11 of CLASSIC-JA and US,
    WIKI/BANKR-2).
    """

    def takes_part(state: State, report: Any) -> list[Refusal] | None:
        for name in names:
            named = getattr(report, name)
            for seat in named if isinstance(named, tuple) else (named,):
                if state.players[seat].out:
                    return [refuse("bankrupt_takes_no_part", player=state.table.seats[seat])]
        return None

    return takes_part


def unpayable_debt(view: View, player: int) -> Debt | None:
    """The oldest debt that a player cannot pay, older ones paid first; None when only the rent behind a fee is
    beyond.
    """
    left = debt.assets(view, player)
    for entry in debt.debts(view, player):
        if not (is_fee(entry) and debt.settles_fee(view, player)):
            left -= entry.amount
        if left < 0:
            return entry
    return None


def declare(draft: Draft, report: Declare) -> None:
    """Payable debts before it are settled, then everything goes to the creditor of the debt that cannot be paid."""
    go_bankrupt(draft, report.player)


def go_bankrupt(draft: Draft, player: int, place: int = 0) -> None:
    """A player goes out of the game, at a given ``place`` of the order of going out or behind all before.

    A jail fee that own assets pay is settled first, by card before cash, and the bankruptcy is on the space reached
    (JMA/BANKR-9).  What was paid for a piece not yet placed comes back first.

    Clauses: JMA/BANKR-7.
    """
    draft.keep_due(lambda entry: type(entry) is not Place or entry.player != player)
    fee = jail.fee_due(draft, player)
    if fee is not None and unpayable_debt(draft, player) is None:
        pay_fee_first(draft, player, fee)
    entry = unpayable_debt(draft, player)
    if entry is None:
        owed = debt.debts(draft, player)
        entry = owed[0] if owed else None
    creditor = BANK if entry is None or entry.to == EACH else entry.to
    for older in debt.debts(draft, player):
        if entry is None or older is entry or is_fee(older):
            break
        raise_cash(draft, player, older.amount)
        debt.settle(draft, older)
    liquidate(draft, player, creditor, place)


def pay_fee_first(draft: Draft, player: int, fee: Debt) -> None:
    """The fee is settled from own assets, by a release card where there is one, and the token moves (JMA/BANKR-9)."""
    if debt.settles_fee(draft, player):
        jail.use_card(draft, jail.UseCard(player, None))
    else:
        raise_cash(draft, player, fee.amount)
        debt.settle(draft, fee)


def raise_cash(draft: Draft, player: int, amount: int) -> None:
    """Raise cash up to a sum, no more than needed: from own buildings evenly, then by mortgages in board order.

    Where the bankruptcy hands buildings over as they stand, unbuilt deeds come first, then the buildings, each group
    that is cleared mortgaged before the next one is touched (US/SHORT-11).
    """
    if keeps_buildings(draft):
        mortgage_unbuilt(draft, player, amount)
    while draft.players[player].cash < amount and any(
        holding.owner == player and holding.level for holding in draft.holdings
    ):
        sell_step(draft, player)
        if keeps_buildings(draft):
            mortgage_unbuilt(draft, player, amount)
    mortgage_unbuilt(draft, player, amount)


def mortgage_unbuilt(draft: Draft, player: int, amount: int) -> None:
    """Mortgage deeds of groups without buildings in board order, until the cash reaches ``amount`` dollars."""
    for deed in draft.table.edition.deeds:
        holding = draft.holdings[deed.number]
        if draft.players[player].cash >= amount:
            return
        built = any(draft.holdings[sibling].level for sibling in deed.siblings)
        if holding.owner == player and not holding.mortgaged and not built:
            draft.set_holding(deed.number, holding._replace(mortgaged=True))
            draft.pay(BANK, player, deed.mortgage)
            draft.event("mortgaged", player=draft.table.seats[player], deed=deed.key, amount=deed.mortgage)


def sell_step(draft: Draft, player: int) -> None:
    """The cheapest step that leaves its group even is sold; hotels without houses to follow them all go at once."""
    edition = draft.table.edition
    figures = draft.table.figures
    groups = [group for group in edition.groups.values() if any(draft.holdings[lot].level for lot in group)]
    own = [group for group in groups if draft.holdings[group[0]].owner == player]
    group = min(own, key=lambda lots: edition.deeds[lots[0]].building_cost)
    lot = max(group, key=lambda deed: (steps.rank(figures, draft.holdings[deed].level), deed))
    level = draft.holdings[lot].level
    below = len(steps.costs(draft, lot)) - 1 if level == 5 else level - 1
    lots = {lot: below} if level < 5 or draft.houses >= below else dict.fromkeys(group, 0)
    selling.sell(draft, selling.Sell(player, tuple(sorted(lots.items()))))


def sell_all(draft: Draft, player: int) -> None:
    """All buildings go back to the bank at half the cost."""
    for deed in draft.table.edition.deeds:
        holding = draft.holdings[deed.number]
        if holding.owner == player and holding.level:
            amount = steps.resale(draft, deed.number)
            draft.set_level(deed.number, 0)
            draft.pay(BANK, player, amount)
            draft.event("sold", player=draft.table.seats[player], deed=deed.key, level=0, amount=amount)


def liquidate(draft: Draft, player: int, creditor: int, place: int = 0) -> None:
    """Buildings are sold, cash, deeds and cards go to the creditor; to the bank, deeds are auctioned unmortgaged.

    BANKR-5 (to a player), BANKR-6 and BANKR-7 (to the bank).  Claims of the bankrupt pass to the creditor, to the bank
    too; rents not asked for lapse.  Where this bankruptcy ends the game, buildings may go over as they stand, and
    nothing is auctioned; between the end signal and the last throw deeds stay with the bank.

    Clauses: JMA/MORT-4; CLASSIC-JA/BANKR-2 to BANKR-5, BANKR-10, BANKR-11 and the same of US; US/SHORT-9, SHORT-11,
    SHORT-12; WIKI/BANKR-2, BANKR-3, BANKR-5 to BANKR-8, SHORT-9.
    """
    table = draft.table
    last = is_last(draft)
    if not keeps_buildings(draft):
        sell_all(draft, player)
    cash = draft.players[player].cash
    draft.pay(player, creditor, cash)
    deeds = [deed for deed, holding in enumerate(draft.holdings) if holding.owner == player]
    for deed in deeds:
        if creditor == BANK:
            draft.set_level(deed, 0)
            draft.set_holding(deed, draft.holdings[deed]._replace(owner=BANK, mortgaged=False))
        else:
            draft.hand_over(deed, creditor)
    for deck in draft.players[player].cards:
        if creditor == BANK:
            draft.return_card(player, deck)
        else:
            draft.drop_card(player, deck)
            draft.take_card(creditor, deck)
    out_at = place or next_place(draft)
    draft.set_player(player, draft.players[player]._replace(out=True, out_at=out_at, jail=-1))
    draft.event(
        "bankrupt",
        player=table.seats[player],
        to=table.party(creditor),
        cash=cash,
        deeds=[table.deed_key(deed) for deed in deeds],
    )
    clear_away(draft, player, creditor)
    if len(active(draft)) == 1:
        if last:
            pay_before_count(draft, deeds)
        end_by_monopoly(draft)
    elif last or draft.closing:
        end_by_bankruptcy(draft, deeds)
    elif creditor != BANK:
        if interest.on_receipt(draft, deeds) and table.figures.principal_after_bankruptcy:
            mortgaged = [deed for deed in deeds if draft.holdings[deed].mortgaged]
            draft.inherited = (*draft.inherited, *mortgaged)
    elif not halted(draft):
        draft.await_first(*(Auction(deed, "", NONE, 0, ()) for deed in deeds))
        for deed in deeds:
            draft.event("auction_opened", deed=table.deed_key(deed))


def is_last(view: View) -> bool:
    """Whether the next bankruptcy is the one that ends the game.

    Clauses: US/SHORT-9, US/SHORT-10, WIKI/SHORT-8.
    """
    last = view.table.figures.last_bankruptcy
    return last > 0 and sum(player.out for player in view.players) + 1 >= last


def keeps_buildings(view: View) -> bool:
    """Whether the next bankruptcy hands buildings over as they stand (US/SHORT-11)."""
    return is_last(view) and view.table.figures.buildings_go_over


def end_by_bankruptcy(draft: Draft, deeds: list[int]) -> None:
    """The bankruptcy that ends the game has happened.  Where the creditor pays interest on the mortgaged deeds received
    before the count, it is taken from the cash in hand; the game is over at once, or when what is lacking is raised.

    Clauses: US/SHORT-10, US/SHORT-11, WIKI/SHORT-8, WIKI/SHORT-9.
    """
    draft.keep_due(lambda entry: draft.closing and type(entry) is Debt)
    draft.declared = draft.excluded = ()
    draft.rents = ()
    pay_before_count(draft, deeds)
    draft.closing = True
    close_when_settled(draft)


def pay_before_count(draft: Draft, deeds: list[int]) -> None:
    """The creditor of the last bankrupt owes the interest on the mortgaged deeds before the count, and pays it at once
    where the cash in hand reaches (WIKI/SHORT-9, reading 14).
    """
    if not draft.table.figures.interest_before_count:
        return
    owed = interest.on_receipt(draft, deeds)
    if owed and sum(entry.amount for entry in owed) <= draft.players[owed[0].player].cash:
        for entry in owed:
            debt.settle(draft, entry)


def close_when_settled(draft: Draft) -> None:
    """The game ends when the debts that the last bankruptcy left are settled."""
    if draft.closing and not draft.pending and draft.phase != OVER:
        finish(draft)
        draft.event("over_by_bankruptcy")


def clear_away(draft: Draft, player: int, creditor: int) -> None:
    """What was due from, or owed to, a player who is out; what the player had won and not paid is auctioned again."""
    pending: list[Pending] = []
    for entry in draft.pending:
        if type(entry) is Payment and entry.player == player and not entry.piece and not halted(draft):
            pending.append(Auction(entry.deed, "", NONE, 0, (*entry.out, player)))
        elif getattr(entry, "player", None) == player or (type(entry) is Throw and entry.to == player):
            continue
        elif type(entry) is Debt and entry.to == player:
            if creditor != entry.player:
                pending.append(entry._replace(to=creditor))
        elif type(entry) is Debt and entry.to == EACH:
            others = sum(seat != entry.player for seat in active(draft))
            pending.append(entry._replace(amount=entry.amount // (others + 1) * others))
        elif type(entry) is Auction and entry.bidder == player:
            pending.append(entry._replace(bidder=NONE, amount=0))
        else:
            pending.append(entry)
    draft.pending = tuple(pending)
    rent_claim.drop_with(draft, player)
    draft.declared = tuple(row for row in draft.declared if row[0] != player)
    if not draft.declared:
        draft.excluded = ()
    draft.talks = tuple(talk for talk in draft.talks if player not in talk)
    draft.offers = tuple(offer for offer in draft.offers if player not in (offer.player, offer.to))
    if draft.turn == player:
        if draft.phase == BETWEEN_TURNS:
            pass_over(draft)
        draft.doubles = 0


def end_by_monopoly(draft: Draft) -> None:
    """All others are bankrupt: the game is over at once (JMA/RANK-1).

    Clauses: CLASSIC-JA/END-1, US/END-1, WIKI/END-1, WIKI/OBJECT-1.
    """
    winner = active(draft)[0]
    finish(draft)
    draft.event("won_by_monopoly", player=draft.table.seats[winner])


def finish(draft: Draft) -> None:
    """The game is over: nothing is due any more."""
    draft.phase = OVER
    draft.keep_due(lambda entry: False)
    draft.declared = draft.excluded = ()
    draft.doubles = 0
    draft.order = ()
    draft.rents = ()
    draft.inherited = ()
    draft.closing = False
    draft.close_window()


def fee_to_take_over(state: State, report: TakeOver) -> list[Refusal] | None:
    """Only the creditor at the space to be reached, only a fee beyond the debtor's own assets (JMA/BANKR-10)."""
    table = state.table
    seat = table.seats[report.player]
    entry = jail_fee(state)
    if entry is None:
        return [refuse("no_fee_due", player=seat)]
    behind = debt.ahead(state, entry)
    if behind is None or behind.owner != report.player:
        owner = table.seats[behind.owner] if behind else "bank"
        return [refuse("not_the_creditor_ahead", player=seat, creditor=owner)]
    if may_be_taken_over(state, entry):
        return None
    own = debt.assets(state, entry.player)
    return [refuse("fee_payable", player=table.seats[entry.player], amount=entry.amount, assets=own)]


def may_be_taken_over(view: View, fee: Debt) -> bool:
    """Whether the creditor at the space to be reached may take a jail fee over: it is beyond its debtor's own assets, a
    release card included (JMA/BANKR-10).
    """
    payable = debt.assets(view, fee.player) >= fee.amount or view.players[fee.player].cards
    return not payable and debt.ahead(view, fee) is not None


def jail_fee(view: View) -> Debt | None:
    """The jail fee that is due for leaving jail, from whomever."""
    for entry in view.pending:
        if type(entry) is Debt and is_fee(entry):
            return entry
    return None


def take_over(draft: Draft, report: TakeOver) -> None:
    """The token moves, the player is bankrupt there to the creditor, who has the estate first and then owes the fee
    (JMA/BANKR-10).
    """
    entry = jail_fee(draft)
    assert entry is not None
    table = draft.table
    draft.event("fee_taken_over", player=table.seats[report.player], debtor=table.seats[entry.player],
                amount=entry.amount)  # fmt: skip
    draft.remove(entry)
    jail.leave_by(draft, entry.player, entry.dice, "fee")
    liquidate(draft, entry.player, report.player)
    if draft.phase != OVER:
        draft.owe(Debt(report.player, BANK, entry.amount, JAIL_FEE, taken_over=True))
