"""What may be reported now: every entry is tested against the checks of `judge` (`Ruleset.obstacle`).

Exact reports where there are few; otherwise templates with bounds: for each type of report the districts it is open
for, for a call the lowest amount.  `completions` yields the reports of a template.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from rulesets.city import auction, ranking
from rulesets.city.game.order import waits
from rulesets.city.game.pieces import BONUSES, HAZARDS, SIZES
from rulesets.city.game.state import OVER, PERMIT, PUT_UP, State
from rulesets.city.property import rent
from rulesets.city.turns import chance
from rulesets.kernel.ruleset import Game
from rulesets.kernel.track import ledger
from rulesets.kernel.track.order import active
from rulesets.kernel.track.templates import Report, filled, template
from rulesets.reports import as_report

KINDS = ("residential", "industrial")
DICE = [1, 2]


def accepted(game: Game, report: Report) -> bool:
    return game.ruleset.obstacle(game, as_report(report)) is None


def reports(game: Game) -> list[Report]:
    """All entries: for the table, then seat by seat."""
    state: State = game.state
    if state.phase == OVER:
        return []
    for_table: list[Report] = [{"type": kind} for kind in ("start_auction", "close_auction", "time_up")]
    found = [report for report in for_table if accepted(game, report)]
    if not state.begun and accepted(game, {"type": "roll_off", "dice": falling(seats := roll_offs(state))}):
        found.append(template({"type": "roll_off", "seats": seats}, "dice"))
    for seat in active(state):
        found += by_player(game, seat)
    return found


def roll_offs(state: State) -> list[str]:
    """The seats that have to throw for the start now."""
    return [state.table.seats[seat] for seat in ranking.leaders(state)]


def falling(seats: list[str]) -> dict[str, list[int]]:
    """Throws of these seats, each higher than the next or equal to it."""
    return {seat: [6, max(1, 6 - place)] for place, seat in enumerate(seats)}


def by_player(game: Game, seat: int) -> Iterator[Report]:
    state: State = game.state
    player = state.table.seats[seat]
    if accepted(game, {"type": "roll", "player": player, "dice": DICE}):
        yield template({"type": "roll", "player": player}, "dice")
    for kind in ("pay_bail", "use_card", "buy", "decline", "use_dodge", "declare_bankruptcy"):
        if accepted(game, {"type": kind, "player": player}):
            yield {"type": kind, "player": player}
    for entry in ledger.debts(state, seat):
        facts = {"to": state.table.party(entry.to)}
        facts |= {"deed": state.table.deed_key(entry.deed)} if entry.deed >= 0 else {}
        if accepted(game, {"type": "pay", "player": player, **facts}):
            yield {"type": "pay", "player": player, **facts}
    for entry in rent.owed_to(state, seat):
        claim = {"from": state.table.seats[entry.player], "deed": state.table.deed_key(entry.deed)}
        if entry.deed >= 0 and accepted(game, {"type": "claim_rent", "player": player, **claim}):
            yield {"type": "claim_rent", "player": player, **claim}
    if chance.due_draw(state, seat) is not None:
        base = {"type": "draw", "player": player}
        if fit := [card for card in chance.candidates(state) if accepted(game, {**base, "card": card})]:
            yield template({**base, "cards": fit}, "card")
    if (lot := auction.lot(state)) is not None:
        least = auction.next_call(state, lot)
        if accepted(game, {"type": "bid", "player": player, "amount": least}):
            bounds = {"least": least, "step": state.table.figures.bid_step}
            yield template({"type": "bid", "player": player, **bounds}, "amount")
    if accepted(game, {"type": "press", "player": player, "result": 1}):
        yield template({"type": "press", "player": player, "results": [1, 2, 3, "railroad"]}, "result")
    yield from on_districts(game, seat)
    yield from with_others(game, seat)


def on_districts(game: Game, seat: int) -> Iterator[Report]:
    """Yield what may be done with districts.

    What needs the player's own turn waits until step B is settled (`unit.in_own_turn`, `railroad.settled_first`), and
    the player builds on districts that the player owns (`building.on_own`); mortgages are only for payments that exceed
    the cash (`mortgage.needed`).
    """
    state: State = game.state
    held = [deed.key for deed in state.table.edition.deeds if state.districts[deed.number].owner == seat]
    in_turn = state.step is not None and state.step.player == seat and not waits(state)
    if in_turn:
        yield from own_turn(game, seat, held)
    yield from mortgages(game, seat, held)
    if in_turn:
        yield from building(game, state.table.seats[seat], held)
        yield from special_pieces(game, seat, held)
        yield from swaps(game, seat)


def fitting(game: Game, base: Report, field: str, keys: list[str]) -> list[str]:
    """The districts of ``keys`` with which the report ``base`` would be accepted if its ``field`` named them."""
    plural = field == "deeds"
    return [key for key in keys if accepted(game, {**base, field: [key] if plural else key})]


def every_district(state: State) -> list[str]:
    return [deed.key for deed in state.table.edition.deeds]


def has_right(state: State, right: str) -> bool:
    """Whether the right given by a space is still open."""
    return state.step is not None and state.step.right == right


def own_turn(game: Game, seat: int, held: list[str]) -> Iterator[Report]:
    """Yield what is open on the player's own turn: what to put up for auction, build besides blocks, or ride to."""
    state: State = game.state
    every = every_district(state)
    for kind, keys in (
        ("put_up", every if has_right(state, PUT_UP) else []),
        ("build_railroad", every),
        ("build_stadium", held),
        ("build_skyscraper", held),
        ("build_tower", held),
    ):
        base = {"type": kind, "player": state.table.seats[seat]}
        if fit := fitting(game, base, "deed", keys):
            yield template({**base, "districts": fit}, "deed")
    base = {"type": "ride", "player": state.table.seats[seat]}
    if fit := fitting(game, base, "to", every):
        yield template({**base, "districts": fit}, "to")


def mortgages(game: Game, seat: int, held: list[str]) -> Iterator[Report]:
    """Yield what is open at any time: districts to mortgage for a debt, and mortgages to lift."""
    state: State = game.state
    for kind, keys in (("mortgage", held if ledger.debts(state, seat) else []), ("lift_mortgage", held)):
        base = {"type": kind, "player": state.table.seats[seat]}
        if fit := fitting(game, base, "deeds", keys):
            yield template({**base, "deeds": fit}, "deeds")


def special_pieces(game: Game, seat: int, held: list[str]) -> Iterator[Report]:
    """Yield what is open on the player's own turn: placing bonus buildings and hazards, and removing hazards."""
    state: State = game.state
    for kind, pieces, keys in (
        ("permit", (*BONUSES, *HAZARDS), every_district(state) if has_right(state, PERMIT) else []),
        ("remove_hazard", tuple(HAZARDS), held),
    ):
        for piece in pieces:
            base = {"type": kind, "player": state.table.seats[seat], "piece": piece}
            if fit := fitting(game, base, "deed", keys):
                yield template({**base, "districts": fit}, "deed")


def building(game: Game, player: str, keys: list[str]) -> Iterator[Report]:
    """For each kind of blocks the districts, with the largest piece that may be built there in one report."""
    most: dict[str, dict[str, int]] = {}
    for kind in KINDS:
        for key in keys:
            for size in reversed(SIZES):
                if accepted(game, {"type": "build", "player": player, "deed": key, kind: [size]}):
                    most.setdefault(kind, {})[key] = size
                    break
    if most:
        yield template({"type": "build", "player": player, **most}, "deed", *most)


def swaps(game: Game, seat: int) -> Iterator[Report]:
    """Yield the player's districts, on the player's own turn, with a kind of pieces that can be swapped for others."""
    for deed in game.state.table.edition.deeds:
        for kind in KINDS:
            entry = {"type": "swap", "player": game.state.table.seats[seat], "deed": deed.key, "piece": kind}
            if game.state.districts[deed.number].owner == seat and any(swapped(game, entry)):
                yield template(entry, "give", "take")


def swapped(game: Game, entry: Report) -> Iterator[Report]:
    """Yield swaps of all pieces of one kind on a district for other pieces with as many blocks."""
    table = game.state.table
    kind = entry["piece"]
    standing = list(getattr(game.state.districts[table.edition.deed_number[entry["deed"]]], kind))
    for pieces in partitions(sum(standing)):
        report = {name: entry[name] for name in ("type", "player", "deed")}
        report |= {"give": {kind: standing}, "take": {kind: pieces}}
        if pieces != standing and accepted(game, report):
            yield report


def partitions(blocks: int, smallest: int = 1) -> Iterator[list[int]]:
    """Yield every way to make a number of blocks of pieces, the smallest pieces first."""
    if not blocks:
        yield []
    for size in SIZES:
        if smallest <= size <= blocks:
            yield from ([size, *rest] for rest in partitions(blocks - size, size))


def with_others(game: Game, seat: int) -> Iterator[Report]:
    """Yield with whom a trade may be started or concluded."""
    state: State = game.state
    seats = state.table.seats
    others = [seats[other] for other in active(state) if other != seat]
    base = {"player": seats[seat]}
    if fit := [other for other in others if accepted(game, {"type": "start_trade", **base, "with": other})]:
        yield template({"type": "start_trade", **base, "with": fit}, "with")
    if fit := [other for other in others if may_trade(game, seats[seat], other)]:
        yield template({"type": "trade", **base, "with": fit}, "with", "give", "take")


def may_trade(game: Game, one: str, two: str) -> bool:
    """Whether two players have anything to trade, and may: what one of them has may go for nothing."""
    report = {"type": "trade", "player": one, "with": two, "give": {}, "take": {}}
    if game.ruleset.obstacle(game, as_report(report), ("trade_of_nothing",)):
        return False
    given = ((side, thing) for side, seat in (("give", one), ("take", two)) for thing in goods(game.state, seat))
    return any(accepted(game, {**report, side: thing}) for side, thing in given)


def goods(state: State, seat: str) -> list[Report]:
    """What a player can give, thing by thing."""
    number = state.table.seat_number[seat]
    deeds = (deed.key for deed in state.table.edition.deeds if state.districts[deed.number].owner == number)
    return [
        {"cash": state.table.figures.bid_step},
        *({"deeds": [key]} for key in deeds),
        *({"cards": [card]} for card in state.players[number].cards),
    ]


# -- what templates stand for


def completions(game: Game, entry: Report) -> Iterator[Report]:
    """Yield the reports of a template as far as they are few (`moves`): one throw for the start, and no trade."""
    kind = entry["type"]
    if kind == "build":
        yield from builds(game, entry)
    elif kind == "swap":
        yield from swapped(game, entry)
    elif kind == "roll_off":
        yield {"type": kind, "dice": falling(entry["seats"])}
    elif kind != "trade":
        yield from filled(entry)


def builds(game: Game, entry: Report) -> Iterator[Report]:
    """Yield every choice of pieces for one district within what the button showed."""
    step = game.state.step
    lists = [pieces for blocks in range(step.left + 1) for pieces in partitions(blocks)]
    for deed in dict.fromkeys(key for kind in KINDS for key in entry.get(kind, ())):
        for pieces in product(lists, repeat=len(KINDS)):
            if 0 < sum(map(sum, pieces)) <= step.left:
                chosen = {kind: sizes for kind, sizes in zip(KINDS, pieces, strict=True) if sizes}
                report = {"type": "build", "player": entry["player"], "deed": deed, **chosen}
                if accepted(game, report):
                    yield report
