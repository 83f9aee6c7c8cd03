"""Bankruptcy: who may declare it, and in what order debts are still settled (what happens to the assets: `estate`)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulesets.classic.debts import debt
from rulesets.classic.debts.estate import liquidate
from rulesets.classic.debts.liquidation import raise_cash
from rulesets.classic.game.draft import Draft, View
from rulesets.classic.game.pending import Debt, Place, is_fee
from rulesets.classic.game.state import State
from rulesets.classic.game.table import EACH
from rulesets.classic.turns import jail
from rulesets.kernel.refusal import Refusal, refuse
from rulesets.kernel.report import REPLY
from rulesets.kernel.track.fields import ByPlayer, by_player
from rulesets.kernel.track.ledger import beyond
from rulesets.kernel.track.table import BANK

DECLARE = by_player("declare_bankruptcy", REPLY)


def beyond_assets(state: State, report: ByPlayer) -> list[Refusal] | None:
    """Only a debt that own assets cannot pay makes a player bankrupt (BANKR-1; JMA, CLASSIC-JA, US, WIKI)."""
    seat = state.table.seats[report.player]
    if state.players[report.player].out:
        return None  # `takes_part` says so
    if not debt.debts(state, report.player):
        return [refuse("bankrupt_without_debt", player=seat), refuse("no_debt_due", player=seat)]
    owed, own = debt.burden(state, report.player), debt.assets(state, report.player)
    if owed <= own:
        return [refuse("debt_payable", player=seat, amount=owed, assets=own)]
    return None


def all_sold_and_mortgaged(state: State, report: ByPlayer) -> list[Refusal] | None:
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
    """A check that none of the seats in the report's fields ``names`` is bankrupt, and so out of the game (BANKR-11 of
    CLASSIC-JA and US, WIKI/BANKR-2).
    """

    def takes_part(state: State, report: Any) -> list[Refusal] | None:
        players = state.players
        for name in names:
            named = getattr(report, name)
            for seat in named if isinstance(named, tuple) else (named,):
                if players[seat].out:
                    return who_is_out(state, seat)
        return None

    return player_takes_part if names == ("player",) else takes_part


def player_takes_part(state: State, report: Any) -> list[Refusal] | None:
    """`takes_part` for the player alone, as a fast path: nearly every report passes here."""
    return who_is_out(state, report.player) if state.players[report.player].out else None


def who_is_out(state: State, seat: int) -> list[Refusal]:
    """Return the refusals of a report by or about a bankrupt player."""
    facts = {"player": state.table.seats[seat]}
    return [refuse("bankrupt_takes_no_part", **facts), refuse("seat_is_out", **facts)]


def unpayable_debt(view: View, player: int) -> Debt | None:
    """Return the oldest debt that a player cannot pay when older ones are paid first; None if only the rent behind a
    fee is beyond the player's means.
    """
    by_card = debt.settles_fee(view, player)
    owed = (entry for entry in debt.debts(view, player) if not (by_card and is_fee(entry)))
    return beyond(owed, debt.assets(view, player))


def declare(draft: Draft, report: ByPlayer) -> None:
    """Settle the payable debts that come first; the creditor of the first unpayable one gets everything."""
    go_bankrupt(draft, report.player)


def go_bankrupt(draft: Draft, player: int, place: int = 0) -> None:
    """Take a player out of the game, at a given ``place`` in the order of going out or after all before.

    A jail fee that own assets can pay is settled first, by card rather than cash, and the bankruptcy is on the space
    reached (JMA/BANKR-9).  What was paid for a piece not yet placed is returned first.

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
    """Settle the fee from own assets, by a release card if there is one; the token moves (JMA/BANKR-9)."""
    if debt.settles_fee(draft, player):
        jail.use_card(draft, jail.UseCard(player, None))
    else:
        raise_cash(draft, player, fee.amount)
        debt.settle(draft, fee)
