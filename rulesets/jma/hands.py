"""Hands: deeds that a player may hand over in one deal, and which of them must be tried to find terms (`bargain`)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain, combinations, product
from typing import NamedTuple

from rulesets.classic import deal
from rulesets.classic.game.draft import View
from rulesets.classic.game.state import Side, State
from rulesets.classic.turns import jail


class Hand(NamedTuple):
    """Deeds that a side may hand over: ``value``: the mortgage values of the unmortgaged ones; ``proceeds``: what the
    buildings bring that must be sold for it; both in dollars.
    """

    deeds: tuple[int, ...] = ()
    value: int = 0
    proceeds: int = 0

    def beside(self, other: Hand) -> Hand:
        """Both hands together."""
        return Hand(self.deeds + other.deeds, self.value + other.value, self.proceeds + other.proceeds)


def hand(view: View, seat: int, deeds: Sequence[int]) -> Hand:
    """These deeds of a player, as they are handed over."""
    facts = view.table.edition.deeds
    value = sum(facts[deed].mortgage for deed in deeds if not view.holdings[deed].mortgaged)
    return Hand(tuple(deeds), value, deal.proceeds(view, seat, Side(deeds=tuple(deeds))))


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


def ends(view: View, seat: int, deeds: Sequence[int]) -> list[Hand]:
    """The hands of least and of most value, none, and a mortgaged deed: if money is bounded on one side only, one of
    them will do.
    """
    unmortgaged = [deed for deed in deeds if not view.holdings[deed].mortgaged]
    cheapest = sorted(unmortgaged, key=lambda deed: (selling(view, [deed]), view.table.edition.deeds[deed].mortgage))
    least = min(cheapest, key=lambda deed: view.table.edition.deeds[deed].mortgage, default=None)
    found = [cheapest[:1], [] if least is None else [least], unmortgaged]
    mortgaged = [deed for deed in deeds if view.holdings[deed].mortgaged]
    every = dict.fromkeys(tuple(each) for each in (*found, (), mortgaged[:1]))
    return [hand(view, seat, each) for each in every]


def hands(view: View, seat: int, deeds: Sequence[int], width: int) -> list[Hand]:
    """A hand for every sum of mortgage values, ascending: ``width`` hands for each sum, those that bring most first."""
    edition = view.table.edition
    parts: dict[tuple[int, ...], list[Hand]] = {}
    for deed in deeds:
        siblings = edition.deeds[deed].siblings
        if not selling(view, [deed]):
            parts[(deed,)] = [hand(view, seat, [deed])]
        elif siblings not in parts:  # a group whose buildings are sold once
            own = [lot for lot in siblings if lot in deeds]
            parts[siblings] = [hand(view, seat, each) for each in subsets(own) if each]
    found: dict[int, list[Hand]] = {0: [Hand()]}
    for choices in parts.values():
        longer = {value: list(same) for value, same in found.items()}
        for same in found.values():
            for each, choice in product(same, choices):
                longer.setdefault(each.value + choice.value, []).append(each.beside(choice))
        found = {value: sorted(same, key=lambda each: -each.proceeds)[:width] for value, same in longer.items()}
        found[0] = [Hand(), *(each for each in found[0] if each.deeds)][:width]
    return [each for value in sorted(found) for each in found[value]]
