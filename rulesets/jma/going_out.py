"""Who goes out together in the association's rules: those whom one throw, or one card by it, has made bankrupt lived
equally long and share the place (JMA/RANK-2, TIME-6; reading 21).
"""

from __future__ import annotations

from rulesets.classic.debts import bankruptcy, debt
from rulesets.classic.game.draft import Draft
from rulesets.classic.game.order import next_place
from rulesets.kernel.track.fields import ByPlayer


def declare(draft: Draft, report: ByPlayer) -> None:
    """Go bankrupt, at one place with those whom the same throw has made bankrupt; who resigns without a debt goes out
    alone.
    """
    place = by_the_throw(draft) if debt.debts(draft, report.player) else 0
    bankruptcy.go_bankrupt(draft, report.player, place)


def by_the_throw(draft: Draft) -> int:
    """Return the place in the order of going out of those whom the last throw makes bankrupt, and keep it for more."""
    draft.fell_at = draft.fell_at or next_place(draft)
    return draft.fell_at
