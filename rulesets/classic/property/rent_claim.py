"""Rent that must be asked for: open from the landing until a following player's throw (the boxed rules, RENT-7).

In the association's rules rent need not be asked for: `rulesets.jma.rent`.
"""

from __future__ import annotations

from rulesets.classic.game.draft import Draft, View
from rulesets.classic.game.pending import Debt
from rulesets.classic.game.state import OpenRent, State
from rulesets.kernel.refusal import Refusal, refuse
from rulesets.kernel.track.ledger import Ask, asking
from rulesets.kernel.track.order import after
from rulesets.kernel.track.table import NONE

CLAIM = asking("claim_rent")


def fall_due(draft: Draft, debt: Debt) -> None:
    """Make a rent from a landing due: a debt at once, or open for its owner to ask for, at its present amount.

    After the end signal there is no time left to ask: it is a debt at once.

    Clauses: CLASSIC-JA/RENT-1, US/RENT-1, WIKI/RENT-1.
    """
    if not draft.table.figures.claims_until or draft.time_up:
        draft.owe(debt)
        return
    table = draft.table
    player, to, amount, _, deed, *_ = debt
    draft.rents = (*draft.rents, OpenRent(player, to, amount, deed, NONE))
    draft.events.append(
        {
            "kind": "rent_open",
            "player": table.seats[player],
            "to": table.seats[to],
            "amount": amount,
            "deed": table.edition.deeds[deed].key,
        }
    )


def open_rents(view: View) -> list[OpenRent]:
    """The rents that may still be asked for, oldest first."""
    return [rent for rent in view.rents if rent.lapsed == NONE]


def follows(view: View, payer: int, thrower: int, number: int) -> bool:
    """Whether ``thrower`` is the ``number``-th player after ``payer``, of those still in the game."""
    seat = payer
    for _ in range(number):
        seat = after(view, seat)
    return seat == thrower


def lapse(draft: Draft, thrower: int) -> None:
    """Let the rents lapse whose deadline is this throw, which begins a turn: they can no longer be asked for.

    They are remembered until their payer throws again, so that a late claim gets the right refusal.

    Clauses: CLASSIC-JA/RENT-7, US/RENT-7, WIKI/RENT-7.
    """
    table = draft.table
    left = []
    for rent in draft.rents:
        if rent.lapsed != NONE:
            if rent.player != thrower:
                left.append(rent)
        elif follows(draft, rent.player, thrower, table.figures.claims_until):
            left.append(OpenRent(rent.player, rent.to, rent.amount, rent.deed, thrower))
            draft.event(
                "rent_lapsed",
                player=table.seats[rent.to],
                payer=table.seats[rent.player],
                amount=rent.amount,
                deed=table.deed_key(rent.deed),
            )
        else:
            left.append(rent)
    draft.rents = tuple(left)


def asked_for(view: View, report: Ask) -> OpenRent | None:
    """Return the oldest open rent that the report asks for, or None."""
    for rent in view.rents:
        if rent.lapsed == NONE and report.fits(rent):
            return rent
    return None


def owed_already(view: View, report: Ask) -> Debt | None:
    """Return the oldest unpaid rent that the report asks for although it is owed already, or None."""
    for entry in view.pending:
        if type(entry) is Debt and entry.cause == "rent" and report.fits(entry):
            return entry
    return None


def lapsed(view: View, report: Ask) -> OpenRent | None:
    """Return the last lapsed rent that the report asks for, or None."""
    return next(filter(report.fits, reversed(view.rents)), None)


def claimable(state: State, report: Ask) -> list[Refusal] | None:
    """Its owner asks for a rent before it lapses, and not for a mortgaged deed.

    Clauses: CLASSIC-JA/RENT-1, RENT-2, RENT-7, and the same of US; WIKI/RENT-2, RENT-7, MORT-3.
    """
    if asked_for(state, report) is not None:
        return None
    table = state.table
    facts = {"player": table.seats[report.player], "payer": table.seats[report.payer]}
    if owed_already(state, report) is not None:
        return [refuse("rent_claimed_already", **facts)]
    if (rent := lapsed(state, report)) is not None:
        late = {"deed": table.deed_key(rent.deed), "amount": rent.amount, "thrower": table.seats[rent.lapsed]}
        return [refuse("claim_too_late", **facts, **late)]
    if state.players[report.payer].out:  # an open rent lapses when its payer goes bankrupt, wherever the token stood
        return [refuse("no_rent_open", **facts)]
    deed = table.edition.spaces[state.players[report.payer].space].deed if report.deed is None else report.deed
    if deed >= 0 and state.holdings[deed].owner == report.player and state.holdings[deed].mortgaged:
        return [refuse("no_rent_on_mortgaged", **facts, deed=table.deed_key(deed))]
    if deed >= 0 and state.holdings[deed].owner != report.player:
        return [refuse("claim_by_stranger", **facts, deed=table.deed_key(deed)), refuse("no_rent_open", **facts)]
    if deed >= 0:
        return [refuse("no_rent_arose", **facts, deed=table.deed_key(deed)), refuse("no_rent_open", **facts)]
    return [refuse("no_rent_open", **facts)]


def claim(draft: Draft, report: Ask) -> None:
    """Make the rent asked for a debt, which the next throw waits for; a ruling may let a late claim stand."""
    rent = asked_for(draft, report) or lapsed(draft, report)
    assert rent is not None
    strike(draft, rent)
    player, to, amount, deed, _ = rent
    draft.owe(Debt(player, to, amount, "rent", deed, None, False))


def strike(draft: Draft, rent: OpenRent) -> None:
    """Remove a rent from the open ones: it is owed, or paid, or no longer anybody's."""
    rents = list(draft.rents)
    rents.remove(rent)
    draft.rents = tuple(rents)


def drop_with(draft: Draft, player: int) -> None:
    draft.rents = tuple(rent for rent in draft.rents if player not in (rent.player, rent.to))
