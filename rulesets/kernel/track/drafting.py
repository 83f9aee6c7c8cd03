"""A draft of the next state: what is written into it in every game, and only a whole one is ever frozen.

Everything that moves between players and the bank moves by a method of a draft, so that nothing is made or lost.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any

from rulesets.kernel.refusal import Refusal, refuse
from rulesets.kernel.track.ledger import debt_facts
from rulesets.kernel.track.table import BANK


def put(items: tuple[Any, ...], number: int, item: Any) -> tuple[Any, ...]:
    """The items with another one at a place."""
    rows = list(items)
    rows[number] = item
    return tuple(rows)


ELSEWHERE: tuple[str, ...] = ()
"""The slots of a class whose parts those that derive from it have a place for."""


class Moving(ABC):
    """The next state while it is being written, with the events that say what happened: how its parts change, wherever
    a game's draft keeps them (see `Drafting`).

    ``ledger``: what the bank has taken in less what it paid out, so that it and all cash add up to zero.
    """

    __slots__ = ELSEWHERE

    table: Any
    players: tuple[Any, ...]
    ledger: int
    pending: tuple[Any, ...]
    events: list[dict[str, Any]]
    warnings: list[Refusal]

    def event(self, kind: str, **facts: Any) -> None:
        """Note what happened, in JSON values."""
        self.events.append({"kind": kind, **facts})

    def warn(self, code: str, **facts: Any) -> None:
        """Note what the table should know although the report stands."""
        self.warnings.append(refuse(code, **facts))

    def set_player(self, number: int, player: Any) -> None:
        """Put a player's part in place."""
        players = list(self.players)  # as `put` does; every move passes here
        players[number] = player
        self.players = tuple(players)

    def add(self, entry: Any) -> None:
        """Write down something due."""
        self.pending = (*self.pending, entry)

    def remove(self, entry: Any) -> None:
        """Strike out the first pending entry equal to ``entry``."""
        pending = self.pending
        at = pending.index(entry)
        self.pending = () if len(pending) == 1 else pending[:at] + pending[at + 1 :]

    def replace(self, entry: Any, *by: Any) -> None:
        """Put ``by`` in the place of a pending entry."""
        pending = self.pending
        at = pending.index(entry)
        self.pending = by if len(pending) == 1 else (*pending[:at], *by, *pending[at + 1 :])

    def pay(self, payer: int, payee: int, amount: int) -> None:
        """Move cash; BANK on either side moves the ledger."""
        for party, change in ((payer, -amount), (payee, amount)):
            if party == BANK:
                self.ledger += change
            else:
                player = self.players[party]
                self.set_player(party, player._replace(cash=player.cash + change))

    @abstractmethod
    def hand_over(self, deed: int, owner: int) -> None:
        """Give a deed to another owner, as it is: each game says how."""

    def buy(self, player: int, deed: int, price: int) -> None:
        """A player pays the bank for a deed and has it."""
        self.pay(player, BANK, price)
        self.hand_over(deed, player)
        table = self.table
        key = table.edition.deeds[deed].key
        self.events.append({"kind": "bought", "player": table.seats[player], "deed": key, "amount": price})

    def owe(self, debt: Any) -> None:
        """Write a debt down; nothing is paid before it is reported."""
        self.add(debt)
        self.events.append({"kind": "owes", **debt_facts(debt, self.table)})

    def settle(self, debt: Any) -> None:
        """Pay a debt in cash and strike it out."""
        self.remove(debt)
        self.pay(debt.player, debt.to, debt.amount)
        self.events.append({"kind": "paid", **debt_facts(debt, self.table)})


class Drafting(Moving):
    """A draft that begins as a state is, a NamedTuple: the game's own names the other parts of that in its slots."""

    __slots__ = ("events", "ledger", "pending", "players", "table", "warnings")

    def __init__(self, state: Any) -> None:
        for name, value in zip(state._fields, state, strict=True):
            setattr(self, name, value)
        self.events = []
        self.warnings = []
