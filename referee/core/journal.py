"""Append-only journals: a matter of an event, such as a call, and the steps that are taken about it.

The row of a matter and its steps are written once and never changed; its state is derived from them each time, and
never stored.  Each kind of matter (calls, penalties, cases) declares its `Journal`.  A command takes a step, whose kind
is a word of the subject's, while others wait:

    with caller.change() as change:
        found = CALLS.claim(change, call_id, RESOLVED)  # lock, allow, refuse
        CALLS.add(change, found.call, RESOLVED, note)

and a page asks `Journal.offers` for the button.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

from sqlmodel import Session, func, select

from referee.core.access.principal import Principal
from referee.core.access.roles import may
from referee.core.command import Change
from referee.core.problems import Problem
from referee.models.base import SignedRow, Step


class Matter(Protocol):
    """The row of a matter.  ``table_id``: of the table that it belongs to, if it belongs to one."""

    id: str
    event_id: str

    @property
    def table_id(self) -> str | None: ...


MatterRow = TypeVar("MatterRow", bound=Matter)
MatterStep = TypeVar("MatterStep", bound=Step)
State = TypeVar("State")


@dataclass(frozen=True, slots=True)
class Journal(Generic[MatterRow, MatterStep, State]):
    """The journal of a kind of matter, ``name`` in the audit log: ``call``, whose steps have a column ``call_id``.

    ``derive``: the states of some matters, in the same order, of their steps by matter, each in order.  ``lock``:
    keeps others from taking steps about a matter until the transaction ends.  ``right``: the action that a step of a
    kind takes.  ``obstacle``: what keeps somebody who has that right from it, None if nothing does.  ``audited``: what
    the audit log says of a step.  ``dated``: the table of what else happens to a matter, in one order with its steps.
    """

    name: str
    row: type[MatterRow]
    step: type[MatterStep]
    derive: Callable[[Session, Sequence[MatterRow], Mapping[str, Sequence[MatterStep]]], Iterable[State]]
    lock: Callable[[Session, MatterRow], object]
    right: Callable[[State, str], str]
    obstacle: Callable[[State, str, Principal], Problem | None]
    audited: Callable[[MatterRow, MatterStep], Mapping[str, object]]
    dated: type[SignedRow] | None = None

    def states(self, session: Session, rows: Sequence[MatterRow]) -> list[State]:
        if not rows:
            return []
        matter, steps = self._matter(self.step), defaultdict(list)
        query = select(self.step).where(matter.in_([each.id for each in rows]))
        for step in session.exec(query.order_by(self.step.at, self.step.id)):  # type: ignore[arg-type]
            steps[getattr(step, matter.key)].append(step)
        return list(self.derive(session, rows, steps))

    def state(self, session: Session, matter_id: str) -> State:
        """The state of a matter.  Raises the problem ``not_found``."""
        return self.states(session, [self._row(session, matter_id)])[0]

    def locked(self, session: Session, matter_id: str) -> State:
        """The state of a matter, about which nobody else can take steps until the transaction ends.

        Raises the problem ``not_found``.
        """
        row = self._row(session, matter_id)
        self.lock(session, row)
        return self.states(session, [row])[0]

    def claim(self, change: Change, matter_id: str, kind: str, *, repeatable: bool = False) -> State:
        """Lock a matter, and return its state if the caller may take a step of a kind now.  ``repeatable``: what
        ``obstacle`` says is left to `refuse`, once the command knows that it is no retry.

        Raises the problems ``not_found`` and ``not_allowed``, and what ``obstacle`` says.
        """
        found, row = self.locked(change.session, matter_id), self._row(change.session, matter_id)
        change.caller.allow(self.right(found, kind), row.event_id, row.table_id)
        if not repeatable:
            self.refuse(change, found, kind)
        return found

    def refuse(self, change: Change, found: State, kind: str) -> None:
        """Raise what keeps the caller from a step of a kind, if anything does."""
        if (problem := self.obstacle(found, kind, change.person)) is not None:
            raise problem

    def offers(self, who: Principal, row: MatterRow, found: State, kind: str) -> bool:
        """Whether somebody may take a step of a kind now: whether a page shows the button."""
        roles = who.roles_in(row.event_id, row.table_id)
        return may(roles, self.right(found, kind)) and self.obstacle(found, kind, who) is None

    def next_moment(self, change: Change, matter_id: str) -> int:
        """Now, but after all that has happened to a matter so far, by whichever process's clock (ms since 1970)."""
        latest = [change.now - 1]
        for table in (self.step, self.dated):
            if table is not None:
                query = select(func.max(table.at)).where(self._matter(table) == matter_id)
                latest.append(change.session.exec(query).one() or 0)
        return max(latest) + 1

    def add(self, change: Change, row: MatterRow, kind: str, note: str = "", **columns: Any) -> None:
        """Add a step to a matter, which must be locked, and to the audit log.  ``columns``: further ones of a step."""
        at = self.next_moment(change, row.id)
        step = self.step(**{f"{self.name}_id": row.id}, kind=kind, note=note, **change.signed, at=at, **columns)
        change.session.add(step)
        change.audit(f"{self.name}.{kind}", f"{self.name}:{row.id}", row.event_id, **self.audited(row, step))
        change.session.flush()

    def _matter(self, table: type[SignedRow]) -> Any:
        """The column that says which matter a step belongs to."""
        return getattr(table, f"{self.name}_id")

    def _row(self, session: Session, matter_id: str) -> MatterRow:
        found = session.get(self.row, matter_id)
        if found is None:
            raise Problem("not_found", path=matter_id)
        return found
