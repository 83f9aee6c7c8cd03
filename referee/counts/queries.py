"""The final count of a table as it stands, and what is still open there."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from sqlmodel import Session, col, select

from referee.calls.queries import open_calls
from referee.cases.queries import cases_at
from referee.counts.sheets import OwnSheet, own_sheets
from referee.log.table_game import TableGame
from referee.models import CallLine, Case, CountStep, Entry, Seat

COUNTED, AGREED, WITHDRAWN = KINDS = ("counted", "agreed", "withdrawn")


@dataclass(frozen=True, slots=True)
class PlayerCount:
    """A player's part of a count.  ``counted``: the latest step with counted cash, None without one; ``agreed``: the
    step by which they agree to the sheet as it is now; ``lapsed``: the one by which they agreed to what the sheet said
    before the log was changed.
    """

    player: str
    sheet: OwnSheet
    counted: CountStep | None
    agreed: CountStep | None
    lapsed: CountStep | None

    @property
    def difference(self) -> int:
        """What was counted less what the log says; 0 if nothing was counted."""
        cash = self.counted.cash if self.counted else None
        return 0 if cash is None else cash - self.sheet.cash


def counts_of(
    sheets: Mapping[str, OwnSheet], players: Mapping[str, str], steps: Iterable[CountStep]
) -> list[PlayerCount]:
    """The players' parts of a count, in the order of the sheets.  ``players``: ids by seat; ``steps``: in order."""
    last: dict[tuple[str, bool], CountStep] = {}
    for step in steps:
        last[step.player_id, step.kind == COUNTED] = step
    found = []
    for seat, sheet in sheets.items():
        if (player := players.get(seat)) is None:
            continue
        agreed = last.get((player, False))
        if agreed is not None and agreed.kind == WITHDRAWN:
            agreed = None
        holds = agreed is not None and agreed.sheet == sheet.hash
        counted = last.get((player, True))
        stands = counted if counted is not None and counted.cash is not None else None
        found.append(PlayerCount(player, sheet, stands, agreed if holds else None, None if holds else agreed))
    return found


@dataclass(frozen=True, slots=True)
class Dispute:
    """What is still open at a table whose result is to be entered.

    ``kind``: ``call``, ``case``, ``refusal`` (a refused report that nothing followed) or ``difference`` (counted cash
    that is not what the log says).  ``about``: the call's subject, the name of the case, the entry, or the player.
    """

    kind: str
    about: str
    text: str = ""


DISPUTES = ("call", "case", "refusal", "difference")


def everybody_agrees(counts: Sequence[PlayerCount]) -> bool:
    """Whether every player of a table has agreed to their sheet as it is now."""
    return bool(counts) and all(each.agreed is not None for each in counts)


REFUSALS = 20
"""How many of the last entries are looked at for refusals that nothing followed."""


def table_counts(session: Session, game: TableGame) -> list[PlayerCount]:
    """The players' parts of a table's count, the best first; those without a player of the event are left out."""
    table_id = game.table_id
    seats = session.exec(select(Seat).where(Seat.table_id == table_id)).all()
    steps = select(CountStep).where(CountStep.table_id == table_id).order_by(col(CountStep.at), col(CountStep.id))
    return counts_of(own_sheets(game), {seat.seat: seat.player_id for seat in seats}, session.exec(steps))


def confirmed_by_everybody(session: Session, game: TableGame) -> bool:
    """Whether the game at a table is over and all its players have agreed to what the log says of them now, on the
    table's device in front of the judge or with a link of their own.
    """
    return game.game.ruleset.over(game.game) and everybody_agrees(table_counts(session, game))


def disputes_at(session: Session, game: TableGame) -> list[Dispute]:
    """What is still open at a table: calls, cases, refused reports that nothing followed, counted cash that differs."""
    table_id = game.table_id
    found = []
    for call in open_calls(session, table_id):
        line = call.lines[-1]
        found.append(Dispute("call", line.about, line.text))
    found += [Dispute("case", case.name) for case in cases_at(session, table_id) if not case.over]
    found += [Dispute("refusal", str(seq)) for seq in _open_refusals(session, table_id)]
    if session.exec(select(CountStep.id).where(CountStep.table_id == table_id).limit(1)).first() is not None:
        counts = table_counts(session, game)
        found += [Dispute("difference", each.sheet.seat) for each in counts if each.difference]
    return found


def _open_refusals(session: Session, table_id: str) -> Sequence[int]:
    """The refused entries at the end of a log that neither play nor a call or case has answered."""
    query = select(Entry.seq, Entry.accepted).where(Entry.table_id == table_id).order_by(col(Entry.seq).desc())
    last = []
    for seq, accepted in session.exec(query.limit(REFUSALS)):
        if accepted:
            break
        last.append(seq)
    answered: set[int | None] = set()
    for row in (CallLine, Case):
        answered |= set(session.exec(select(row.refused).where(row.table_id == table_id)))
    return [seq for seq in reversed(last) if seq not in answered]
