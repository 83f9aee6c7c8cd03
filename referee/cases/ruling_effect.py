"""What a ruling does: lets a refused report stand, sets the position, gives time, gives a penalty, or nothing.

An effect is data; each kind has a function here that does it within a transaction and says what the table's log is to
hold of it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from referee.cases.queries import case_state, lock_case
from referee.cases.state import CaseState
from referee.clocks.change import ClockMove, move_tables
from referee.clocks.locking import LockedRound, lock_round
from referee.clocks.timeline import EXTEND, MINUTE
from referee.core.command import Caller, Change
from referee.core.database.database import driver_execute
from referee.core.http.field_faults import Fault, invalid
from referee.core.language import text
from referee.core.problems import Problem
from referee.events.queries import lock_event, seated
from referee.log.table_game import LogDiffers, TableGame, TableGames
from referee.models import Case, Event
from referee.penalties.commands import GivePenalty, give
from rulesets.kernel.record import read_line

UNCHANGED: Mapping[str, Any] = {"set": {}}
"""What the log holds of a decision that leaves the position as it is."""


class LockedCase(NamedTuple):
    """A case whose table is locked for a change, with the game there as its log has it.

    ``clocks``: those of the table, held where the effect is to move them.  ``differs``: where the rules of today judge
    its log otherwise; then the game is the one before the first entry, nothing can be logged, and no effect that is
    about the position can be had.
    """

    change: Change
    case: CaseState
    game: TableGame
    clocks: LockedRound | None
    differs: LogDiffers | None

    @property
    def language(self) -> str:
        """The language of the event, in which reasons are kept."""
        return self.change.session.get_one(Event, self.case.case.event_id).language

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


class Effect(NamedTuple):
    """What came of an effect: itself as it is ``kept``, and what the ruling in the log has besides its reason."""

    kept: Mapping[str, Any]
    ruling: Mapping[str, Any]


def prepare(caller: Caller, case_id: str, action: str) -> None:
    """Read the game of a case's table before a change that locks it, if the caller may take the action there.

    Raises the problems ``not_found`` and ``not_allowed``.
    """
    with caller.service.database.read() as session:
        found = session.get(Case, case_id)
    if found is None:
        raise Problem("not_found", path=case_id)
    caller.allow(action, found.event_id, found.table_id)
    caller.service.part(TableGames).prepare([found.table_id])


def lock_for_ruling(change: Change, case_id: str, effect: Mapping[str, Any]) -> LockedCase:
    """Lock the table of a case, and before it what else the effect needs, always in the same order.

    Raises the problem ``not_found``, and `LogDiffers` where the table's ruleset is there no more.
    """
    session, service = change.session, change.caller.service
    found = case_state(session, case_id)
    clocks = None
    if effect["kind"] == "penalty" or found.penalty_id is not None:
        lock_event(session, found.case.event_id)
    if effect["kind"] == "extension":
        clocks = lock_round(session, service.database, found.round.id, [found.table.id])
    found = lock_case(session, case_id)
    execute, differs = driver_execute(session), None
    try:
        game = service.part(TableGames).current(found.table.id, execute)
    except LogDiffers as error:
        game, differs = service.part(TableGames).opened(found.table.id, execute), error
    return LockedCase(change, found, game, clocks, differs)


def carry_out(at: LockedCase, effect: Mapping[str, Any]) -> Effect:
    """Do everything of an effect but what the log does.

    ``effect``: in the form of `referee.cases.schemas.given.EffectIn`.  Raises the problems ``invalid``,
    ``table_closed`` and what stands against an extension (`referee.clocks.change.move_tables`) or a penalty
    (`referee.penalties.commands.give`, `Faulty` too).
    """
    return BY_KIND[effect["kind"]](at, effect)


def stand(at: LockedCase, effect: Mapping[str, Any]) -> Effect:
    """The report of a refused entry is carried out after all."""
    at.refuse_closed()
    seq = effect["seq"]
    games, execute = at.change.caller.service.part(TableGames), driver_execute(at.change.session)
    lines = games.lines(at.game.table_id, seq - 1, seq, execute=execute)
    if not lines or lines[0].accepted:
        raise invalid(Fault("effect.seq", "entry_not_refused", {"seq": seq}))
    return Effect(effect, {"apply": read_line(lines[0].report)})


def set_position(at: LockedCase, effect: Mapping[str, Any]) -> Effect:
    """Parts of the position are replaced."""
    at.refuse_closed()
    if not effect["set"]:
        raise invalid(Fault("effect.set", "missing", {}))
    return Effect(effect, {"set": effect["set"]})


def extension(at: LockedCase, effect: Mapping[str, Any]) -> Effect:
    """The table gets more time."""
    assert at.clocks is not None
    reason = text(at.language, "rulings_extension_reason", name=at.case.name)
    move_tables(at.change, at.clocks, at.clocks.tables, ClockMove(EXTEND, effect["minutes"] * MINUTE, reason))
    return Effect(effect, UNCHANGED)


def penalty(at: LockedCase, effect: Mapping[str, Any]) -> Effect:
    """A player gets a penalty; it belongs to this table and call, unless it says otherwise or they sit elsewhere."""
    given = {**effect["penalty"]}
    case = at.case.case
    here = {each.player_id for each in seated(at.change.session, [case.table_id])[case.table_id]}
    if given.get("table_id") is None and given["player"] in here:
        given |= {"table_id": case.table_id, "call_id": given.get("call_id") or case.call_id}
    made = give(at.change, GivePenalty(case.event_id, **{**given, "clauses": tuple(given["clauses"])}))
    return Effect({**effect, "penalty": given, "penalty_id": made.penalty.id}, UNCHANGED)


def nothing(at: LockedCase, effect: Mapping[str, Any]) -> Effect:
    """Everything stays as it is."""
    return Effect(effect, UNCHANGED)


BY_KIND: Mapping[str, Callable[[LockedCase, Mapping[str, Any]], Effect]] = {
    "stand": stand,
    "set": set_position,
    "extension": extension,
    "penalty": penalty,
    "none": nothing,
}
