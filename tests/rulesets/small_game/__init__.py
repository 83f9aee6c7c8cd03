"""A game that is as little as a game can be: no options, no money, no events, nobody who wins by a monopoly.

Two to six climbers step one to three rungs in turn; the first on the tenth has won.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from rulesets.kernel.clause import catalogue
from rulesets.kernel.explanation import Explained
from rulesets.kernel.refusal import Refusal, malformed, refuse
from rulesets.kernel.report import Field, Form, whole
from rulesets.kernel.ruleset import Game, Rule, Ruleset

TOP = 10


class Table(NamedTuple):
    """One game's constants; it holds its ruleset, which cannot be pickled but by its name."""

    ruleset: Any
    seats: tuple[str, ...]
    names: Mapping[str, str]
    options: Mapping[str, Any]


class State(NamedTuple):
    """Whose turn it is, and on which rung each climber stands."""

    table: Table
    turn: int
    rungs: tuple[int, ...]


class Draft:
    """The next state while it is being written."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.events: list[dict[str, Any]] = []
        self.warnings: list[Refusal] = []

    def freeze(self) -> State:
        """The finished state."""
        return self.state


class Step(NamedTuple):
    """A climber steps some rungs."""

    player: int
    rungs: int


def seat(value: Any, table: Table) -> int:
    """A seat of the table."""
    if value not in table.seats:
        malformed("seat_unknown", value=str(value), seats=list(table.seats))
    return table.seats.index(value)


def going_on(state: State, _report: Step) -> list[Refusal] | None:
    """LADDER/TOP-1"""
    return [refuse("ladder_over")] if max(state.rungs) >= TOP else None


def in_turn(state: State, report: Step) -> list[Refusal] | None:
    """LADDER/TURN-1"""
    if report.player == state.turn:
        return None
    seats = state.table.seats
    return [refuse("ladder_other_turn", player=seats[report.player], turn=seats[state.turn])]


def step(draft: Draft, report: Step) -> None:
    """Step, and let the next climber step."""
    table, _, rungs = draft.state
    rungs = tuple(each + report.rungs * (number == report.player) for number, each in enumerate(rungs))
    draft.state = State(table, (report.player + 1) % len(rungs), rungs)


class Ladder:
    """The game's mechanics (`rulesets.kernel.mechanics`)."""

    def table(
        self, ruleset: Any, seats: tuple[str, ...], edition: Any, options: Mapping[str, Any], names: Mapping[str, str]
    ) -> Table:
        return Table(ruleset, seats, names, options)

    def editions(self) -> tuple[str, ...]:
        return ("plain",)

    def edition(self, name: str) -> str:
        return name

    def opening(self, table: Table) -> State:
        return State(table, 0, (0,) * len(table.seats))

    def placed(self, table: Table, position: Any) -> tuple[State, list[Refusal]]:
        return self.restored(table, position)

    def restored(self, table: Table, position: Any) -> tuple[State, list[Refusal]]:
        rungs = position.get("rungs", {})
        turn = table.seats.index(position.get("turn", table.seats[0]))
        return State(table, turn, tuple(rungs.get(each, 0) for each in table.seats)), []

    def amended(self, state: State, partial: Any) -> tuple[State, list[Refusal]]:
        return self.restored(state.table, {**self.position(state), **partial})

    def contradictions(self, state: State) -> list[Refusal]:
        return []

    def position(self, state: State) -> dict[str, Any]:
        seats = state.table.seats
        return {"turn": seats[state.turn], "rungs": dict(zip(seats, state.rungs, strict=True))}

    def draft(self, state: State) -> Draft:
        return Draft(state)

    def settle(self, draft: Draft) -> None:
        pass

    def due(self, state: State) -> list[dict[str, Any]]:
        return [] if self.over(state) else [{"kind": "ladder_step", "player": state.table.seats[state.turn]}]

    def over(self, state: State) -> bool:
        return max(state.rungs) >= TOP

    def standing(self, state: State) -> list[dict[str, Any]]:
        rows = sorted(zip(state.table.seats, state.rungs, strict=True), key=lambda row: -row[1])
        return [
            {"rank": 1 + sum(other > own for _, other in rows), "player": seat, "worth": None} for seat, own in rows
        ]

    def legal(self, game: Game) -> list[dict[str, Any]]:
        due = self.due(game.state)
        return [{"type": "step", "player": due[0]["player"], "rungs": rungs} for rungs in (1, 2, 3)] if due else []

    def explained(self, game: Game) -> Explained:
        return Explained()

    def printed(self, table: Table, language: str) -> dict[str, Any]:
        return {}

    def charges(self, state: State) -> dict[str, dict[str, Any]]:
        return {}

    def label(self, table: Table, kind: str, value: Any, language: str) -> str | None:
        if kind == "seat":
            return table.names.get(value, str(value))
        return str(value) if kind == "number" else None

    def propose(self, game: Game, random: Random, *, hurry: bool) -> dict[str, Any]:
        seats = (*game.state.table.seats, "nobody")
        return {"type": "step", "player": random.choice(seats), "rungs": random.randint(0, 3)}

    def scatter(self, state: State, random: Random) -> dict[str, Any]:
        seats = state.table.seats
        return {"turn": random.choice(seats), "rungs": {each: random.randrange(TOP) for each in seats}}

    def conserved(self, state: State) -> dict[str, int]:
        return {}


RULESET = Ruleset(
    name="ladder",
    version="1",
    titles={"en": "The ladder"},
    catalogue=catalogue("ladder", Path(__file__).parent),
    mechanics=Ladder(),
    rules={
        "step": Rule(
            Form("step", Step, Field("player", seat), Field("rungs", whole(1, 3))), (in_turn,), step, (going_on,)
        )
    },
    options=(),
    conflict=lambda _given, _chosen: [],
    seats=(2, 6),
    default_edition="plain",
    figures=None,
)
