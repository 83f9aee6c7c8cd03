"""A draft of the next state: consequences are written into it, and only a complete one is ever frozen.

Everything that moves between players and the bank moves here - cash by `pay`, deeds by `hand_over`, pieces by
`set_level`, what lies in the middle of the board by `put_in_the_middle` and `take_from_the_middle`, release cards by
`take_card` and `return_card` - so that nothing is created or lost (the laws of conservation are tested).
"""

from __future__ import annotations

from collections.abc import Callable
from operator import attrgetter

from rulesets.classic.game.pending import Debt, Pending, Place, in_order
from rulesets.classic.game.state import Deal, Holding, Levels, Offer, OpenRent, Player, State
from rulesets.classic.game.table import Table
from rulesets.kernel.track.drafting import Drafting, put
from rulesets.kernel.track.ledger import debt_facts
from rulesets.kernel.track.ranking import Throws
from rulesets.kernel.track.table import BANK

PARTS = attrgetter(*State._fields)
"""The parts of a state, read from a draft in their order."""


class Draft(Drafting):
    """The next state while it is being written, with the events that say what happened."""

    parts = State._fields
    __slots__ = tuple(name for name in State._fields if name not in Drafting.__slots__)

    table: Table
    phase: str
    turn: int
    doubles: int
    players: tuple[Player, ...]
    holdings: tuple[Holding, ...]
    houses: int
    hotels: int
    known: tuple[tuple[str, ...], ...]
    pending: tuple[Pending, ...]
    declared: tuple[tuple[int, Levels], ...]
    excluded: tuple[int, ...]
    anew: bool
    talks: tuple[tuple[int, int], ...]
    offers: tuple[Offer, ...]
    deals: tuple[Deal, ...]
    begun: bool
    go_reached: bool
    time_up: bool
    last_throw: bool
    order: tuple[Throws, ...]
    rents: tuple[OpenRent, ...]
    inherited: tuple[int, ...]
    closing: bool
    untold: tuple[int, ...]
    fell_at: int
    pot: int

    def freeze(self) -> State:
        return State._make(PARTS(self))

    def set_holding(self, number: int, holding: Holding) -> None:
        """Replace a deed's part; pieces are moved by `set_level`."""
        self.holdings = put(self.holdings, number, holding)

    def await_first(self, *entries: Pending) -> None:
        """Add entries that are due before the throw of a turn."""
        self.pending = in_order((*self.pending, *entries)) if self.pending else entries

    def keep_due(self, wanted: Callable[[Pending], bool]) -> None:
        """Drop everything due except what is ``wanted``; what was paid for a piece that is not placed is returned."""
        for entry in self.pending:
            if type(entry) is Place and not wanted(entry):
                self.pay(BANK, entry.player, entry.amount)
        self.pending = tuple(filter(wanted, self.pending))

    def owe(self, debt: Debt) -> None:
        """Add a debt; nothing is paid until the payment is reported (JMA/DEBT-3)."""
        self.pending = in_order((*self.pending, debt)) if self.pending else (debt,)
        self.events.append({"kind": "owes", **debt_facts(debt, self.table)})

    def put_in_the_middle(self, amount: int) -> None:
        """Move cash from the bank to the middle of the board (HOUSE/PARKING-2, PARKING-3)."""
        self.ledger -= amount
        self.pot += amount

    def take_from_the_middle(self, player: int) -> int:
        """Give a player all that lies in the middle of the board, and return it (HOUSE/PARKING-1)."""
        amount, self.pot = self.pot, 0
        holder = self.players[player]
        self.set_player(player, holder._replace(cash=holder.cash + amount))
        return amount

    def hand_over(self, deed: int, owner: int) -> None:
        self.set_holding(deed, self.holdings[deed]._replace(owner=owner))
        if self.inherited:
            self.inherited = tuple(other for other in self.inherited if other != deed)

    def set_level(self, deed: int, level: int, costs: tuple[int, ...] = ()) -> None:
        """Build up or take down to a level; houses and hotels come from and go back to the bank.

        ``costs``: what was paid for the steps that then stand, as `steps` writes them.

        Clauses: JMA/BUILD-4, CLASSIC-JA/HOTEL-2, US/HOTEL-2, WIKI/BUILD-12.
        """
        holding = self.holdings[deed]
        before = holding.level
        self.houses += (before if before < 5 else 0) - (level if level < 5 else 0)
        self.hotels += (before == 5) - (level == 5)
        self.set_holding(deed, Holding(holding.owner, level, holding.mortgaged, costs))

    def take_card(self, player: int, deck: str) -> None:
        holder = self.players[player]
        self.set_player(player, holder._replace(cards=tuple(sorted((*holder.cards, deck)))))

    def drop_card(self, player: int, deck: str) -> None:
        """Take the release card of a deck from a player (to hand it to somebody else, or see `return_card`)."""
        holder = self.players[player]
        cards = list(holder.cards)
        cards.remove(deck)
        self.set_player(player, holder._replace(cards=tuple(cards)))

    def return_card(self, player: int, deck: str) -> None:
        """Put a release card that a player held at the bottom of its deck (JMA/CARD-2)."""
        self.drop_card(player, deck)
        self.lay_at_bottom(self.table.decks.index(deck), self.table.release[deck])

    def lay_at_bottom(self, deck: int, card: str) -> None:
        """Put a card at the bottom of a deck, where it is known to lie."""
        pile = self.known[deck]
        if card in pile:
            pile = tuple([held for held in pile if held != card])
        self.known = put(self.known, deck, (*pile, card))

    def close_window(self) -> None:
        """End the time between turns: its talks, deals and offers are over."""
        self.talks = ()
        self.deals = ()
        self.offers = ()


View = State | Draft
"""A position to read from: a state, or a draft of the next one."""
