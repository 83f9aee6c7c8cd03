"""What papers say of themselves while the seats or results on them are not public."""

from __future__ import annotations

from collections.abc import Iterable

from referee.core.language import word
from referee.printing.seats import RoundSeats
from referee.results.contest import scored, shown_rounds
from referee.results.facts import Facts


def of_seats(rounds: Iterable[RoundSeats]) -> str:
    """That some of these seats are not public; empty if all are."""
    return word("papers_draft") if any(each.draft for each in rounds) else ""


def of_results(facts: Facts, first: int = 1, last: int | None = None) -> str:
    """That some results from one round to another are not public; empty if all are.  ``last``: None for the end."""
    played = {game.result.round for game in scored(facts, "confirmed")}
    hidden = [each for each in played - shown_rounds(facts) if first <= each and (last is None or each <= last)]
    return word("papers_draft_results") if hidden else ""
