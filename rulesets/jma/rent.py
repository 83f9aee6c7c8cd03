"""Rent that need not be asked for (JMA/RENT-3): asking changes nothing."""

from __future__ import annotations

from rulesets.classic.game.draft import Draft
from rulesets.classic.game.state import State
from rulesets.classic.property.rent_claim import owed_already
from rulesets.kernel.refusal import Refusal, refuse
from rulesets.kernel.track.ledger import Ask


def something_to_claim(state: State, report: Ask) -> list[Refusal] | None:
    if owed_already(state, report) is not None:
        return None
    table = state.table
    return [refuse("no_rent_open", player=table.seats[report.player], payer=table.seats[report.payer])]


def claim(draft: Draft, report: Ask) -> None:
    """Note that rent was asked for, which changes nothing (JMA/RENT-3, RENT-4)."""
    debt = owed_already(draft, report)
    assert debt is not None
    draft.event("rent_claimed", **report.facts(draft.table, debt))
