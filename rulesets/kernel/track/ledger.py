"""Debts and paying: what a player owes, which debt a payment fits, and which one is beyond the player's means."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple, Protocol, TypeVar

from rulesets.kernel.refusal import Refusal, refuse
from rulesets.kernel.report import FORMALITY, Field, Form, Parser
from rulesets.kernel.track import fields
from rulesets.kernel.track.table import NONE, View


class Owed(Protocol):
    """What every debt has, in any game."""

    @property
    def player(self) -> int: ...

    @property
    def to(self) -> int: ...

    @property
    def amount(self) -> int: ...

    @property
    def deed(self) -> int: ...


class Debt(NamedTuple):
    """A debt.  ``to``: a seat or BANK; ``cause``: the game's word for where it comes from; ``deed``: what for."""

    player: int
    to: int
    amount: int
    cause: str
    deed: int = NONE


class Caused(Owed, Protocol):
    """A debt that says where it comes from."""

    @property
    def cause(self) -> str: ...


def debt_facts(debt: Caused, table: Any) -> dict[str, Any]:
    """Return a debt in JSON values, as it stands in events and in what is due."""
    to, deed = debt.to, debt.deed
    facts = {
        "player": table.seats[debt.player],
        "to": table.seats[to] if to >= 0 else table.party(to),
        "amount": debt.amount,
        "cause": debt.cause,
    }
    if deed >= 0:
        facts["deed"] = table.edition.deeds[deed].key
    return facts


AnyDebt = TypeVar("AnyDebt", bound=Owed)


def debts(view: View, player: int) -> list[Debt]:
    """A player's unpaid debts, oldest first."""
    return [entry for entry in view.pending if isinstance(entry, Debt) and entry.player == player]


def owed(view: View, player: int) -> int:
    return sum(entry.amount for entry in debts(view, player))


def caused(view: View, player: int, cause: str) -> Debt | None:
    """Return the oldest debt of a player that comes from ``cause``, or None."""
    return next((entry for entry in debts(view, player) if entry.cause == cause), None)


def beyond(owed: Iterable[AnyDebt], means: int) -> AnyDebt | None:
    """Return the oldest debt that the means do not cover when older ones are paid first, or None."""
    for entry in owed:
        means -= entry.amount
        if means < 0:
            return entry
    return None


def in_hand(view: View, player: int, amount: int) -> list[Refusal] | None:
    """A player must have the sum in cash (RECORD/CASH)."""
    cash = view.players[player].cash
    if cash >= amount:
        return None
    return [refuse("cash_missing", player=view.table.seats[player], amount=amount, cash=cash, missing=amount - cash)]


class Pay(NamedTuple):
    """A debt is paid: the oldest, or the oldest to that creditor or for that deed."""

    player: int
    to: int | None
    deed: int | None

    def fits(self, entry: Owed) -> bool:
        """Whether the report can mean this debt."""
        player, to, deed = self
        return entry.player == player and (to is None or to == entry.to) and (deed is None or deed == entry.deed)


def paying(party: Parser = fields.party) -> Form:
    """The form of a payment; ``party``: the parser of its payee."""
    payee, deed = Field("to", party, required=False), Field("deed", fields.deed, required=False)
    return Form("pay", Pay, Field("player", fields.seat), payee, deed, nature=FORMALITY)


class Ask(NamedTuple):
    """A player asks for what is owed: the oldest debt of that payer, or the oldest for that deed."""

    player: int
    payer: int
    deed: int | None

    def fits(self, entry: Owed) -> bool:
        """Whether the report can mean this debt."""
        player, payer, deed = self
        return entry.to == player and entry.player == payer and (deed is None or deed == entry.deed)

    def facts(self, table: Any, entry: Owed) -> dict[str, Any]:
        """Return the debt asked for in JSON values, as an event reports it."""
        debt = {"player": table.seats[self.player], "payer": table.seats[self.payer], "amount": entry.amount}
        return debt | ({"deed": table.deed_key(entry.deed)} if entry.deed >= 0 else {})


def asking(name: str) -> Form:
    """The form of a type of report in which somebody asks for what is owed."""
    debtor, deed = Field("from", fields.seat), Field("deed", fields.deed, required=False)
    return Form(name, Ask, Field("player", fields.seat), debtor, deed, nature=FORMALITY)
