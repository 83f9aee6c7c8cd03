"""Whether there are terms on which two players can deal, or one can rescue the other, in the association's rules.

What a side hands over is deeds and release cards (its *hand*), cash, and claims.  For two given hands, everything that
the rules ask of the terms is a bound on sums of money:

- a gift and a price are judged by the money that goes over on balance, claims at their full sum (`bounds`; JMA/GIFT-2
  to GIFT-4), and so is buying back (GIFT-5);
- a debtor must be able to pay afterwards, be it who is rescued or who rescues (DEBT-1, BANKR-2, BANKR-5): cash and the
  mortgage values of unmortgaged deeds come and go, and debts to the other side that are given back are gone;
- nobody hands over more than there is, buildings that are sold in the deal included (TRADE-5).

So `balanced` finds the money for two hands, if there is any, without a search.

Of the hands, only three things count for these bounds: the sum of the mortgage values; what the buildings sold bring,
which does no harm - in a shared rescue besides what the other parts sell (`Hand.proceeds`); and whether there are deeds
at all; besides, the cards, and deeds that change the rent behind a jail fee (`behind_fee`).  One hand for each such sum
is therefore enough (`hands`), unless other parts sell: at most some 600, as all mortgage values of a board are
multiples of five and come to less than 3,000.  Where a past deal could be undone, there is one hand more of each sum
for each such deal, because its very things may go back at one price only.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import chain, combinations, product
from typing import NamedTuple

from rulesets.classic import deal, offers
from rulesets.classic.bargain import Bargains, Terms
from rulesets.classic.debts import debt
from rulesets.classic.game.draft import Draft, View
from rulesets.classic.game.order import window_open
from rulesets.classic.game.state import Claim, Side, State
from rulesets.jma.gift import MOST_FOR_A_CARD
from rulesets.jma.hands import Hand, behind_fee, ends, hand, hands, selling, subsets
from rulesets.jma.negotiation import seeks_card
from rulesets.kernel.track.order import active

NO_LIMIT = 10**12
"""Dollars that nobody has, for a bound that does not exist."""

Cards = tuple[str, ...]
Things = tuple[frozenset[object], frozenset[object]]
"""The deeds and release cards of both sides."""
Prices = Mapping[Things, Collection[int]]
"""What the first side must get on balance, in dollars, if exactly these things change hands (JMA/GIFT-5)."""


class Party(NamedTuple):
    """One of the two: what it can hand over.  ``settling``: its claim on the other; ``claims``: those on others;
    ``bound``: whether it owes something and must be able to pay afterwards; ``cash``: what there is now, and what each
    further part of a shared rescue leaves for this one (`Hand.proceeds` come on top).
    """

    seat: int
    cash: tuple[int, ...]
    deeds: tuple[int, ...]
    cards: Cards
    settling: Claim
    claims: tuple[Claim, ...]
    bound: bool


class Given(NamedTuple):
    """What a side hands over besides money; ``spare``: the dollars that it could lose if no deed were handed over."""

    party: Party
    hand: Hand
    cards: Cards
    spare: int

    @property
    def things(self) -> frozenset[object]:
        return frozenset((*self.hand.deeds, *self.cards))

    @property
    def most_cash(self) -> int:
        """The most dollars that can go over: there is enough now and after every other part of a shared rescue."""
        return min(cash + brings for cash, brings in zip(self.party.cash, self.hand.proceeds, strict=False))


# -- who has what


def party(state: State, seat: int, other: int, *, bound: bool) -> Party:
    """What a player can hand over to another."""
    claims = [Claim(debtor, seat, deal.open_claims(state, debtor, seat)) for debtor in active(state) if debtor != seat]
    return Party(
        seat,
        (state.players[seat].cash,),
        tuple(deed for deed, holding in enumerate(state.holdings) if holding.owner == seat),
        state.players[seat].cards,
        next((claim for claim in claims if claim.debtor == other), Claim(other, seat, 0)),
        tuple(claim for claim in claims if claim.debtor != other and claim.amount),
        bound,
    )


def card_choices(cards: Cards) -> list[Cards]:
    """Every choice of release cards, none first."""
    return list(chain.from_iterable(combinations(cards, count) for count in range(len(cards) + 1)))


# -- money


def bounds(one: Given, two: Given) -> tuple[int, int]:
    """Return the least and the most money that may go to the first side on balance, as `gift.faults` has it."""
    if not one.things and not two.things:
        return 0, 0
    return least_to(one, two), -least_to(two, one)


def least_to(giver: Given, other: Given) -> int:
    """The least money that a giver gets on balance: what is given has its price, and what comes back if it is release
    cards without a deed costs no more than it may.
    """
    least = -NO_LIMIT if other.things else 1
    more = len(other.cards) - len(giver.cards)
    if giver.hand.value and not other.hand.deeds:
        least = max(least, giver.hand.value + 1 - MOST_FOR_A_CARD * max(0, more))
    if other.cards and not other.hand.deeds:
        least = max(least, -MOST_FOR_A_CARD * max(1, more))
    return least


def balanced(state: State, one: Given, two: Given, prices: Prices) -> Terms | None:
    """Return terms for these things, with the money that makes them acceptable; None if no money does.

    Of the cash that goes to the first side (below zero: from it), and of claims on each other, each side keeps enough
    to pay what it owes; claims on others then bring the balance within its bounds, where cash alone would not.
    """
    low, high = bounds(one, two)
    if prices and (same := prices.get((one.things, two.things))):
        low, high = max(low, *same), min(high, *same)
    claims = [side.party.settling.amount + sum(claim.amount for claim in side.party.claims) for side in (one, two)]
    spare = one.spare - one.hand.value + two.hand.value, two.spare + one.hand.value - two.hand.value
    if low > high or -spare[0] > high + claims[0] or spare[1] < low - claims[1]:
        return None
    least = max(-one.most_cash, -spare[0] - two.party.settling.amount, low - claims[1])
    most = min(two.most_cash, spare[1] + one.party.settling.amount, high + claims[0])
    if least > most:
        return None
    swap = 0
    cash = min(max(0, least), most)
    if not one.things and not two.things and not cash:  # something must change hands
        cash = most or least
        swap = int(not cash)
    settled = max(0, cash - spare[1]), max(0, -spare[0] - cash)
    balance = cash + settled[1] - settled[0]
    more = max(0, balance - high), max(0, low - balance)
    if swap and not any(settled):
        more = swap, swap
        if min(claims) < swap:
            return None
    return (
        side_given(state, one, max(0, -cash), claims_given(one.party, settled[0], more[0])),
        side_given(state, two, max(0, cash), claims_given(two.party, settled[1], more[1])),
    )


def claims_given(giver: Party, settled: int, more: int) -> tuple[Claim, ...]:
    """Claims on the other side for ``settled`` dollars, and any for ``more``, those on others first."""
    found = []
    for claim in giver.claims:
        part = min(more, claim.amount)
        more -= part
        found.append(claim._replace(amount=part))
    found.append(giver.settling._replace(amount=settled + more))
    return tuple(claim for claim in found if claim.amount)


def side_given(state: State, side: Given, cash: int, claims: tuple[Claim, ...]) -> dict[str, object]:
    return deal.side_json(state, Side(cash, side.hand.deeds, side.cards, claims, selling(state, side.hand.deeds)))


# -- the search


class Sides(NamedTuple):
    """The two who deal, the positions after each other part of a shared rescue - what they can lose is counted in the
    last one - and the prices of what comes back.
    """

    state: State
    later: tuple[View, ...]
    one: Party
    two: Party
    prices: Prices

    @property
    def views(self) -> tuple[View, ...]:
        """The position now, and those after the other parts."""
        return self.state, *self.later

    def terms(self, cards: Iterable[tuple[Cards, Cards]]) -> Iterator[Terms]:
        """Yield terms with these choices of release cards; if there are any, at least one."""
        pinned = behind_fee(self.state, (self.one.seat, self.two.seat)) if self.one.bound or self.two.bound else ()
        parts = [subsets([deed for deed in each.deeds if deed in pinned]) for each in (self.one, self.two)]
        every = list(product(cards, product(*parts)))
        tried: list[tuple[Given, Given]] = []
        for (own, others), (first, second) in every:
            one = Given(self.one, hand(self.views, self.one.seat, first), own, NO_LIMIT)
            two = Given(self.two, hand(self.views, self.two.seat, second), others, NO_LIMIT)
            tried.append(self.spared(one, two))
        rest = [[deed for deed in each.deeds if deed not in pinned] for each in (self.one, self.two)]
        yield from self.tried(tried, *(ends(self.views, side, deeds) for side, deeds in self.owned(rest)))
        if self.prices or self.one.bound or self.two.bound:
            width = len(self.prices) + 2
            yield from self.tried(tried, *(hands(self.views, side, deeds, width) for side, deeds in self.owned(rest)))
            yield from self.returned(tried, pinned)

    def owned(self, deeds: list[list[int]]) -> list[tuple[int, list[int]]]:
        """Both seats with these deeds of theirs."""
        return list(zip((self.one.seat, self.two.seat), deeds, strict=True))

    def spared(self, one: Given, two: Given) -> tuple[Given, Given]:
        """Fill in what both could lose, once these cards and deeds have gone over."""
        if not self.one.bound and not self.two.bound:
            return one, two
        after = Draft(self.views[-1])
        sides = [Side(0, each.hand.deeds, each.cards, (), selling(self.state, each.hand.deeds)) for each in (one, two)]
        deal.exchange(after, deal.terms(self.one.seat, self.two.seat, *sides))
        worth = one.hand.value - two.hand.value
        if self.one.bound:
            one = one._replace(spare=debt.assets(after, self.one.seat) - debt.burden(after, self.one.seat) + worth)
        if self.two.bound:
            two = two._replace(spare=debt.assets(after, self.two.seat) - debt.burden(after, self.two.seat) - worth)
        return one, two

    def tried(
        self, every: Iterable[tuple[Given, Given]], own: Sequence[Hand], others: Sequence[Hand]
    ) -> Iterator[Terms]:
        """Yield terms for these hands, which are added to those of ``every``; ``others`` that differ too much in value
        from the own hand to leave both able to pay are passed over.
        """
        order = sorted(others, key=lambda each: each.value)
        values = [each.value for each in order]
        proceeds = max((each.proceeds[0] for each in others), default=0)
        for one, two in every:
            most_cash = two.most_cash + proceeds
            floor = two.hand.value - one.hand.value + one.spare + self.two.settling.amount + most_cash
            for mine in own:
                given = one._replace(hand=one.hand.beside(mine))
                room = two.spare + self.one.settling.amount + given.most_cash + given.hand.value - two.hand.value
                start = bisect_left(values, mine.value - floor)
                for theirs in order[start : bisect_left(values, room + 1)]:
                    found = balanced(self.state, given, two._replace(hand=two.hand.beside(theirs)), self.prices)
                    if found is not None:
                        yield found

    def returned(self, every: Iterable[tuple[Given, Given]], pinned: Sequence[int]) -> Iterator[Terms]:
        """Yield terms by which exactly the things of a past deal come back."""
        for one, two in every:
            for own, others in self.prices:
                sides = []
                for given, things in ((one, own), (two, others)):
                    deeds = sorted(thing for thing in things if isinstance(thing, int))
                    fixed = tuple(deed for deed in deeds if deed in pinned)
                    rest = [deed for deed in deeds if deed not in pinned]
                    if fixed == given.hand.deeds and set(rest) <= set(given.party.deeds):
                        whole = given.hand.beside(hand(self.views, given.party.seat, rest))
                        sides.append(given._replace(hand=whole))
                if len(sides) == 2 and (sides[0].things, sides[1].things) == (own, others):
                    found = balanced(self.state, sides[0], sides[1], self.prices)
                    if found is not None:
                        yield found


def past_prices(state: State, one: int, two: int) -> Prices:
    """Return the prices of what comes back from deals of two players since the last throw (`gift.bought_back`)."""
    found: dict[Things, set[int]] = {}
    for past in state.deals:
        before = deal.terms(past.player, past.other, past.give, past.take)
        went, came = deal.things(before.from_one), deal.things(before.from_two)
        if {before.one, before.two} == {one, two} and (went or came):
            price = deal.money(before.from_one) - deal.money(before.from_two)
            if before.one == one:
                found.setdefault((came, went), set()).add(price)
            else:
                found.setdefault((went, came), set()).add(-price)
    return found


def deals(state: State, one: int, two: int) -> Iterator[Terms]:
    """Yield terms of a deal: at least one if there is any."""
    free = window_open(state)
    sides = [
        party(state, seat, other, bound=not free and bool(debt.debts(state, seat)))
        for seat, other in ((one, two), (two, one))
    ]
    every = Sides(state, (), sides[0], sides[1], past_prices(state, one, two))
    yield from every.terms(product(card_choices(sides[0].cards), card_choices(sides[1].cards)))


def card_deals(state: State, one: int, two: int) -> Iterator[Terms]:
    """Yield terms by which release cards alone go to who owes the jail fee and has none (JMA/JAIL-8)."""
    sides = [party(state, seat, other, bound=bool(debt.debts(state, seat))) for seat, other in ((one, two), (two, one))]
    for giver, taker in ((0, 1), (1, 0)):
        if not seeks_card(state, sides[taker].seat) or not sides[giver].cards:
            continue
        alone = list(sides)
        settling = sides[giver].settling._replace(amount=0)
        alone[giver] = sides[giver]._replace(cash=(0,), deeds=(), settling=settling, claims=())
        choices = [card_choices(each.cards) for each in alone]
        choices[giver] = choices[giver][1:]
        every = Sides(state, (), alone[0], alone[1], past_prices(state, one, two))
        yield from every.terms(product(choices[0], choices[1]))


def rescues(state: State, rescuer: int, debtor: int, partners: tuple[int, ...]) -> Iterator[Terms]:
    """Yield terms of a rescue: at least one if there is any.

    A part of a shared rescue saves only with the other parts, once all of them stand (`rescue.sufficient`): then they
    count as taken, and what they take is not to be had.
    """
    one = party(state, rescuer, debtor, bound=bool(debt.debts(state, rescuer)))
    two = party(state, debtor, rescuer, bound=True)
    standing = {offer.player: offer for offer in offers.standing_offers(state, debtor)}
    later: list[View] = []
    if all(seat in standing for seat in partners):
        for seat in partners:
            terms = offers.of_offer(standing[seat])
            before = later[-1] if later else state
            if any(refusal.code != "cash_missing" for refusal in deal.unfit(terms, before)):
                return
            taken = terms.from_two
            left = before.players[debtor].cash + (deal.proceeds(before, debtor, taken) if taken.sell_buildings else 0)
            after = Draft(before)
            deal.exchange(after, terms)
            later.append(after)
            two = without(two, taken, left - taken.cash)
    else:
        two = two._replace(bound=False)
    yield from Sides(state, tuple(later), one, two, {}).terms(product(card_choices(one.cards), card_choices(two.cards)))


def without(debtor: Party, taken: Side, cash: int) -> Party:
    """A debtor less what another part of a rescue takes; ``cash``: what that part leaves."""
    gone: dict[int, int] = {}
    for claim in taken.claims:
        gone[claim.debtor] = gone.get(claim.debtor, 0) + claim.amount
    left = [claim._replace(amount=claim.amount - gone.get(claim.debtor, 0)) for claim in debtor.claims]
    return debtor._replace(
        cash=(*debtor.cash, cash),
        deeds=tuple(deed for deed in debtor.deeds if deed not in taken.deeds),
        cards=tuple(deck for deck in debtor.cards if deck not in taken.cards),
        claims=tuple(claim for claim in left if claim.amount > 0),
        settling=debtor.settling._replace(amount=debtor.settling.amount - gone.get(debtor.settling.debtor, 0)),
    )


BARGAINS = Bargains(deals, card_deals, rescues)
"""Where to look for acceptable terms."""
