"""Explains a position of Monopoly City: who owes what, and how it can be raised (CITY/BANKR-1)."""

from __future__ import annotations

from typing import Any

from rulesets.city import debt, due
from rulesets.city.game.state import State
from rulesets.city.property import rent
from rulesets.city.ranking import worth
from rulesets.kernel.explanation import Explained, Facts
from rulesets.kernel.ruleset import Game
from rulesets.kernel.track import ledger
from rulesets.kernel.track.ledger import Debt
from rulesets.kernel.track.order import active
from rulesets.reports import as_report


def explained(game: Game) -> Explained:
    """Return everybody who owes something, and what everybody could raise, in turn order."""
    state, seats = game.state, active(game.state)
    debtors = tuple(debtor(game, seat) for seat in seats if ledger.debts(state, seat))
    return Explained(debtors, means=tuple(means(state, seat) for seat in seats))


def means(state: State, seat: int) -> Facts:
    """What a player could raise now without others, and the player's worth in the final count; amounts in K."""
    return {
        "player": state.table.seats[seat],
        "cash": state.players[seat].cash,
        "assets": debt.capacity(state, seat),
        "worth": worth(state, seat),
        "sources": sources(state, seat),
    }


def debtor(game: Game, seat: int) -> Facts:
    """The situation of a player who owes something; amounts in K."""
    state: State = game.state
    owed, assets, cash = ledger.owed(state, seat), debt.capacity(state, seat), state.players[seat].cash
    player = state.table.seats[seat]
    figures = {
        "player": player,
        "owed": owed,
        "cash": cash,
        "missing": max(0, owed - cash),
        "assets": assets,
        "short": max(0, owed - assets),
    }
    stands = "provisional" if owed > assets else "cash_short" if owed > cash else "cash_covers"
    steps, complete = way(game, seat)
    return {
        **figures,
        "provisional": owed > assets,
        "debts": listed(state, seat),
        "lines": [{"kind": stands, **figures}],
        "sources": sources(state, seat),
        "way": steps,
        "complete": complete,
        "rescue": None,
        "otherwise": otherwise(game, player) if owed > assets else None,
    }


def listed(state: State, seat: int) -> list[Facts]:
    """A player's debts, as listed in what is due."""
    owed: dict[int, int] = {}
    return [due.entry_json(state, entry, owed) for entry in ledger.debts(state, seat)]


def sources(state: State, seat: int) -> list[Facts]:
    """Where a player's money can come from: cash, and the present rent of each unmortgaged district."""
    found: list[Facts] = [{"kind": "from_cash", "player": state.table.seats[seat], "amount": state.players[seat].cash}]
    return [*found, *({"kind": "from_deed", "deed": key, "amount": amount} for amount, key in districts(state, seat))]


def districts(state: State, seat: int) -> list[tuple[int, str]]:
    """The districts that a player could mortgage, with the amount that each brings."""
    return [
        (rent.amount(state, deed), state.table.deed_key(deed))
        for deed, district in enumerate(state.districts)
        if district.owner == seat and not district.mortgaged
    ]


def way(game: Game, seat: int) -> tuple[list[Facts], bool]:
    """Return one sequence of reports that works, each checked like `judge` does, until all debts are paid or all assets
    are raised, and whether it is complete.  Each step mortgages the district that brings the least of those that
    suffice, or else the most.
    """
    found: list[Facts] = []
    beyond = ledger.owed(game.state, seat) > debt.capacity(game.state, seat)
    for _ in range(2 * len(game.state.districts)):
        state: State = game.state
        debts, cash = ledger.debts(state, seat), state.players[seat].cash
        if not debts:
            return found, True
        lacking = sum(entry.amount for entry in debts) - cash
        offered = sorted(districts(state, seat), key=lambda each: (each[0] < lacking, abs(each[0] - lacking)))
        tried = [] if beyond or lacking > 0 else [settlement(state, debts[0])]
        tried += [mortgage(state, seat, key) for _, key in offered] if lacking > 0 else []
        step = next((step for step in tried if game.ruleset.obstacle(game, as_report(step[1])) is None), None)
        if step is None:
            return found, beyond and not offered
        game = game.ruleset.judge(game, as_report(step[1])).game
        after = game.state.players[seat].cash
        found.append({"kind": step[0], **step[1], "report": step[1], "amount": abs(after - cash), "cash": after})
    return found, False


def settlement(state: State, entry: Debt) -> tuple[str, dict[str, Any]]:
    """The step that pays a debt."""
    table = state.table
    facts = {"deed": table.deed_key(entry.deed)} if entry.deed >= 0 else {}
    return "way_pay", {"type": "pay", "player": table.seats[entry.player], "to": table.party(entry.to), **facts}


def mortgage(state: State, seat: int, key: str) -> tuple[str, dict[str, Any]]:
    """The step that mortgages a district."""
    return "way_mortgage", {"type": "mortgage", "player": state.table.seats[seat], "deeds": [key]}


def otherwise(game: Game, player: str) -> Facts:
    """What declaring bankruptcy would do."""
    answer = game.ruleset.judge(game, {"type": "declare_bankruptcy", "player": player})
    found: dict[str, Any] = {"open": answer.accepted, "refused": list(answer.refusals), "take_over": None}
    event = next((each for each in answer.events if each["kind"] == "bankrupt"), None)
    if event is None:
        return {**found, "to": None, "cash": 0, "deeds": [], "auctioned": [], "over": False, "lines": []}
    auctioned = [each["deed"] for each in answer.events if each["kind"] == "auction_opened"]
    over = game.ruleset.over(answer.game)
    kind = "bankrupt_to_bank" if event["to"] == "bank" else "bankrupt_to_player"
    lines: list[Facts] = [{**event, "kind": kind}]
    lines += [{"kind": "deeds_auctioned", "deeds": auctioned}] if auctioned else []
    lines += [{"kind": "then_over"}] if over else []
    facts = {name: event[name] for name in ("to", "cash", "deeds")}
    return {**found, **facts, "auctioned": auctioned, "over": over, "lines": lines}
