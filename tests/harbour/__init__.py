"""An invented game of another package: berths of a harbour, and cranes on them, are bought for crowns in turn.

It shares nothing with the boards that come with the referee: no dice, no track, no mortgages, no groups of colours, and
another money.  What the service shows of it, it has from its declarations alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from rulesets.kernel.clause import catalogue
from rulesets.kernel.explanation import Explained
from rulesets.kernel.refusal import Refusal, malformed, refuse
from rulesets.kernel.report import Field, Form, choice
from rulesets.kernel.ruleset import Game, Rule, Ruleset
from rulesets.kernel.telling.assets import AssetDeed, AssetGroup, Assets, BlockPieces
from rulesets.kernel.telling.counting import Sheet, SheetColumn
from rulesets.kernel.telling.handling import Handling
from rulesets.kernel.telling.money import Money
from rulesets.kernel.telling.pieces import Piece
from rulesets.kernel.telling.placing import Placed, Placing

CASH, BERTH, CRANE, MOST = 1200, 300, 100, 3
MONEY = Money(multiples=((" crowns", 1),))
BERTHS = {"north": "North Berth", "east": "East Berth", "south": "South Berth", "west": "West Berth"}
LANGUAGES = ("en", "ja", "zh")


def named(name: str) -> Mapping[str, str]:
    """A name that is the same in every language."""
    return dict.fromkeys(LANGUAGES, name)


CRANES = BlockPieces("cranes", named("cranes"), (), MOST)
DEEDS = tuple(AssetDeed(key, named(name), (CRANES,), (BERTH,)) for key, name in BERTHS.items())
PIECES = (Piece("crane", "cranes", "crane", "C", ("{count:crane/cranes}",)),)
COLUMNS = (SheetColumn("price"), SheetColumn("cranes", by_hand=True))
ASSETS = Assets(
    board=named("The bay"),
    called={"one": named("Berth"), "many": named("berths")},
    groups=(AssetGroup("quay", named("The quay"), DEEDS),),
    pieces=dict.fromkeys(LANGUAGES, PIECES),
    sheet=Sheet(sums=("cash", "total", "rank", "points"), columns=COLUMNS),
    notes=(500, 100, 50),
)


class Table(NamedTuple):
    """One game's constants."""

    ruleset: Any
    seats: tuple[str, ...]
    names: Mapping[str, str]
    options: Mapping[str, Any]
    edition: str


class Berth(NamedTuple):
    """Who holds a berth (-1: nobody), and the cranes on it."""

    owner: int = -1
    cranes: int = 0


class State(NamedTuple):
    """Whose turn it is, what everybody has, and whether the harbour is closed."""

    table: Table
    turn: int
    cash: tuple[int, ...]
    berths: tuple[Berth, ...]
    closed: bool


class Draft:
    """The next state while it is being written."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.events: list[dict[str, Any]] = []
        self.warnings: list[Refusal] = []

    def freeze(self) -> State:
        """The finished state."""
        return self.state

    def pay(self, player: int, amount: int, berth: int, after: Berth, kind: str) -> None:
        """Pay for something on a berth; the next player has the turn."""
        state = self.state
        seats, key = state.table.seats, list(BERTHS)[berth]
        self.events.append({"kind": kind, "player": seats[player], "deed": key, "amount": amount})
        self.state = state._replace(
            turn=(player + 1) % len(seats),
            cash=tuple(each - amount * (at == player) for at, each in enumerate(state.cash)),
            berths=tuple(after if at == berth else each for at, each in enumerate(state.berths)),
        )


class Dealing(NamedTuple):
    """A player buys a berth, or a crane for it."""

    player: int
    deed: int


class Close(NamedTuple):
    """The harbour closes."""


def seat(value: Any, table: Table) -> int:
    """A seat of the table."""
    if value not in table.seats:
        malformed("seat_unknown", value=str(value), seats=list(table.seats))
    return table.seats.index(value)


def berth(value: Any, _table: Table) -> int:
    """A berth by its key."""
    return list(BERTHS).index(choice(*BERTHS)(value, _table))


def still_open(state: State, _report: Any) -> list[Refusal] | None:
    """Nothing is bought once the harbour is closed (HARBOUR/END-1)."""
    return [refuse("harbour_closed")] if state.closed else None


def in_turn(state: State, report: Dealing) -> list[Refusal] | None:
    """Players buy in turn (HARBOUR/TURN-1)."""
    seats = state.table.seats
    right = report.player == state.turn
    return None if right else [refuse("harbour_other_turn", player=seats[report.player], turn=seats[state.turn])]


def for_sale(state: State, report: Dealing) -> list[Refusal] | None:
    """A berth is bought of the harbour, a crane for one's own berth (HARBOUR/BUY-1)."""
    return [refuse("harbour_taken", deed=list(BERTHS)[report.deed])] if state.berths[report.deed].owner >= 0 else None


def own_berth(state: State, report: Dealing) -> list[Refusal] | None:
    """A crane stands on one's own berth, at most three of them (HARBOUR/BUY-1)."""
    there = state.berths[report.deed]
    good = there.owner == report.player and there.cranes < MOST
    return None if good else [refuse("harbour_no_crane", deed=list(BERTHS)[report.deed], most=MOST)]


def can_pay(price: int) -> Any:
    """The check that a player has the price (HARBOUR/BUY-1)."""

    def check(state: State, report: Dealing) -> list[Refusal] | None:
        has = state.cash[report.player]
        return [refuse("harbour_too_dear", price=price, cash=has)] if has < price else None

    return check


def buy(draft: Draft, report: Dealing) -> None:
    """Buy a berth."""
    draft.pay(report.player, BERTH, report.deed, Berth(report.player), "berth_bought")


def raise_crane(draft: Draft, report: Dealing) -> None:
    """Put a crane on a berth."""
    there = draft.state.berths[report.deed]
    draft.pay(report.player, CRANE, report.deed, there._replace(cranes=there.cranes + 1), "crane_raised")


def close(draft: Draft, _report: Close) -> None:
    """Close the harbour."""
    draft.events.append({"kind": "harbour_closes"})
    draft.state = draft.state._replace(closed=True)


class Harbour:
    """The game's mechanics."""

    def table(
        self, ruleset: Any, seats: tuple[str, ...], edition: Any, options: Mapping[str, Any], names: Mapping[str, str]
    ) -> Table:
        return Table(ruleset, seats, names, options, edition)

    def editions(self) -> tuple[str, ...]:
        return ("bay",)

    def edition(self, name: str) -> str:
        return name

    def opening(self, table: Table) -> State:
        return State(table, 0, (CASH,) * len(table.seats), (Berth(),) * len(BERTHS), closed=False)

    def position(self, state: State) -> dict[str, Any]:
        seats = state.table.seats
        owned = [(key, each) for key, each in zip(BERTHS, state.berths, strict=True) if each.owner >= 0]
        return {
            "phase": "over" if state.closed else "turn",
            "turn": seats[state.turn],
            "players": {each: {"cash": cash} for each, cash in zip(seats, state.cash, strict=True)},
            "deeds": {key: {"owner": seats[each.owner], "cranes": each.cranes} for key, each in owned},
        }

    def restored(self, table: Table, position: Any) -> tuple[State, list[Refusal]]:
        opening, faults = self.opening(table), []
        players, deeds = position.get("players", {}), position.get("deeds", {})
        faults += [refuse("deed_unknown", value=key) for key in deeds if key not in BERTHS]
        rows = [deeds.get(key) or {} for key in BERTHS]
        state = opening._replace(
            turn=table.seats.index(position.get("turn", table.seats[0])),
            cash=tuple(players.get(each, {}).get("cash", CASH) for each in table.seats),
            berths=tuple(
                Berth(table.seats.index(row["owner"]) if row.get("owner") else -1, row.get("cranes", 0)) for row in rows
            ),
            closed=position.get("phase") == "over",
        )
        return state, faults

    def placed(self, table: Table, position: Any) -> tuple[State, list[Refusal]]:
        return self.restored(table, position)

    def amended(self, state: State, partial: Any) -> tuple[State, list[Refusal]]:
        now = self.position(state)
        parts = {part: {**now[part], **partial.get(part, {})} for part in ("players", "deeds")}
        return self.restored(state.table, {**now, **partial, **parts})

    def contradictions(self, _state: State) -> list[Refusal]:
        return []

    def draft(self, state: State) -> Draft:
        return Draft(state)

    def settle(self, draft: Draft) -> None:
        pass

    def due(self, state: State) -> list[dict[str, Any]]:
        return [] if state.closed else [{"kind": "harbour_turn", "player": state.table.seats[state.turn]}]

    def over(self, state: State) -> bool:
        return state.closed

    def standing(self, state: State) -> list[dict[str, Any]]:
        worth = [
            cash + sum(BERTH + CRANE * each.cranes for each in state.berths if each.owner == at)
            for at, cash in enumerate(state.cash)
        ]
        rows = sorted(zip(state.table.seats, worth, strict=True), key=lambda row: -row[1])
        return [{"rank": 1 + sum(other > own for other in worth), "player": each, "worth": own} for each, own in rows]

    def legal(self, game: Game) -> list[dict[str, Any]]:
        state = game.state
        if state.closed:
            return []
        player = state.table.seats[state.turn]
        free = [key for key, each in zip(BERTHS, state.berths, strict=True) if each.owner < 0]
        may = [{"type": "buy_berth", "player": player, "deed": key} for key in free if state.cash[state.turn] >= BERTH]
        return [*may, {"type": "close_harbour"}]

    def explained(self, _game: Game) -> Explained:
        return Explained()

    def money(self, _edition: str) -> Money:
        return MONEY

    def assets(self, _edition: str) -> Assets:
        return ASSETS

    def placing(self, _table: Table) -> Placing:
        return Placing((Placed("phase", named("Harbour"), (("turn", named("open")), ("over", named("closed")))),))

    def handling(self, _table: Table) -> Handling:
        return Handling()

    def key_figures(self, _edition: str, _options: Mapping[str, Any], _language: str) -> list[tuple[str, str]]:
        return [("Berth", MONEY.shown(BERTH)), ("Crane", MONEY.shown(CRANE))]

    def printed(self, _table: Table, language: str) -> dict[str, Any]:
        return {
            "edition": "bay",
            "marks": {"mortgaged": ""},
            "pieces": [each.shape() for each in PIECES],
            "called": {number: names[language] for number, names in ASSETS.called.items()},
            "money": MONEY.shape(),
            "spaces": [
                {"key": key, "kind": "berth", "name": name, "group": "quay", "letter": name[0]}
                for key, name in BERTHS.items()
            ],
            "deeds": [
                {"key": key, "kind": "berth", "group": "quay", "name": name, "price": BERTH}
                for key, name in BERTHS.items()
            ],
            "groups": [{"key": "quay", "name": "The quay", "letter": "Q", "deeds": list(BERTHS)}],
            "decks": [],
        }

    def charges(self, _state: State) -> dict[str, dict[str, Any]]:
        return {}

    def label(self, table: Table | None, kind: str, value: Any, _language: str) -> str | None:
        if kind == "seat":
            return table.names.get(value, str(value)) if table is not None else str(value)
        if kind == "money":
            return MONEY.shown(value)
        if kind == "board":
            return "The bay"
        return BERTHS.get(value) if kind == "deed" else str(value) if kind == "number" else None

    def propose(self, game: Game, random: Random, *, hurry: bool) -> dict[str, Any]:
        if hurry and random.random() < 0.2:
            return {"type": "close_harbour"}
        seats, berths = (*game.state.table.seats, "nobody"), (*BERTHS, "nowhere")
        kind = random.choice(("buy_berth", "raise_crane"))
        return {"type": kind, "player": random.choice(seats), "deed": random.choice(berths)}

    def scatter(self, state: State, random: Random) -> dict[str, Any]:
        return {"turn": random.choice(state.table.seats)}

    def conserved(self, _state: State) -> dict[str, int]:
        return {}


def _rule(name: str, price: int, check: Any, carry_out: Any) -> Rule:
    form = Form(name, Dealing, Field("player", seat), Field("deed", berth))
    return Rule(form, (in_turn, check, can_pay(price)), carry_out, (still_open,))


RULESET = Ruleset(
    name="harbour",
    version="1",
    titles={"en": "The harbour", "ja": "ハーバー", "zh": "港口"},
    catalogue=catalogue("harbour", Path(__file__).parent),
    mechanics=Harbour(),
    rules={
        "buy_berth": _rule("buy_berth", BERTH, for_sale, buy),
        "raise_crane": _rule("raise_crane", CRANE, own_berth, raise_crane),
        "close_harbour": Rule(Form("close_harbour", Close), (), close, (still_open,)),
    },
    options=(),
    conflict=lambda _given, _chosen: [],
    seats=(2, 6),
    default_edition="bay",
    figures=None,
)
