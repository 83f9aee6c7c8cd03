"""Hands: deeds that a player may hand over in one deal, and which of them must be tried to find terms (`bargain`)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain, combinations, product
from operator import add, ge
from typing import NamedTuple

from rulesets.classic import deal
from rulesets.classic.game.draft import View
from rulesets.classic.game.state import Side, State
from rulesets.classic.turns import jail


class Hand(NamedTuple):
    """Deeds that a side may hand over: ``value``: the mortgage values of the unmortgaged ones; ``proceeds``: what the
    buildings bring that must be sold for it, now, and then besides what each further part of a shared rescue has sold
    by then; all in dollars.
    """

    deeds: tuple[int, ...]
    value: int
    proceeds: tuple[int, ...]

    def beside(self, other: Hand) -> Hand:
        proceeds = tuple(map(add, self.proceeds, other.proceeds))
        return Hand(self.deeds + other.deeds, self.value + other.value, proceeds)


def hand(views: Sequence[View], seat: int, deeds: Sequence[int]) -> Hand:
    """These deeds of a player, as they are handed over in the first of the positions."""
    facts, holdings = views[0].table.edition.deeds, views[0].holdings
    value = sum(facts[deed].mortgage for deed in deeds if not holdings[deed].mortgaged)
    side = Side(deeds=tuple(deeds))
    return Hand(side.deeds, value, tuple(deal.proceeds(view, seat, side) for view in views))


def selling(view: View, deeds: Iterable[int]) -> bool:
    """Whether buildings must be sold if these deeds are to go."""
    return any(view.holdings[lot].level for deed in deeds for lot in view.table.edition.deeds[deed].siblings)


def behind_fee(state: State, pair: tuple[int, int]) -> tuple[int, ...]:
    """Return the deeds of two players on which the rent behind a jail fee of theirs depends: those of the group of the
    space to be reached if one of the two owns it.  Their own mortgage values are the least that they mean to a debtor.
    """
    edition = state.table.edition
    for seat in pair:
        fee = jail.fee_due(state, seat)
        if fee is not None and fee.dice is not None:
            ahead = edition.spaces[(edition.jail + sum(fee.dice)) % len(edition.spaces)].deed
            if ahead >= 0 and state.holdings[ahead].owner in pair:
                return tuple(deed for deed in edition.deeds[ahead].siblings if state.holdings[deed].owner in pair)
    return ()


def subsets(things: Sequence[int]) -> list[tuple[int, ...]]:
    """Every choice of some things, none included."""
    return list(chain.from_iterable(combinations(things, count) for count in range(len(things) + 1)))


def ends(views: Sequence[View], seat: int, deeds: Sequence[int]) -> list[Hand]:
    """The hands of least and of most value, none, and a mortgaged deed: if money is bounded on one side only, one of
    them will do.
    """
    view = views[0]
    unmortgaged = [deed for deed in deeds if not view.holdings[deed].mortgaged]
    cheapest = sorted(unmortgaged, key=lambda deed: (selling(view, [deed]), view.table.edition.deeds[deed].mortgage))
    least = min(cheapest, key=lambda deed: view.table.edition.deeds[deed].mortgage, default=None)
    found = [cheapest[:1], [] if least is None else [least], unmortgaged]
    mortgaged = [deed for deed in deeds if view.holdings[deed].mortgaged]
    every = dict.fromkeys(tuple(each) for each in (*found, (), mortgaged[:1]))
    return [hand(views, seat, each) for each in every]


def hands(views: Sequence[View], seat: int, deeds: Sequence[int], width: int) -> list[Hand]:
    """A hand for every sum of mortgage values, ascending: ``width`` hands for each sum, those that bring most first,
    and those that bring more than these by what no other part of a shared rescue sells.
    """
    edition = views[0].table.edition
    parts: dict[tuple[int, ...], list[Hand]] = {}
    for deed in deeds:
        siblings = edition.deeds[deed].siblings
        if not selling(views[0], [deed]):
            parts[(deed,)] = [hand(views, seat, [deed])]
        elif siblings not in parts:  # a group whose buildings are sold once
            own = [lot for lot in siblings if lot in deeds]
            parts[siblings] = [hand(views, seat, each) for each in subsets(own) if each]
    none = hand(views, seat, ())
    found: dict[int, list[Hand]] = {0: [none]}
    for choices in parts.values():
        longer = {value: list(same) for value, same in found.items()}
        for same in found.values():
            for each, choice in product(same, choices):
                longer.setdefault(each.value + choice.value, []).append(each.beside(choice))
        found = {value: bringing_most(same, width) for value, same in longer.items()}
        found[0] = [none, *bringing_most([each for each in longer[0] if each.deeds], width - 1)]
    return [each for value in sorted(found) for each in found[value]]


def bringing_most(same: Iterable[Hand], width: int) -> list[Hand]:
    """Those of hands of one value than which fewer than ``width`` others bring at least as much, at every point."""
    found: list[Hand] = []
    for each in sorted(same, key=lambda other: other.proceeds, reverse=True):
        if sum(all(map(ge, better.proceeds, each.proceeds)) for better in found) < width:
            found.append(each)
    return found
