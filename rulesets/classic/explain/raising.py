"""Raising cash: what a debtor's own assets are made of, and one order in which they can be turned into cash."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any, NamedTuple

from rulesets.classic.debts import debt
from rulesets.classic.game import steps
from rulesets.classic.game.pending import Payment
from rulesets.classic.game.state import State
from rulesets.classic.property import selling
from rulesets.kernel.explanation import Facts
from rulesets.kernel.ruleset import Game
from rulesets.kernel.track.table import BANK
from rulesets.reports import as_report

Report = dict[str, Any]


class Way(NamedTuple):
    """A way to raise cash: accepted reports, in words; the game after them; whether they reach their goal."""

    steps: list[Facts]
    game: Game
    complete: bool


def sources(state: State, seat: int, needed: Collection[int] = ()) -> list[Facts]:
    """What a player can raise without others: cash, buildings by lot (``each``: step by step, the last built first),
    mortgages by deed; together they are `debt.assets`.  ``needed``: deeds that are left aside.
    """
    table = state.table
    found: list[Facts] = [{"kind": "from_cash", "player": table.seats[seat], "amount": state.players[seat].cash}]
    every = (deed for deed in table.edition.deeds if state.holdings[deed.number].owner == seat)
    own = [deed for deed in every if deed.number not in needed]
    for deed in own:
        if level := state.holdings[deed.number].level:
            parts = [steps.resale(state, deed.number, below) for below in range(len(steps.costs(state, deed.number)))]
            each = [low - high for low, high in zip(parts, [*parts[1:], 0], strict=True)]
            found.append(
                {"kind": "from_buildings", "deed": deed.key, "level": level, "each": each[::-1], "amount": parts[0]}
            )
    for deed in own:
        if not state.holdings[deed.number].mortgaged:
            built = any(state.holdings[sibling].level for sibling in deed.siblings)
            found.append({"kind": "from_deed", "deed": deed.key, "amount": deed.mortgage, "built": built})
    return found


def way(game: Game, seat: int) -> Way:
    """Return one order that works, with every report tested against the checks of `judge`: until all debts and a win at
    auction are paid or, for a debtor whom own assets cannot save, until everything is raised.

    Each step takes the least that suffices, or else the most, and mortgages before buildings.
    """
    found: list[Facts] = []
    for _ in range(2 * len(game.state.holdings)):
        state: State = game.state
        beyond = debt.provisional(state, seat)
        if not beyond and next(settlements(state, seat), None) is None:
            return Way(found, game, True)
        step = None if beyond else first_accepted(game, settlements(state, seat))
        if step is None and (lacking := debt.own_need(state, seat)):
            step = first_accepted(game, raised(state, seat, lacking))
        if step is None:
            return Way(found, game, beyond and nothing_to_raise(state, seat))
        kind, report = step
        before = state.players[seat].cash
        game = game.ruleset.judge(game, as_report(report)).game
        cash = game.state.players[seat].cash
        found.append({"kind": kind, **report, "report": report, "amount": abs(cash - before), "cash": cash})
    return Way(found, game, False)


def nothing_to_raise(state: State, seat: int) -> bool:
    """Whether a debtor whom own assets cannot save has nothing left to turn into cash; where there are rescues, the
    deeds go over as they are (JMA/BANKR-5).
    """
    kept = {"from_cash", "from_deed"} if "offer_rescue" in state.table.reports else {"from_cash"}
    return all(source["kind"] in kept for source in sources(state, seat))


Step = tuple[str, Report]


def first_accepted(game: Game, tried: Iterator[Step]) -> Step | None:
    """Return the first step that the referee would accept, or None."""
    return next((step for step in tried if game.ruleset.obstacle(game, as_report(step[1])) is None), None)


def settlements(state: State, seat: int) -> Iterator[Step]:
    """Yield ways to pay the oldest debt, a release card first if it can; without debts, to pay for a win at auction."""
    table = state.table
    key = table.seats[seat]
    owed = debt.debts(state, seat)
    if not owed:
        if any(type(entry) is Payment and entry.player == seat for entry in state.pending):
            yield "way_pay", {"type": "pay", "player": key, "to": table.party(BANK)}
        return
    entry = owed[0]
    if debt.settles_fee(state, seat):
        yield "way_card", {"type": "use_card", "player": key, "deck": state.players[seat].cards[0]}
    facts = {"deed": table.deed_key(entry.deed)} if entry.deed >= 0 else {}
    yield "way_pay", {"type": "pay", "player": key, "to": table.party(entry.to), **facts}


def raised(state: State, seat: int, lacking: int) -> Iterator[Step]:
    """Yield mortgages, one deed each, then sales, one group each, in the order in which to try them."""
    yield from ordered(lacking, mortgages(state, seat))
    yield from ordered(lacking, sales(state, seat))


def ordered(lacking: int, offered: list[tuple[int, Step]]) -> Iterator[Step]:
    """Yield what suffices, the least first; then the rest, the most first."""
    for _, step in sorted(offered, key=lambda each: (each[0] < lacking, each[0] if each[0] >= lacking else -each[0])):
        yield step


def mortgages(state: State, seat: int) -> list[tuple[int, Step]]:
    """The deeds that a player could mortgage, with what each brings."""
    return [
        (deed.mortgage, ("way_mortgage", {"type": "mortgage", "player": state.table.seats[seat], "deeds": [deed.key]}))
        for deed in state.table.edition.deeds
        if state.holdings[deed.number].owner == seat
        and not state.holdings[deed.number].mortgaged
        and not any(state.holdings[sibling].level for sibling in deed.siblings)
    ]


def sales(state: State, seat: int) -> list[tuple[int, Step]]:
    """All even sales within one group, with what each brings."""
    table = state.table
    found = []
    for group in table.edition.groups.values():
        own = tuple(lot for lot in group if state.holdings[lot].owner == seat)
        before = tuple(state.holdings[lot].level for lot in own)
        if not any(before):
            continue
        for after in selling.targets(table.figures, before):
            to = tuple((lot, new) for lot, old, new in zip(own, before, after, strict=True) if new < old)
            report = {"type": "sell", "player": table.seats[seat], "to": {table.deed_key(lot): new for lot, new in to}}
            found.append((selling.proceeds(state, to), ("way_sell", report)))
    return found
