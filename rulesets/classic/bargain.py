"""Whether two players can strike any bargain now, a deal or a rescue: terms are tried, the plainest first, until some
are accepted.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, combinations, product
from typing import Any

from rulesets.classic import deal
from rulesets.classic.debts import debt
from rulesets.classic.game.draft import Draft
from rulesets.classic.game.pending import Debt
from rulesets.classic.game.state import Deal, Side, State
from rulesets.kernel.ruleset import Game
from rulesets.kernel.track.order import active

SideJson = dict[str, Any]
Terms = tuple[SideJson, SideJson]
"""What one player gives and what the other does, as reported."""

CONTENT = frozenset(
    {
        *("gift", "deal_of_nothing", "debt_left_unpayable"),
        *("rescue_insufficient", "rescue_must_clear_both", "shared_rescue_insufficient"),
    }
)
"""Codes for which an empty deal is refused although one with content may pass."""


def accepted(game: Game, report: dict[str, Any]) -> bool:
    """Whether a report would be accepted."""
    return game.ruleset.obstacle(game, report) is None


def passes_but_for_content(game: Game, report: dict[str, Any]) -> bool:
    """Whether a bargain without content is refused for that alone, if at all."""
    return game.ruleset.obstacle(game, {**report, "give": {}, "take": {}}, CONTENT) is None


def partners(game: Game) -> dict[int, list[int]]:
    """Return for every player those with whom some deal can be concluded now."""
    seats = active(game.state)
    found: dict[int, list[int]] = {seat: [] for seat in seats}
    for one, two in combinations(seats, 2):  # a deal is the same deal from either side
        if may_deal(game, one, two):
            found[one].append(two)
            found[two].append(one)
    return {seat: sorted(others, key=seats.index) for seat, others in found.items()}


def may_deal(game: Game, one: int, two: int) -> bool:
    """Whether two players can conclude some deal now: any deal, or one for a release card."""
    state: State = game.state
    seats = state.table.seats
    report: dict[str, Any] = {"type": "trade", "player": seats[one], "with": seats[two]}
    terms = every_terms if passes_but_for_content(game, report) else terms_for_cards
    return any(accepted(game, {**report, "give": give, "take": take}) for give, take in terms(state, one, two))


def may_rescue(game: Game, rescuer: int, debtor: int) -> list[str]:
    """Return which fields of an offer are to be filled in: its two sides; its partners too if it saves with others
    alone; none if no offer would be accepted.
    """
    state: State = game.state
    seats = state.table.seats
    report: dict[str, Any] = {"type": "offer_rescue", "player": seats[rescuer], "to": seats[debtor]}
    if not passes_but_for_content(game, report):
        return []
    every = [{"give": give, "take": take} for give, take in every_terms(state, rescuer, debtor)]
    if any(accepted(game, {**report, **terms}) for terms in every):
        return ["give", "take"]
    others = [seats[seat] for seat in active(state) if seat not in (rescuer, debtor)]
    for count in range(1, len(others) + 1):
        for partners_named in combinations(others, count):
            if any(accepted(game, {**report, **terms, "with": list(partners_named)}) for terms in every):
                return ["give", "take", "with"]
    return []


# -- terms


def every_terms(state: State, one: int, two: int) -> Iterator[Terms]:
    """Yield terms of a deal: if none of them is accepted, none will be.

    One thing for its price, or for what saves a debtor; a thing for a thing; everything for one thing, which helps a
    debtor most; what is bought back; a present, which some rules allow.
    """
    own, others = goods(state, one), goods(state, two)
    yield from ((thing, {"cash": price}) for thing in own for price in prices(state, one, two, thing))
    yield from (({"cash": price}, thing) for thing in others for price in prices(state, two, one, thing))
    yield from product(own, others)
    yield from ((thing, everything(state, two)) for thing in own)
    yield from ((everything(state, one), thing) for thing in others)
    for past in state.deals:
        if {past.player, past.other} == {one, two}:
            yield undone(state, past, one)
    yield from ((thing, {}) for thing in ({"cash": 1}, *own))
    yield from (({}, thing) for thing in ({"cash": 1}, *others))


def terms_for_cards(state: State, one: int, two: int) -> Iterator[Terms]:
    """Yield terms by which a release card alone goes one way (JMA/JAIL-8)."""
    cards = [[{"cards": [deck]} for deck in state.players[seat].cards] for seat in (one, two)]
    yield from chain(product(cards[0], ({"cash": 1}, *goods(state, two))))
    yield from chain(product(({"cash": 1}, *goods(state, one)), cards[1]))


def goods(state: State, seat: int) -> list[SideJson]:
    """Return everything that a player can give besides cash, thing by thing: deeds, release cards, claims, and deeds
    whose buildings are sold with them (JMA/TRADE-5).
    """
    table = state.table
    deeds = [table.edition.deeds[deed] for deed, held in enumerate(state.holdings) if held.owner == seat]
    built = [deed.key for deed in deeds if any(state.holdings[lot].level for lot in deed.siblings)]
    return [
        *({"deeds": [deed.key]} for deed in deeds if deed.key not in built),
        *({"cards": [deck]} for deck in state.players[seat].cards),
        *({"claims": [claim]} for claim in claims(state, seat)),
        *({"deeds": [key], "sell_buildings": True} for key in built),
    ]


def claims(state: State, seat: int) -> list[dict[str, Any]]:
    """A dollar of every debt that is owed to a player: claims may pass in part (JMA/TRADE-6)."""
    seats = state.table.seats
    debtors = dict.fromkeys(entry.player for entry in state.pending if type(entry) is Debt and entry.to == seat)
    return [{"debtor": seats[debtor], "creditor": seats[seat], "amount": 1} for debtor in debtors]


def prices(state: State, seller: int, buyer: int, thing: SideJson) -> list[int]:
    """Return sums in the buyer's hand for one thing: a dollar, the least above the mortgage value (JMA/GIFT-3), what
    saves a seller in debt, what the buyer can do without, and all.
    """
    table = state.table
    deeds = [table.edition.deed_number[key] for key in thing.get("deeds", ())]
    floor = 1 + sum(table.edition.deeds[deed].mortgage for deed in deeds if not state.holdings[deed].mortgaged)
    cash = state.players[buyer].cash
    sums = [floor, 1]
    if debt.debts(state, seller):
        sums.append(saving(state, seller, buyer, thing))
    if debt.debts(state, buyer):
        sums.append(min(cash, debt.assets(state, buyer) - debt.burden(state, buyer)))
    return [price for price in dict.fromkeys((*sums, cash)) if 0 < price <= cash]


def saving(state: State, debtor: int, other: int, thing: SideJson) -> int:
    """The least cash, in dollars, that lets a debtor pay after giving ``thing``."""
    table = state.table
    side = Side(
        deeds=tuple(table.edition.deed_number[key] for key in thing.get("deeds", ())),
        cards=tuple(thing.get("cards", ())),
        sell_buildings=thing.get("sell_buildings", False),
    )
    after = Draft(state)
    deal.exchange(after, deal.terms(other, debtor, Side(), side))
    return debt.burden(after, debtor) - debt.assets(after, debtor)


def everything(state: State, seat: int) -> SideJson:
    """All cash, unbuilt deeds and release cards of a player."""
    whole: SideJson = {"cash": state.players[seat].cash, "deeds": [], "cards": []}
    for thing in goods(state, seat):
        if "sell_buildings" not in thing:
            for name in thing.keys() & {"deeds", "cards"}:
                whole[name] += thing[name]
    return whole


def undone(state: State, past: Deal, one: int) -> Terms:
    """The terms by which a deal made since the last throw is undone at the same price (JMA/GIFT-5)."""
    back = deal.side_json(state, past.take), deal.side_json(state, past.give)
    return back if past.player == one else (back[1], back[0])
