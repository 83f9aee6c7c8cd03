"""Whether two players can strike any bargain now, a deal or a rescue: terms are tried until some are accepted.

A ruleset says which (`Bargains`): if it accepts any terms, then some of those.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations
from typing import Any, NamedTuple

from rulesets.classic.game.pending import Debt
from rulesets.classic.game.state import State
from rulesets.kernel.ruleset import Game
from rulesets.kernel.track.order import active
from rulesets.reports import as_report
from rulesets.wordlist import wordlist

SideJson = dict[str, Any]
Terms = tuple[SideJson, SideJson]
"""What one player gives and what the other does, as reported."""


class Bargains(NamedTuple):
    """Where a ruleset looks for terms that it accepts; if it accepts any, each of these yields some that it does.

    ``deals(state, one, two)``; ``card_deals``, when only a deal for a release card is open; ``rescues(state, rescuer,
    debtor, partners)``.
    """

    deals: Callable[[State, int, int], Iterator[Terms]]
    card_deals: Callable[[State, int, int], Iterator[Terms]]
    rescues: Callable[[State, int, int, tuple[int, ...]], Iterator[Terms]]


CONTENT = frozenset(
    wordlist("""
        gift deal_of_nothing debt_left_unpayable rescue_insufficient rescue_must_clear_both shared_rescue_insufficient
    """)
)
"""Codes for which an empty deal is refused although one with content may pass."""


def accepted(game: Game, report: dict[str, Any]) -> bool:
    return game.ruleset.obstacle(game, as_report(report)) is None


def passes_but_for_content(game: Game, report: dict[str, Any]) -> bool:
    """Whether a bargain without content is refused for that alone, if at all."""
    return game.ruleset.obstacle(game, as_report({**report, "give": {}, "take": {}}), CONTENT) is None


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
    """Whether two players can conclude some deal now: any deal, or one for a release card (JMA/JAIL-8)."""
    state: State = game.state
    seats = state.table.seats
    report: dict[str, Any] = {"type": "trade", "player": seats[one], "with": seats[two]}
    mechanics: Any = game.ruleset.mechanics
    bargains: Bargains = mechanics.bargains
    terms = bargains.deals if passes_but_for_content(game, report) else bargains.card_deals
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
    others = [seat for seat in active(state) if seat not in (rescuer, debtor)]
    mechanics: Any = game.ruleset.mechanics
    bargains: Bargains = mechanics.bargains
    for count in range(len(others) + 1):
        for partners in combinations(others, count):
            shared = {**report, "with": [seats[seat] for seat in partners]} if partners else report
            if partners and not passes_but_for_content(game, shared):
                continue
            terms = bargains.rescues(state, rescuer, debtor, partners)
            if any(accepted(game, {**shared, "give": give, "take": take}) for give, take in terms):
                return ["give", "take", "with"] if partners else ["give", "take"]
    return []


# -- the boxed rules


def single_things(state: State, one: int, two: int) -> Iterator[Terms]:
    """Yield each thing that one of two players could give the other for nothing.

    The boxed rules bound no price.  What they ask of a deal - that something goes over, that it is held and may be part
    of a deal, that it leaves a lot for a piece that is called for or won, and the cash for houses skipped
    (`binding.kept`) - holds for one of the things alone if it holds for all: to get something never does harm, and to
    give one thing leaves no less than to give several.  If any deal is possible, so is one of these.
    """
    yield from ((thing, {}) for thing in goods(state, one))
    yield from (({}, thing) for thing in goods(state, two))


def goods(state: State, seat: int) -> list[SideJson]:
    """Return everything that a player can give, thing by thing: deeds, release cards, a dollar in cash or of each
    claim.
    """
    holdings = state.holdings
    deeds = [deed for deed in state.table.edition.deeds if holdings[deed.number].owner == seat]
    debtors = dict.fromkeys(entry.player for entry in state.pending if type(entry) is Debt and entry.to == seat)
    seats = state.table.seats
    return [
        *({"deeds": [deed.key]} for deed in deeds if not any(holdings[lot].level for lot in deed.siblings)),
        *({"cards": [deck]} for deck in state.players[seat].cards),
        *([{"cash": 1}] if state.players[seat].cash else []),
        *({"claims": [{"debtor": seats[debtor], "creditor": seats[seat], "amount": 1}]} for debtor in debtors),
    ]


def nothing(_state: State, _one: int, _two: int, _partners: tuple[int, ...] = ()) -> Iterator[Terms]:
    """Yield nothing: the boxed rules know neither deals for a card alone nor rescues."""
    return iter(())


BOXED = Bargains(single_things, nothing, nothing)
"""Where the boxed rules look."""
