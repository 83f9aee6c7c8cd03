"""Rescues: who may offer one now, and the least cash that saves (JMA/BANKR-2 to BANKR-4)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rulesets.classic import bargain, deal, legal, offers
from rulesets.classic.debts import debt
from rulesets.classic.game.draft import Draft
from rulesets.classic.game.pending import Debt, is_fee
from rulesets.classic.game.state import Side, State
from rulesets.kernel.explanation import Facts
from rulesets.kernel.refusal import Refusal
from rulesets.kernel.ruleset import Game
from rulesets.kernel.track.order import active
from rulesets.reports import as_report


def rescue(game: Game, debtor: int) -> Facts | None:
    """Return what can still save a debtor whose own assets cannot; None if the rules have no rescues."""
    state: State = game.state
    if "offer_rescue" not in state.table.reports:
        return None
    seats = state.table.seats
    others = [other for other in active(state) if other != debtor]
    open_to = {seats[other]: bargain.may_rescue(game, other, debtor) for other in others}
    something = has_something(state, debtor)  # cash alone saves if it buys a release card for the fee
    who = [rescuer(game, debtor, other) for other in others if something or open_to[seats[other]]]
    certain = offers.certain(state, debtor)
    able = [each for each in who if each["kind"] == "may_rescue"]
    found = prices(game, debtor, able[0]["player"]) if able else []
    cheapest = least_open(state, debtor, found)
    for each in able:
        reaches = cheapest is not None and each["assets"] >= cheapest
        each["enough"] = reaches or open_to[each["player"]] == ["give", "take"]
    if cheapest is None and found:
        who = [unless_open(state, debtor, each, found[0]["refusal"], open_to) for each in who]
    return {
        "certain": certain,
        "who": who,
        "prices": found,
        "take": [report["from"] for report in legal.rescues(game, debtor)],
        "lines": lines(state, debtor, able, [] if any(open_to.values()) else found, certain),
    }


def unless_open(
    state: State, debtor: int, line: dict[str, Any], why: Refusal, open_to: Mapping[str, list[str]]
) -> dict[str, Any]:
    """Return the line about a player where no price saves, but at most what some could give besides cash."""
    if line["kind"] == "may_rescue" and not open_to[line["player"]]:
        return barred(state, debtor, line["player"], why)
    return line


def has_something(state: State, debtor: int) -> bool:
    """Whether a debtor has more than cash to offer: a deed, a release card, a claim on somebody else (JMA/BANKR-2)."""
    return (
        bool(state.players[debtor].cards)
        or any(holding.owner == debtor for holding in state.holdings)
        or claims_of(state, debtor)
    )


def rescuer(game: Game, debtor: int, other: int) -> dict[str, Any]:
    """Return whether another player may offer a rescue, and with what."""
    state: State = game.state
    seats = state.table.seats
    # An empty offer: if it is refused for its content alone, one with content may pass.
    empty = {"type": "offer_rescue", "player": seats[other], "to": seats[debtor], "give": {}, "take": {}}
    if refusal := game.ruleset.obstacle(game, as_report(empty), bargain.CONTENT):
        return barred(state, debtor, seats[other], refusal)
    assets = debt.assets(state, other) - debt.burden(state, other)
    facts = {"player": seats[other], "debtor": seats[debtor], "cash": state.players[other].cash, "assets": assets}
    return {"kind": "may_rescue", **facts}


def barred(state: State, debtor: int, other: str, why: Refusal) -> dict[str, Any]:
    """The line about a player who may offer no rescue."""
    return {"kind": "may_not_rescue", "player": other, "debtor": state.table.seats[debtor], "refusal": why}


def least_open(state: State, debtor: int, found: list[Facts]) -> int | None:
    """Return the least cash that saves and that the rules let somebody offer, or None: the lowest of the prices, or for
    a claim (which raises no cash of the debtor's own) what is lacking.
    """
    sums = [each["amount"] for each in found if each["open"]]
    if claims_of(state, debtor):
        sums.append(debt.burden(state, debtor) - debt.assets(state, debtor))
    return min(sums, default=None)


def lines(state: State, debtor: int, able: Sequence[Facts], price_list: list[Facts], certain: bool) -> list[Facts]:
    """How matters stand with a rescue; ``price_list``: the prices of what there is to give,
    unless some offer is open at once.
    """
    key = state.table.seats[debtor]
    short = debt.burden(state, debtor) - debt.assets(state, debtor)
    found: list[Facts] = []
    if certain:
        found.append({"kind": "rescue_certain", "player": key})
    elif not able and not has_something(state, debtor):
        found.append({"kind": "nothing_but_cash", "player": key})
    elif not able:
        found.append({"kind": "nobody_may_rescue", "player": key})
    elif price_list and none_saves(state, debtor, price_list):
        found.append({"kind": "no_price_saves", "player": key, "amount": short})
    else:
        # A single card that settles the jail fee is worth the fee to its holder.
        fees = [entry.amount for entry in debt.debts(state, debtor) if is_fee(entry)]
        card = sum(fees) if debt.settles_fee(state, debtor) and len(state.players[debtor].cards) == 1 else 0
        found.append({"kind": "rescue_must_bring", "player": key, "amount": short, "card": card})
        if not any(each["enough"] for each in able):
            together = sum(max(0, each["assets"]) for each in able) >= short
            found.append({"kind": "only_shared" if together else "not_even_shared", "player": key, "amount": short})
    return found


def prices(game: Game, debtor: int, rescuer: str) -> list[Facts]:
    """Return the least cash that saves, for each deed and release card and, if there are several, for everything; the
    buildings of a group whose deed goes are sold in the deal (JMA/TRADE-5).

    An offer saves if own assets cover the debts after it.  ``refusal``: why such an offer would not be accepted from
    ``rescuer`` as it stands, however much cash is in hand; ``open``: whether it would.
    """
    state: State = game.state
    table = state.table
    deeds = tuple(deed for deed, holding in enumerate(state.holdings) if holding.owner == debtor)
    cards = state.players[debtor].cards
    sides: list[tuple[Facts, Side]] = []
    if len(deeds) + len(cards) > 1:
        sides.append(({"kind": "price_of_all"}, Side(0, deeds, cards)))
    sides += [({"kind": "price_of_deed", "deed": table.deed_key(deed)}, Side(0, (deed,))) for deed in deeds]
    sides += [({"kind": "price_of_card", "deck": deck}, Side(0, (), (deck,))) for deck in cards]
    found: list[Facts] = []
    for about, what in sides:
        selling = bool(deal.built_lots(state, debtor, what))
        facts, side = {**about, "selling": selling}, what._replace(sell_buildings=selling)
        amount = least(state, debtor, side)
        rich = with_cash(game, table.seat_number[rescuer], amount)
        offer = {"type": "offer_rescue", "player": rescuer, "to": table.seats[debtor], "give": {"cash": amount}}
        refusal = game.ruleset.obstacle(rich, as_report({**offer, "take": deal.side_json(state, side)}))
        found.append({**facts, "amount": amount, "open": refusal is None, "refusal": refusal})
    return found


def none_saves(state: State, debtor: int, found: list[Facts]) -> bool:
    """Whether the rules allow no price that saves, as for a release card alone (JMA/GIFT-4)."""
    return not claims_of(state, debtor) and not any(each["open"] for each in found)


def claims_of(state: State, debtor: int) -> bool:
    """Whether somebody owes a debtor something that could be given."""
    return any(type(entry) is Debt and entry.to == debtor for entry in state.pending)


def least(state: State, debtor: int, taken: Side) -> int:
    """The least cash, in dollars, that lets a debtor pay after giving ``taken``."""
    after = Draft(state)
    other = next(seat for seat in active(state) if seat != debtor)
    deal.exchange(after, deal.terms(other, debtor, Side(), taken))
    return debt.burden(after, debtor) - debt.assets(after, debtor)


def with_cash(game: Game, seat: int, cash: int) -> Game:
    """Return the game with this much cash in a player's hand, for testing an offer that the player cannot afford."""
    state: State = game.state
    players = list(state.players)
    players[seat] = players[seat]._replace(cash=cash)
    return game._replace(state=state._replace(players=tuple(players)))
