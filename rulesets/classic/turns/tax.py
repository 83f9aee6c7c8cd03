"""Income tax: the flat sum or a percentage of what the player is worth, chosen before it is counted (TAX)."""

from __future__ import annotations

from typing import NamedTuple

from rulesets.classic.game import steps
from rulesets.classic.game.draft import Draft, View
from rulesets.classic.game.pending import Debt, TaxChoice
from rulesets.classic.game.state import State
from rulesets.classic.game.table import Table
from rulesets.classic.property import interest
from rulesets.editions import Space
from rulesets.kernel.refusal import Refusal, refuse
from rulesets.kernel.report import CHOICE, Field, Form, choice
from rulesets.kernel.track import fields
from rulesets.kernel.track.table import BANK

NEVER = "never"
PRINTED = "printed"
ALWAYS = "always"


class ChooseTax(NamedTuple):
    """The choice at income tax."""

    player: int
    option: str


CHOOSE_TAX = Form(
    "choose_tax", ChooseTax, Field("player", fields.seat), Field("option", choice("flat", "percent")), nature=CHOICE
)


def has_choice(table: Table, space: Space) -> bool:
    """Whether a tax space offers the choice, by the rules or by what the edition prints.

    Clauses: CLASSIC-JA/TAX-1, US/TAX-1, WIKI/TAX-1, WIKI/TAX-2, WIKI/TAX-4, WIKI/SHORT-5.
    """
    rule = table.figures.tax_choice
    return space.key == "income_tax" and (rule == ALWAYS or (rule == PRINTED and space.tax_percent > 0))


def offered(table: Table) -> bool:
    """Whether the choice can come up at all, under these rules on this edition."""
    return any(has_choice(table, space) for space in table.edition.spaces)


def due_choice(view: View, player: int) -> TaxChoice | None:
    """Return the choice that a player has to make, or None."""
    for entry in view.pending:
        if type(entry) is TaxChoice and entry.player == player:
            return entry
    return None


def to_be_chosen(state: State, report: ChooseTax) -> list[Refusal] | None:
    """A choice is due, and has not been made yet (CLASSIC-JA/TAX-3, US/TAX-3, WIKI/TAX-3)."""
    if due_choice(state, report.player) is not None:
        return None
    seat = state.table.seats[report.player]
    here = state.table.edition.spaces[state.players[report.player].space]
    if here.key == "income_tax" and any(
        type(entry) is Debt and (entry.player, entry.cause) == (report.player, "tax") for entry in state.pending
    ):
        code = "tax_chosen" if offered(state.table) else "tax_without_choice"
        return [refuse(code, player=seat), refuse("no_choice_due", player=seat)]
    return [refuse("no_choice_due", player=seat)]


def net_worth(view: View, player: int) -> int:
    """Cash, every deed at its printed price (mortgaged or not), and buildings, in dollars.

    Clauses: CLASSIC-JA/TAX-2, US/TAX-2, WIKI/TAX-2.
    """
    paid = view.table.figures.tax_counts == "paid"
    total = view.players[player].cash
    for holding, deed in zip(view.holdings, view.table.edition.deeds, strict=True):
        if holding.owner == player:
            standing = steps.costs(view, deed.number)
            total += deed.price + (sum(standing) if paid else len(standing) * deed.building_cost)
    return total


def choose(draft: Draft, report: ChooseTax) -> None:
    """Make the chosen tax due: the printed sum, or ten per cent of the worth as it is now."""
    entry = due_choice(draft, report.player)
    assert entry is not None
    draft.remove(entry)
    edition = draft.table.edition
    if report.option == "flat":
        amount = edition.spaces[edition.space_index["income_tax"]].tax
    else:
        amount = interest.ten_percent(draft.table, net_worth(draft, report.player))
    draft.event("tax_chosen", player=draft.table.seats[report.player], option=report.option)
    if amount:
        draft.owe(Debt(report.player, BANK, amount, "tax"))
