"""How Monopoly City is handled while it is logged: its timer, calls in millions, what is asked about before."""

from __future__ import annotations

from rulesets.city.game.table import Table
from rulesets.kernel.telling.handling import Calls, Handling, Timer

RISES = (0, 100, 200, 500, 1000, 2000)
CALLS = Calls(rises=RISES, fine=RISES, round=100, opening=(25, 50, 75, 100, 125, 150))
"""Districts cost 1.5M to 5M, so nobody calls in notes of 10K (AUCTION-3 allows it)."""

TIMED = ("start_auction", "bid", "close_auction", "start_trade", "trade")
"""What the lamp limits (AUCTION-2, TRADE-3)."""

ASKED = ("build", "build_railroad", "build_stadium", "build_skyscraper", "build_tower", "remove_hazard")
"""What costs millions, or stands for good."""


def handling(table: Table) -> Handling:
    """Return how a game is handled; mortgages and the final count go by the rents (MORT-2, END-2)."""
    return Handling(
        calls=CALLS,
        deal_sums=(100, 200, 500, 1000, 2000, 5000),
        timer=Timer(table.options["auction_seconds"], TIMED),
        asked=ASKED,
        deeds_at_rent=True,
    )
