"""A draft of the next state: consequences are written into it, and only a whole one is ever frozen.

Everything that moves between players and the bank moves here - cash by `pay`, districts by `hand_over`, stadiums and
the tower by `take_piece`, cards by `drop_card` and `lay_at_bottom` - so that nothing is made or lost.
"""

from __future__ import annotations

from typing import Any

from rulesets.city.pending import Debt, Pending
from rulesets.city.state import District, Player, State, Step, Timer
from rulesets.city.table import BANK, Table
from rulesets.kernel.refusal import Refusal, refuse


class Draft:
    """The next state while it is being written, with the events that say what happened."""

    __slots__ = (*State._fields, "events", "warnings")

    table: Table
    phase: str
    turn: int
    doubles: int
    players: tuple[Player, ...]
    districts: tuple[District, ...]
    stadiums: int
    towers: int
    ledger: int
    known: tuple[str, ...]
    pending: tuple[Pending, ...]
    step: Step | None
    dodge: int
    dodge_fresh: bool
    timer: Timer | None
    begun: bool
    time_up: bool
    told: bool
    order: tuple[tuple[tuple[int, int], ...], ...]
    events: list[dict[str, Any]]
    warnings: list[Refusal]

    def __init__(self, state: State) -> None:
        for name, value in zip(State._fields, state, strict=True):
            setattr(self, name, value)
        self.events = []
        self.warnings = []

    def freeze(self) -> State:
        """The finished state."""
        return State(*(getattr(self, name) for name in State._fields))

    def event(self, kind: str, **facts: Any) -> None:
        """Note what happened, in JSON values."""
        self.events.append({"kind": kind, **facts})

    def warn(self, code: str, **facts: Any) -> None:
        """Note what the table should know although the report stands."""
        self.warnings.append(refuse(code, **facts))

    def set_player(self, number: int, player: Player) -> None:
        """Put a player's part in place."""
        self.players = (*self.players[:number], player, *self.players[number + 1 :])

    def set_district(self, number: int, district: District) -> None:
        """Put a district's part in place."""
        self.districts = (*self.districts[:number], district, *self.districts[number + 1 :])

    def remove(self, entry: Pending) -> None:
        """Strike out the first pending entry equal to ``entry``."""
        pending = list(self.pending)
        pending.remove(entry)
        self.pending = tuple(pending)

    def replace(self, entry: Pending, by: Pending) -> None:
        """Put ``by`` in the place of a pending entry."""
        at = self.pending.index(entry)
        self.pending = (*self.pending[:at], by, *self.pending[at + 1 :])

    def add(self, entry: Pending) -> None:
        """Write down something due."""
        self.pending = (*self.pending, entry)

    def pay(self, payer: int, payee: int, amount: int) -> None:
        """Move cash; BANK on either side moves the ledger."""
        for party, change in ((payer, -amount), (payee, amount)):
            if party == BANK:
                self.ledger += change
            else:
                player = self.players[party]
                self.set_player(party, player._replace(cash=player.cash + change))

    def owe(self, debt: Debt) -> None:
        """Write a debt down; nothing is paid before it is reported."""
        table = self.table
        self.add(debt)
        facts = {"deed": table.deed_key(debt.deed)} if debt.deed >= 0 else {}
        self.event(
            "owes",
            player=table.seats[debt.player],
            to=table.party(debt.to),
            amount=debt.amount,
            cause=debt.cause,
            **facts,
        )

    def hand_over(self, deed: int, owner: int) -> None:
        """Give a district to another owner with all that stands on it (TRADE-4, MORT-4, BANKR-4)."""
        self.set_district(deed, self.districts[deed]._replace(owner=owner))

    def take_piece(self, deed: int, piece: str) -> None:
        """Put the bank's stadium, a skyscraper or the tower on a district (KIND-3)."""
        district = self.districts[deed]
        if piece == "stadium":
            self.stadiums -= 1
            district = district._replace(stadium=True)
        elif piece == "tower":
            self.towers -= 1
            district = district._replace(tower=True)
        else:
            district = district._replace(skyscraper=True)
        self.set_district(deed, district)

    def keep_card(self, player: int, card: str) -> None:
        """A release card comes into a player's hand."""
        holder = self.players[player]
        self.set_player(player, holder._replace(cards=tuple(sorted((*holder.cards, card)))))

    def drop_card(self, player: int, card: str) -> None:
        """A release card goes out of a player's hand."""
        holder = self.players[player]
        self.set_player(player, holder._replace(cards=tuple(held for held in holder.cards if held != card)))

    def lay_at_bottom(self, card: str) -> None:
        """A card goes to the bottom of the Chance pile, where it is known to lie (LAND-11, BANKR-3)."""
        self.known = (*(held for held in self.known if held != card), card)


View = State | Draft
