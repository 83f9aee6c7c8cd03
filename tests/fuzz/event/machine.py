"""The machine that chooses what people do: Hypothesis' rule-based state machine over the steps of a hall."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar, NamedTuple

from hypothesis import HealthCheck, Phase, Verbosity, seed, settings
from hypothesis import strategies as st
from hypothesis.errors import HypothesisException
from hypothesis.stateful import RuleBasedStateMachine, get_state_machine_test, initialize, rule

from tests.fuzz.event.day import Day, Step, Tally
from tests.fuzz.event.hall import Broken, Opening
from tests.fuzz.event.steps import STEPS
from tests.referee.support.world import World
from tournaments.regulation import shipped

REGULATION = st.sampled_from(shipped.names())
NUMBER = st.integers(0, 199)
USUAL = (8, 9, 12, 13, 16, 17, 18, 20, 22, 23, 24)
"""How many players most events have: small enough that a day takes seconds."""
PLAYERS = st.one_of(st.sampled_from(USUAL), st.sampled_from(USUAL), st.sampled_from(USUAL), st.integers(4, 130))
GO_ON = 6
"""How many rules of the machine do what the desk says is next, so that most days get on."""


class Found(NamedTuple):
    """A law that does not hold, and the day on which it does not.  ``to_end``: whether only after the last step."""

    opening: Opening
    steps: list[Step]
    broken: Broken
    to_end: bool


class Choice(NamedTuple):
    """What is played.  ``regulation``, ``players``: None for any; ``only``: the laws with this in their names."""

    regulation: str | None = None
    players: int | None = None
    only: str = ""
    steps: int = 40


class EventMachine(RuleBasedStateMachine):
    """An event in which anything may be done at any time.  The fields of the class are set by `play`."""

    world: ClassVar[World]
    choice: ClassVar[Choice]
    tally: ClassVar[Tally]
    found: ClassVar[list[Found]]

    def __init__(self) -> None:
        super().__init__()
        self.day: Day | None = None
        self.taken: list[Step] = []
        self.opening: Opening | None = None

    @initialize(
        regulation=st.sampled_from(shipped.names()), players=PLAYERS, alone=st.booleans(), namesakes=st.booleans()
    )
    def open(self, regulation: str, players: int, alone: bool, namesakes: bool) -> None:
        """Open the event."""
        names = 1 + players // 2 if namesakes else 1000
        self.opening = Opening(self.choice.regulation or regulation, self.choice.players or players, alone, names)
        with self.noted():
            self.day = Day(self.world, self.opening, self.tally, self.choice.only)

    def take(self, name: str, one: int, two: int, three: int) -> None:
        """Take a step."""
        assert self.day is not None
        step = Step(name, (one, two, three))
        self.taken.append(step)
        with self.noted():
            self.day.take(step)

    def teardown(self) -> None:
        """Go on to the archive, and check the laws of the end."""
        if self.day is not None and not self.found:
            with self.noted(to_end=True):
                self.day.end()

    def noted(self, *, to_end: bool = False) -> Noting:
        """Note what breaks within a block."""
        return Noting(self, to_end)


class Noting:
    """Notes the first law that breaks within a block."""

    def __init__(self, machine: EventMachine, to_end: bool) -> None:
        self.machine = machine
        self.to_end = to_end

    def __enter__(self) -> None:
        pass

    def __exit__(self, _kind: object, error: BaseException | None, _trace: object) -> None:
        machine = self.machine
        if error is None or not isinstance(error, Exception) or isinstance(error, HypothesisException) or machine.found:
            return
        broken = error if isinstance(error, Broken) else Broken("no step crashes", f"{type(error).__name__}: {error}")
        assert machine.opening is not None
        machine.found.append(Found(machine.opening, list(machine.taken), broken, self.to_end))


def step_rule(name: str) -> Any:
    """The rule that takes the step with a name."""

    def taken(self: EventMachine, one: int, two: int, three: int) -> None:
        self.take(name, one, two, three)

    taken.__name__ = name
    return rule(one=NUMBER, two=NUMBER, three=NUMBER)(taken)


for _name in STEPS:
    setattr(EventMachine, _name, step_rule(_name))
for _number in range(GO_ON):
    setattr(EventMachine, f"go_on_{_number}", step_rule("go_on"))


def play(world: World, choice: Choice, tally: Tally, days: int, number: int | None) -> Found | None:
    """Play some days by a seed, and return the first law that does not hold.  ``number``: None for always the same."""
    machine: type[EventMachine] = type(
        "Machine", (EventMachine,), {"world": world, "choice": choice, "tally": tally, "found": []}
    )
    chosen = settings(
        max_examples=days,
        stateful_step_count=choice.steps,
        database=None,
        deadline=None,
        derandomize=number is None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
        report_multiple_bugs=False,
        verbosity=Verbosity.quiet,
    )
    run: Callable[[], None] = get_state_machine_test(machine, settings=chosen)
    if number is not None:
        run = seed(number)(run)
    try:
        run()
    except Exception:
        if not machine.found:
            raise
    return machine.found[0] if machine.found else None
