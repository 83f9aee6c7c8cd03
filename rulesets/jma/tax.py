"""Income tax without a choice (JMA/TAX-2)."""

from __future__ import annotations

from rulesets.classic.game.state import State
from rulesets.classic.turns.tax import ChooseTax
from rulesets.kernel.refusal import Refusal, refuse


def no_choice(state: State, report: ChooseTax) -> list[Refusal] | None:
    """Income tax is flat (JMA/TAX-2, over the boxed choice: GEN-1)."""
    edition = state.table.edition
    flat = edition.spaces[edition.space_index["income_tax"]].tax
    seat = state.table.seats[report.player]
    return [
        refuse("tax_is_flat", player=seat, amount=flat),
        refuse("supplement_overrides", player=seat),
        refuse("no_choice_due", player=seat),
    ]


def never(_draft: object, _report: object) -> None:
    """Raise AssertionError: the report is always refused, and no ruling can let it stand."""
    raise AssertionError("choose_tax is always refused")
