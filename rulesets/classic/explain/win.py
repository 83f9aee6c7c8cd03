"""A win at auction that is not paid yet: it is no debt (JMA/DEBT-3), but cash is raised for it, or the win is void."""

from __future__ import annotations

from rulesets.classic.explain.raising import sources, way
from rulesets.classic.game.pending import Payment
from rulesets.classic.game.state import State
from rulesets.classic.property import win as win_law
from rulesets.classic.shortages import placing
from rulesets.kernel.explanation import Facts
from rulesets.kernel.ruleset import Game
from rulesets.kernel.track.table import NONE


def win(game: Game) -> Facts | None:
    """Return how matters stand with it; None if nobody has to pay for a win (JMA/AUCTION-2, AUCTION-3, SHORT-6)."""
    state: State = game.state
    entry = next((each for each in state.pending if type(each) is Payment), None)
    if entry is None:
        return None
    table = state.table
    cash, assets, price = state.players[entry.player].cash, placing.means(state, entry), win_law.price(state, entry)
    figures = {
        "player": table.seats[entry.player],
        "amount": entry.amount,
        "cash": cash,
        "missing": max(0, price - cash),
        "assets": assets,
    }
    kind = "win_covered" if cash >= price else "win_short" if assets >= entry.amount else "win_beyond"
    thing = {"piece": entry.piece} if entry.piece else {"deed": table.deed_key(entry.deed)}
    found = way(game, entry.player)
    lot, _ = placing.most(state, entry) if entry.piece else (NONE, 0)
    needed = table.edition.deeds[lot].siblings if lot != NONE else ()  # the group that the piece is to stand on
    return {
        **figures,
        **thing,
        "lines": [{"kind": kind, **figures}],
        "sources": sources(state, entry.player, needed),
        "way": found.steps if kind == "win_short" else [],
        "complete": found.complete and kind != "win_beyond",
    }
