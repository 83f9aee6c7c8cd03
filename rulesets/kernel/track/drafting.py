"""A draft of the next state: the parts that every game's draft has.  Only a complete draft is ever frozen.

Everything that moves between players and the bank is moved by a method of a draft, so that nothing is created or lost.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, ClassVar

from rulesets.kernel.refusal import Refusal, refuse
from rulesets.kernel.track.ledger import debt_facts
from rulesets.kernel.track.table import BANK


def put(items: tuple[Any, ...], number: int, item: Any) -> tuple[Any, ...]:
    """Return the items with the one at index ``number`` replaced."""
    rows = list(items)
    rows[number] = item
    return tuple(rows)


class Drafting(ABC):
    """The next state while it is being written, with the events that say what happened.

    It starts as a copy of a state, or of another draft.  A game names its state's ``parts``, and has slots for those
    that are not here.  ``ledger``: what the bank has taken in minus what it has paid out, so that it and all cash add
    up to zero.
    """

    __slots__ = ("events", "ledger", "pending", "players", "table", "warnings")
    parts: ClassVar[tuple[str, ...]]

    table: Any
    players: tuple[Any, ...]
    ledger: int
    pending: tuple[Any, ...]
    events: list[dict[str, Any]]
    warnings: list[Refusal]

    def __init__(self, view: Any) -> None:
        for name in self.parts:
            setattr(self, name, getattr(view, name))
        self.events = []
        self.warnings = []

    def event(self, kind: str, **facts: Any) -> None:
        """Note what happened; the facts are JSON values."""
        self.events.append({"kind": kind, **facts})

    def warn(self, code: str, **facts: Any) -> None:
        """Note what the table should know even though the report stands."""
        self.warnings.append(refuse(code, **facts))

    def set_player(self, number: int, player: Any) -> None:
        """Replace a player's part."""
        self.players = put(self.players, number, player)

    def add(self, entry: Any) -> None:
        self.pending = (*self.pending, entry)

    def remove(self, entry: Any) -> None:
        """Remove the first pending entry equal to ``entry``."""
        pending = self.pending
        at = pending.index(entry)
        self.pending = () if len(pending) == 1 else pending[:at] + pending[at + 1 :]

    def replace(self, entry: Any, *by: Any) -> None:
        """Replace a pending entry with ``by``."""
        pending = self.pending
        at = pending.index(entry)
        self.pending = by if len(pending) == 1 else (*pending[:at], *by, *pending[at + 1 :])

    def pay(self, payer: int, payee: int, amount: int) -> None:
        """Move cash; BANK on either side changes the ledger."""
        for party, change in ((payer, -amount), (payee, amount)):
            if party == BANK:
                self.ledger += change
            else:
                player = self.players[party]
                self.set_player(party, player._replace(cash=player.cash + change))

    @abstractmethod
    def hand_over(self, deed: int, owner: int) -> None:
        """Give a deed to another owner, unchanged: each game says how."""

    def buy(self, player: int, deed: int, price: int) -> None:
        """Pay the bank for a deed and hand it over to the player."""
        self.pay(player, BANK, price)
        self.hand_over(deed, player)
        table = self.table
        key = table.edition.deeds[deed].key
        self.events.append({"kind": "bought", "player": table.seats[player], "deed": key, "amount": price})

    def owe(self, debt: Any) -> None:
        """Add a debt; nothing is paid until the payment is reported."""
        self.add(debt)
        self.events.append({"kind": "owes", **debt_facts(debt, self.table)})

    def settle(self, debt: Any) -> None:
        """Pay a debt in cash and remove it."""
        self.remove(debt)
        self.pay(debt.player, debt.to, debt.amount)
        self.events.append({"kind": "paid", **debt_facts(debt, self.table)})
