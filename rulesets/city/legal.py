"""What may be reported now: every entry is held against the checks of `judge` (`Ruleset.obstacle`).

Exact reports where they are few; bounds where they are not: for each district the reports open there, for a call the
lowest amount.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rulesets.city import auction, chance, debt, ranking
from rulesets.city.order import active, waits
from rulesets.city.pieces import BONUSES, HAZARDS, SIZES
from rulesets.city.state import OVER, PERMIT, PUT_UP, State
from rulesets.kernel.game import Game

Report = dict[str, Any]
DICE = [1, 2]


def accepted(game: Game, report: Report) -> bool:
    """Whether a report would be accepted."""
    return game.ruleset.obstacle(game, report) is None


def reports(game: Game) -> list[Report]:
    """All entries: for the table, then seat by seat."""
    state: State = game.state
    if state.phase == OVER:
        return []
    for_table: list[Report] = [{"type": kind} for kind in ("start_auction", "close_auction", "time_up")]
    found = [report for report in for_table if accepted(game, report)]
    if not state.begun and len(seats := roll_offs(state)) > 1:
        found.append({"type": "roll_off", "seats": seats})
    for seat in active(state):
        found += by_player(game, seat)
    return found


def roll_offs(state: State) -> list[str]:
    """The seats that throw for the start now."""
    return [state.table.seats[seat] for seat in ranking.leaders(state)]


def by_player(game: Game, seat: int) -> Iterator[Report]:
    """What one player may report."""
    state: State = game.state
    player = state.table.seats[seat]
    if accepted(game, {"type": "roll", "player": player, "dice": DICE}):
        yield {"type": "roll", "player": player}
    for kind in ("pay_bail", "use_card", "buy", "decline", "use_dodge", "declare_bankruptcy"):
        if accepted(game, {"type": kind, "player": player}):
            yield {"type": kind, "player": player}
    for entry in debt.debts(state, seat):
        facts = {"to": state.table.party(entry.to)}
        facts |= {"deed": state.table.deed_key(entry.deed)} if entry.deed >= 0 else {}
        if accepted(game, {"type": "pay", "player": player, **facts}):
            yield {"type": "pay", "player": player, **facts, "amount": entry.amount}
    if chance.due_draw(state, seat) is not None:
        yield {"type": "draw", "player": player, "cards": chance.candidates(state)}
    if (lot := auction.lot(state)) is not None:
        least = auction.next_call(state, lot)
        if accepted(game, {"type": "bid", "player": player, "amount": least}):
            yield {"type": "bid", "player": player, "least": least, "step": state.table.figures.bid_step}
    if accepted(game, {"type": "press", "player": player, "result": 1}):
        yield {"type": "press", "player": player, "results": [1, 2, 3, "railroad"]}
    yield from on_districts(game, seat)
    yield from with_others(game, seat)


def on_districts(game: Game, seat: int) -> Iterator[Report]:
    """The districts that something may be done with.

    What belongs to the own turn waits for step B (`unit.in_own_turn`, `railroad.settled_first`), and builds on own
    districts (`building.on_own`); only a payment beyond the cash is raised by mortgages (`mortgage.needed`).
    """
    state: State = game.state
    player = state.table.seats[seat]
    deeds = state.table.edition.deeds
    in_turn = state.step is not None and state.step.player == seat and not waits(state)
    every = [deed.key for deed in deeds] if in_turn else []
    held = [deed.key for deed in deeds if state.districts[deed.number].owner == seat]
    own = held if in_turn else []
    right = state.step.right if in_turn and state.step is not None else ""
    for kind, keys in (
        ("put_up", every if right == PUT_UP else []),
        ("build_railroad", every),
        ("build_stadium", own),
        ("build_skyscraper", own),
        ("build_tower", own),
    ):
        if fit := [key for key in keys if accepted(game, {"type": kind, "player": player, "deed": key})]:
            yield {"type": kind, "player": player, "districts": fit}
    if fit := [key for key in every if accepted(game, {"type": "ride", "player": player, "to": key})]:
        yield {"type": "ride", "player": player, "districts": fit}
    for kind, keys in (("mortgage", held if debt.debts(state, seat) else []), ("lift_mortgage", held)):
        if fit := [key for key in keys if accepted(game, {"type": kind, "player": player, "deeds": [key]})]:
            yield {"type": kind, "player": player, "deeds": fit}
    yield from building(game, player, own)
    for kind, pieces, keys in (
        ("permit", (*BONUSES, *HAZARDS), every if right == PERMIT else []),
        ("remove_hazard", tuple(HAZARDS), own),
    ):
        for piece in pieces:
            base = {"type": kind, "player": player, "piece": piece}
            if fit := [key for key in keys if accepted(game, {**base, "deed": key})]:
                yield {**base, "districts": fit}
    for key, piece in swappable(game, seat) if in_turn else ():
        yield {"type": "swap", "player": player, "deed": key, "piece": piece}


def building(game: Game, player: str, keys: list[str]) -> Iterator[Report]:
    """For each kind of blocks the districts, with the largest piece that may be built there in one report."""
    most: dict[str, dict[str, int]] = {}
    for kind in ("residential", "industrial"):
        for key in keys:
            for size in reversed(SIZES):
                if accepted(game, {"type": "build", "player": player, "deed": key, kind: [size]}):
                    most.setdefault(kind, {})[key] = size
                    break
    if most:
        yield {"type": "build", "player": player, **most}


def swappable(game: Game, seat: int) -> Iterator[tuple[str, str]]:
    """Own districts with a piece of 2 or 3 blocks, or two pieces of one kind, which may be swapped."""
    state: State = game.state
    for deed in state.table.edition.deeds:
        district = state.districts[deed.number]
        for kind, standing in (("residential", district.residential), ("industrial", district.industrial)):
            if district.owner != seat or sum(standing) < 2:
                continue
            report = {"type": "swap", "player": state.table.seats[seat], "deed": deed.key}
            terms = {"give": {kind: list(standing)}, "take": {kind: [1] * sum(standing)}}
            if accepted(game, {**report, **terms}):
                yield deed.key, kind


def with_others(game: Game, seat: int) -> Iterator[Report]:
    """With whom a trade may be begun, or concluded."""
    state: State = game.state
    seats = state.table.seats
    others = [seats[other] for other in active(state) if other != seat]
    base = {"player": seats[seat]}
    if fit := [other for other in others if accepted(game, {"type": "start_trade", **base, "with": other})]:
        yield {"type": "start_trade", **base, "with": fit}
    nothing: Report = {"give": {}, "take": {}}
    but_for = ("trade_of_nothing",)
    if fit := [
        other
        for other in others
        if game.ruleset.obstacle(game, {"type": "trade", **base, "with": other, **nothing}, but_for) is None
    ]:
        yield {"type": "trade", **base, "with": fit}
