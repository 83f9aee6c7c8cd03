"""Players who owe something: how much of it own assets cover, how it can be raised, and what follows if they do not."""

from __future__ import annotations

from rulesets.classic import bargain, due
from rulesets.classic.debts import debt
from rulesets.classic.explain.bankrupt import otherwise
from rulesets.classic.explain.raising import sources, way
from rulesets.classic.explain.rescue import has_something, rescue
from rulesets.classic.game.pending import is_fee
from rulesets.classic.game.state import State
from rulesets.kernel.explanation import Facts
from rulesets.kernel.ruleset import Game
from rulesets.kernel.track.order import active


def debtors(game: Game) -> tuple[Facts, ...]:
    """Everybody who owes something, in turn order."""
    return tuple(debtor(game, seat) for seat in active(game.state) if debt.debts(game.state, seat))


def debtor(game: Game, seat: int) -> Facts:
    """Return the facts about one debtor (JMA/DEBT, JMA/BANKR and their like)."""
    state: State = game.state
    owed, assets = debt.burden(state, seat), debt.assets(state, seat)
    figures = {
        "player": state.table.seats[seat],
        "owed": owed,
        "cash": state.players[seat].cash,
        "missing": debt.missing(state, seat),
        "assets": assets,
        "provisional": owed > assets,
        "short": max(0, owed - assets),
    }
    found = way(game, seat)
    return {
        **figures,
        "debts": listed(state, seat),
        "lines": lines(game, seat, figures),
        "sources": sources(state, seat),
        "way": found.steps,
        "complete": found.complete,
        "rescue": rescue(game, seat) if figures["provisional"] else None,
        "otherwise": otherwise(game, seat, found.game) if figures["provisional"] else None,
    }


def listed(state: State, seat: int) -> list[Facts]:
    """A player's debts as they are due, oldest first."""
    owed: dict[int, int] = {}
    return [row for entry in debt.debts(state, seat) for row in due.debt_entries(state, entry, owed)]


def lines(game: Game, seat: int, figures: Facts) -> list[Facts]:
    """How a debtor stands, and whether deals are open."""
    state: State = game.state
    table = state.table
    player = table.seats[seat]
    owed = debt.debts(state, seat)
    found: list[Facts] = []
    for entry in owed:
        if behind := debt.ahead(state, entry):
            rent = {"rent": behind.amount, "deed": table.deed_key(behind.deed), "to": table.seats[behind.owner]}
            found.append({"kind": "fee_and_rent", "player": player, "fee": entry.amount, **rent})
    by_card = debt.settles_fee(state, seat) and any(is_fee(entry) for entry in owed)
    found += [{"kind": "fee_by_card", "player": player}] if by_card else []
    found += standing(figures, sum(entry.amount for entry in owed), by_card)
    if len(owed) > 1:
        found.append({"kind": "oldest_first", "player": player})
    fee = any(is_fee(entry) for entry in owed) and table.figures.card_for_fee and not by_card
    return found + deals(game, seat, figures, needs_card=fee)


def deals(game: Game, seat: int, figures: Facts, *, needs_card: bool) -> list[Facts]:
    """With whom a debtor may deal, and who has a release card for the fee (JMA/DEBT-1, JAIL-8)."""
    state: State = game.state
    table = state.table
    player = table.seats[seat]
    found: list[Facts] = []
    partners = [other for other in active(state) if other != seat and bargain.may_deal(game, seat, other)]
    if partners and figures["missing"] and (has_something(state, seat) or not figures["provisional"]):
        seats = [table.seats[other] for other in partners]
        found.append({"kind": "deals_open", "player": player, "with": seats})
    holders = [table.seats[other] for other in partners if state.players[other].cards]
    if needs_card and holders:
        found.append({"kind": "card_for_fee", "player": player, "with": holders})
    return found


def standing(figures: Facts, now: int, by_card: bool) -> list[Facts]:
    """Whether cash or own assets cover what is due ``now``, in dollars, and the rent behind a jail fee."""
    facts = {name: figures[name] for name in ("player", "owed", "cash", "missing", "assets", "short")}
    if figures["provisional"]:
        return [{"kind": "provisional", **facts}]
    found: list[Facts] = []
    if figures["missing"]:
        found.append({"kind": "cash_short", **facts, "owed": now})
    elif not by_card:
        found.append({"kind": "cash_covers", **facts, "owed": now})
    if (later := figures["owed"] - figures["cash"] - figures["missing"]) > 0:
        found.append({"kind": "rent_short", "player": figures["player"], "amount": later})
    return found
