"""The effects and clauses of rulings: what an effect is and how it is carried out; what a ruling may rest on.

An effect is data; it is carried out here, within a transaction, and gives the ruling's fields for the table's log.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Annotated, Any, NamedTuple

from marshmallow import ValidationError
from sqlmodel import Session

from referee.cases.queries import CASES
from referee.cases.state import CaseState
from referee.clocks.change import ClockMove, move_tables
from referee.clocks.locking import LockedRound, lock_round
from referee.clocks.timeline import EXTEND, MINUTE
from referee.core.command import Caller, Change
from referee.core.database.database import driver_execute
from referee.core.http.declared import FieldExample
from referee.core.http.field_faults import FieldFault, invalid
from referee.core.http.fields import Length, OneOf
from referee.core.language import text
from referee.core.problems import Problem
from referee.core.rows import get_row
from referee.events.queries import lock_event, seats_by_table
from referee.events.regulation import latest_version
from referee.log.table_game import LogDiffers, TableGame, TableGames
from referee.models import Case, Event
from referee.penalties.commands import GivePenalty, give_within
from referee.rules.points import REGULATION, regulation_points
from referee.tables.schemas import MOST_ENTRIES
from rulesets.kernel.record import read_line
from rulesets.kernel.ruleset import Ruleset
from tournaments.typed import Minutes, Whole


@dataclass(frozen=True, slots=True)
class ClauseNamedView:
    """A clause, and where to read it."""

    id: Annotated[str, FieldExample("JMA/REF-1")]
    title: str
    address: Annotated[str | None, "The path of its page; null: a point of the regulation."]


def checked_clauses(
    session: Session, event_id: str, ruleset: Ruleset, given: Sequence[str], language: str
) -> list[str]:
    """Clause ids in the spelling of their documents, each once.  Raises the problem ``invalid`` for unknown ones."""
    ids = [each.strip().upper() for each in given]
    points = regulation_titles(session, event_id, ids, language)
    wrong = [
        FieldFault(f"clauses.{number}", "clause_not_there", {"given": each, "ruleset": ruleset.name})
        for number, each in enumerate(ids)
        if each not in ruleset.catalogue.clauses and each not in points
    ]
    if wrong:
        raise invalid(*wrong)
    return list(dict.fromkeys(ids))


def regulation_titles(session: Session, event_id: str, ids: Sequence[str], language: str) -> dict[str, str]:
    """The titles of the points of the event's regulation, by id; empty if none of ``ids`` is one."""
    if not any(each.startswith(f"{REGULATION}/") for each in ids):
        return {}
    found = latest_version(session, event_id)
    return {each.id: each.title for each in regulation_points(found.text, language)} if found else {}


def clause_views(
    session: Session, event_id: str, ruleset: Ruleset, ids: Sequence[str], language: str
) -> list[ClauseNamedView]:
    """Clauses with their titles and addresses."""
    points = regulation_titles(session, event_id, ids, language)
    return [clause_link(ruleset, each, language, points.get(each, each)) for each in ids]


def clause_link(ruleset: Ruleset, clause: str, language: str, otherwise: str = "") -> ClauseNamedView:
    """A clause with its title and address; ``otherwise``: the title if the ruleset does not have the clause."""
    texts = ruleset.catalogue.texts(language)
    if clause not in texts:
        return ClauseNamedView(clause, otherwise, None)
    return ClauseNamedView(clause, texts[clause].title, f"/rules/{ruleset.name}/{clause}")


UNCHANGED: Mapping[str, Any] = {"set": {}}
"""What goes into the log for a decision that leaves the position as it is."""


class LockedCase(NamedTuple):
    """A case whose table is locked for a change, with the game there according to its log.

    ``clocks``: the table's, locked if the effect moves them.  ``differs``: set if today's rules judge the log
    differently; then ``game`` is the one before the first entry, nothing can be logged, and effects on the position are
    impossible.
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
        """Raise the problem ``table_closed``, or `LogDiffers`, if nothing can be logged at the table."""
        if self.differs is not None:
            raise self.differs
        if not self.open:
            raise Problem("table_closed")


@dataclass(frozen=True, slots=True)
class Stand:
    """The report in a refused entry of the log stands."""

    seq: int


@dataclass(frozen=True, slots=True)
class SetPosition:
    """Parts of the position are replaced, as by the ``set`` of a ruling in the record format."""

    parts: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Extension:
    """The table gets more minutes."""

    minutes: int


OneEffect = Stand | SetPosition | Extension | GivePenalty
"""One thing that a ruling does."""


EFFECTS: Mapping[str, str | None] = {
    "stand": "seq",
    "set": "set",
    "extension": "minutes",
    "penalty": "penalty",
    "none": None,
}
"""The kinds of effect that a ruling can have, each with the field for its details."""
ALSO = ("extension", "penalty")
"""The kinds of further effects that a ruling can have."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FurtherEffect:
    """A further effect of a ruling: `extension` or `penalty`, with the field that belongs to it."""

    kind: Annotated[str, OneOf(ALSO), FieldExample("penalty")]
    minutes: Annotated[
        int | None, Minutes(1, 240), "`extension`: how many more minutes the table gets.", FieldExample(5)
    ] = None
    penalty: Annotated[GivePenalty | None, "`penalty`: the penalty."] = None

    def __post_init__(self) -> None:
        """Require exactly the field of its kind, and at most one extension."""
        wanted = EFFECTS[self.kind]
        given = {name for name in EFFECTS.values() if name and getattr(self, name, None) is not None}
        faults = {name: ["unknown"] for name in given - {wanted}}
        if wanted is not None and wanted not in given:
            faults[wanted] = ["missing"]
        if [self.kind, *(each.kind for each in self.further)].count("extension") > 1:
            faults["also"] = ["effect_twice"]
        if faults:
            raise ValidationError(faults)

    @property
    def further(self) -> Sequence[FurtherEffect]:
        """Its further effects: none."""
        return ()

    @property
    def part(self) -> OneEffect | None:
        """What it does by itself; None if it does nothing."""
        return Extension(self.minutes) if self.minutes is not None else self.penalty


@dataclass(frozen=True, slots=True, kw_only=True)
class RulingEffect(FurtherEffect):
    """The effect of a ruling: ``kind`` with, except for `none`, the one field that belongs to it; ``also``: further
    effects.
    """

    kind: Annotated[
        str, OneOf(EFFECTS), "`stand` takes `seq`, `set` takes `set`, and so on.", FieldExample("extension")
    ]
    seq: Annotated[int | None, Whole(1, MOST_ENTRIES), "`stand`: the number of the refused entry that is to stand."] = (
        None
    )
    set: Annotated[
        Mapping[str, Any] | None, "`set`: the parts of the position to replace, as in a `ruling` of the record."
    ] = None
    also: Annotated[
        Sequence[FurtherEffect], Length(max=4), "Further effects: at most one extension, and penalties."
    ] = ()

    @property
    def further(self) -> Sequence[FurtherEffect]:
        return self.also

    @property
    def part(self) -> OneEffect | None:
        """What it does by itself; None if it does nothing."""
        if self.seq is not None:
            return Stand(self.seq)
        return SetPosition(self.set) if self.set is not None else super(RulingEffect, self).part

    @property
    def parts(self) -> tuple[OneEffect | None, ...]:
        return (self.part, *(each.part for each in self.also))

    def includes(self, *kinds: type[OneEffect]) -> bool:
        """Whether anything of the kinds is done."""
        return any(isinstance(each, kinds) for each in self.parts)

    @property
    def minutes_given(self) -> int | None:
        """The total extension in minutes; None if the ruling gives none."""
        given = [each.minutes for each in self.parts if isinstance(each, Extension)]
        return sum(given) if given else None


class CarriedOut(NamedTuple):
    """An effect that was carried out.  ``kept``: as the case stores it (JSON); ``ruling``: the fields of the ruling in
    the log that follow from it (record format).
    """

    kept: Mapping[str, Any]
    ruling: Mapping[str, Any]


def prepare_game(caller: Caller, case_id: str, action: str) -> None:
    """Read the game of a case's table before a change that locks it, if the caller may take the action there.

    Raises the problems ``not_found`` and ``not_allowed``.
    """
    with caller.service.database.read() as session:
        found = get_row(session, Case, case_id)
    caller.allow(action, found.event_id, found.table_id)
    caller.service.part(TableGames).prepare([found.table_id])


def lock_for_ruling(change: Change, case_id: str, effect: RulingEffect) -> LockedCase:
    """Lock the table of a case and, before it, whatever else the effect needs, always in the same order.

    Raises the problem ``not_found``, and `LogDiffers` if the table's ruleset is no longer installed.
    """
    session, service = change.session, change.caller.service
    found = CASES.state(session, case_id)
    clocks = None
    if effect.includes(GivePenalty) or found.penalty_ids:
        lock_event(session, found.case.event_id)
    if effect.includes(Extension):
        clocks = lock_round(session, service.database, found.round.id, [found.table.id])
    found = CASES.locked(session, case_id)
    execute, differs = driver_execute(session), None
    try:
        game = service.part(TableGames).current(found.table.id, execute)
    except LogDiffers as error:
        game, differs = service.part(TableGames).at_start(found.table.id, execute), error
    return LockedCase(change, found, game, clocks, differs)


def carry_out(at: LockedCase, effect: RulingEffect) -> CarriedOut:
    """Carry out an effect, except for what its ruling in the log does.

    Raises the problems ``invalid`` and ``table_closed``, `LogDiffers`, and what an extension
    (`referee.clocks.change.move_tables`) or a penalty (`referee.penalties.commands.give_within`, `Faulty` too) raises.
    """
    done = _carry_out_one(at, effect.part)
    also = [_carry_out_one(at, each).kept for each in effect.parts[1:]]
    return done._replace(kept={**done.kept, "also": also}) if also else done


def _carry_out_one(at: LockedCase, part: OneEffect | None) -> CarriedOut:
    match part:
        case Stand(seq):
            at.refuse_closed()
            return CarriedOut({"kind": "stand", "seq": seq}, {"apply": _refused_report(at, seq)})
        case SetPosition(parts):
            at.refuse_closed()
            if not parts:
                raise invalid(FieldFault("effect.set", "missing", {}))
            return CarriedOut({"kind": "set", "set": parts}, {"set": parts})
        case Extension(minutes):
            assert at.clocks is not None
            reason = text(at.language, "rulings_extension_reason", name=at.case.name)
            move_tables(at.change, at.clocks, at.clocks.tables, ClockMove(EXTEND, minutes * MINUTE, reason))
            return CarriedOut({"kind": "extension", "minutes": minutes}, UNCHANGED)
        case GivePenalty():
            return CarriedOut({"kind": "penalty", **_give_penalty(at, part)}, UNCHANGED)
        case None:
            return CarriedOut({"kind": "none"}, UNCHANGED)


def _refused_report(at: LockedCase, seq: int) -> Any:
    """The report in a refused entry of the table.  Raises the problem ``invalid`` if the entry was not refused."""
    games, execute = at.change.caller.service.part(TableGames), driver_execute(at.change.session)
    lines = games.lines(at.game.table_id, seq - 1, seq, execute=execute)
    if not lines or lines[0].accepted:
        raise invalid(FieldFault("effect.seq", "entry_not_refused", {"seq": seq}))
    return read_line(lines[0].report)


def _give_penalty(at: LockedCase, given: GivePenalty) -> dict[str, Any]:
    """Give a penalty and return what the case stores of it.  The penalty belongs to the case's table and call, unless
    another table is named or the player sits elsewhere.
    """
    case = at.case.case
    here = {each.player_id for each in seats_by_table(at.change.session, [case.table_id])[case.table_id]}
    if given.table_id is None and given.player in here:
        given = replace(given, table_id=case.table_id, call_id=given.call_id or case.call_id)
    imposed = give_within(at.change, case.event_id, given)
    return {"penalty": {**asdict(given), "clauses": list(given.clauses)}, "penalty_id": imposed.penalty.id}
