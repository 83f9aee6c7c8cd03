"""What a ruling does: lets a refused report stand, sets the position, gives time, gives a penalty, or nothing.

An effect is data; each kind has a function here that does it within a transaction and says what the table's log is to
hold of it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from sqlmodel import Session

from referee.cases.queries import case_state, held_case
from referee.cases.state import CaseState
from referee.clocks.change import ClockMove, move_tables
from referee.clocks.hold import Held, hold
from referee.clocks.timeline import EXTEND, MINUTE
from referee.core.access.principal import Principal
from referee.core.command import Caller, Change
from referee.core.database.database import driver_execute
from referee.core.http.field_faults import Fault, invalid
from referee.core.language import spoken, word
from referee.core.problems import Problem
from referee.core.service import Service
from referee.events.queries import held as held_event
from referee.log.seats import seated
from referee.log.table_game import LogDiffers, TableGame, TableGames
from referee.models import Case, Event
from referee.penalties.commands import GivePenalty, give
from rulesets.kernel.record import read_line

UNCHANGED: Mapping[str, Any] = {"set": {}}
"""What the log holds of a decision that leaves the position as it is."""


class Place(NamedTuple):
    """A case whose table is held, with the game there as its log has it, in a transaction.

    ``clocks``: those of the table, held where the effect is to move them.  ``differs``: where the rules of today judge
    its log otherwise; then the game is the one before the first entry, nothing can be logged, and no effect that is
    about the position can be had.
    """

    service: Service
    session: Session
    who: Principal
    now: int
    case: CaseState
    game: TableGame
    clocks: Held | None
    differs: LogDiffers | None

    @property
    def open(self) -> bool:
        """Whether something can be logged at the table."""
        return self.case.table.state == "open" and self.differs is None

    def refuse_closed(self) -> None:
        """Raises the problem ``table_closed``, or `LogDiffers`, where nothing can be logged at the table."""
        if self.differs is not None:
            raise self.differs
        if not self.open:
            raise Problem("table_closed")


class Done(NamedTuple):
    """What came of an effect: the ``effect`` as it is kept, and what the ruling in the log has besides its reason."""

    effect: Mapping[str, Any]
    ruling: Mapping[str, Any]


def prepare(service: Service, case_id: str) -> None:
    """Read the game of a case's table before a transaction that is to `place` it."""
    with service.database.read() as session:
        found = session.get(Case, case_id)
    if found is not None:
        service.part(TableGames).prepare([found.table_id])


def place(service: Service, session: Session, who: Principal, case_id: str, effect: Mapping[str, Any]) -> Place:
    """Hold the table of a case, and before it what else the effect needs, always in the same order.

    Raises the problem ``not_found``, and `LogDiffers` where the table's ruleset is there no more.
    """
    found = case_state(session, case_id)
    clocks = None
    if effect["kind"] == "penalty" or found.penalty_id is not None:
        held_event(session, found.case.event_id)
    if effect["kind"] == "extension":
        clocks = hold(session, service.database, found.round.id, [found.table.id])
    found = held_case(session, case_id)
    execute, differs = driver_execute(session), None
    try:
        game = service.part(TableGames).current(found.table.id, execute)
    except LogDiffers as error:
        game, differs = service.part(TableGames).opened(found.table.id, execute), error
    return Place(service, session, who, service.database.now(), found, game, clocks, differs)


def carried_out(at: Place, effect: Mapping[str, Any]) -> Done:
    """Do everything of an effect but what the log does.

    ``effect``: in the form of `referee.cases.schemas.given.EffectIn`.  Raises the problems ``invalid``,
    ``table_closed`` and what stands against an extension (`referee.clocks.change.move_tables`) or a penalty
    (`referee.penalties.commands.give`, `Faulty` too).
    """
    return BY_KIND[effect["kind"]](at, effect)


def stand(at: Place, effect: Mapping[str, Any]) -> Done:
    """The report of a refused entry is carried out after all."""
    at.refuse_closed()
    seq = effect["seq"]
    lines = at.service.part(TableGames).lines(at.game.table_id, seq - 1, seq, execute=driver_execute(at.session))
    if not lines or lines[0].accepted:
        raise invalid(Fault("effect.seq", "entry_not_refused", {"seq": seq}))
    return Done(effect, {"apply": read_line(lines[0].report)})


def set_position(at: Place, effect: Mapping[str, Any]) -> Done:
    """Parts of the position are replaced."""
    at.refuse_closed()
    if not effect["set"]:
        raise invalid(Fault("effect.set", "missing", {}))
    return Done(effect, {"set": effect["set"]})


def extension(at: Place, effect: Mapping[str, Any]) -> Done:
    """The table gets more time."""
    assert at.clocks is not None
    with spoken(at.session.get_one(Event, at.case.case.event_id).language):
        reason = word("rulings_extension_reason", name=at.case.name)
    change = Change(Caller(at.service, at.who), at.session, at.now)
    move_tables(change, at.clocks, at.clocks.tables, ClockMove(EXTEND, effect["minutes"] * MINUTE, reason))
    return Done(effect, UNCHANGED)


def penalty(at: Place, effect: Mapping[str, Any]) -> Done:
    """A player gets a penalty; it belongs to this table and call, unless it says otherwise or they sit elsewhere."""
    given = {**effect["penalty"]}
    case = at.case.case
    here = {each.player_id for each in seated(at.session, [case.table_id])[case.table_id]}
    if given.get("table_id") is None and given["player"] in here:
        given |= {"table_id": case.table_id, "call_id": given.get("call_id") or case.call_id}
    change = Change(Caller(at.service, at.who), at.session, at.now)
    made = give(change, GivePenalty(case.event_id, **{**given, "clauses": tuple(given["clauses"])}))
    return Done({**effect, "penalty": given, "penalty_id": made.penalty.id}, UNCHANGED)


def nothing(at: Place, effect: Mapping[str, Any]) -> Done:
    """Everything stays as it is."""
    return Done(effect, UNCHANGED)


BY_KIND: Mapping[str, Callable[[Place, Mapping[str, Any]], Done]] = {
    "stand": stand,
    "set": set_position,
    "extension": extension,
    "penalty": penalty,
    "none": nothing,
}
