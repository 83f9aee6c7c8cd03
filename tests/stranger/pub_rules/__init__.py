"""pub-rules: house rules of a pub, on top of classic-us."""

from __future__ import annotations

from pathlib import Path

import rulesets
from rulesets.classic.game import options
from rulesets.classic.game.state import State
from rulesets.classic.turns import landing
from rulesets.kernel.clause import extended
from rulesets.kernel.layer import layered
from rulesets.kernel.refusal import Refusal, refuse
from rulesets.kernel.track.fields import ByPlayer

HOME = Path(__file__).parent
BASE = rulesets.load("classic-us", "2")
"""The rules below ours, in the version that ours were written for."""


def after_first_lap(state: State, report: ByPlayer) -> list[Refusal] | None:
    """Nobody buys the property landed on before some player has reached GO (PUB/LAP-1)."""
    purchase = landing.purchase(state)
    if purchase is None or state.go_reached:
        return None
    table = state.table
    return [refuse("pub_no_lap_yet", player=table.seats[report.player], deed=table.deed_key(purchase.deed))]


VERSION_1 = layered(
    BASE,
    "pub-rules",
    titles={"en": "House rules of the pub", "ja": "パブのローカルルール", "zh": "酒馆自定规则"},
    catalogue=extended(BASE.catalogue, "pub", HOME),
    figures={"least_bid": 5},
    options=tuple(
        options.least_bid("PUB/AUCTION-1", 5) if option.name == "least_bid" else option for option in BASE.options
    ),
)
"""Calls begin at $5."""

BUY = VERSION_1.rules["buy"]

VERSION_2 = layered(
    VERSION_1,
    "pub-rules",
    version="2",
    catalogue=extended(VERSION_1.catalogue, "pub-lap", HOME),
    rules={"buy": BUY._replace(checks=(after_first_lap, *BUY.checks))},
)
"""And nobody buys before the first lap."""

VERSIONS = (VERSION_1, VERSION_2)
"""All versions, the one in force last."""
