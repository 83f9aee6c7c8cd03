"""Results from a list (CSV): what an import would do, and the import."""

from __future__ import annotations

from sqlmodel import Session

from referee.access.principal import Principal
from referee.event.at_table import at_table
from referee.event.entered import LIST, Entered
from referee.event.entering import enter
from referee.event.facts import Facts, facts_of, games_of
from referee.event.seats import seated
from referee.models import TableResult
from referee.problems import Problem
from tournaments.results_list.preview import ResultsPreview, apply, preview


def previewed(session: Session, event_id: str, data: bytes) -> tuple[Facts, ResultsPreview]:
    """What an import of a list would do, and the facts that it goes by.

    Raises the problems ``not_found`` and ``no_regulation``, and `Faulty` where the list cannot be read.
    """
    facts = facts_of(session, event_id)
    seats = seated(session, [table.id for table in facts.tables])
    return facts, preview(
        data,
        facts.entrants,
        [result for result, _ in games_of(facts, entered=True)],
        {(table.round, table.number): [seat.player_id for seat in seats[table.id]] for table in facts.tables},
    )


def applied(
    session: Session, now: int, who: Principal, event_id: str, facts: Facts, found: ResultsPreview, note: str | None
) -> list[TableResult]:
    """Enter the results of a preview that are new or changed.

    Raises `Faulty` with every fault of the list, the problem ``changed_meanwhile`` where the facts are others by now,
    and what `enter` raises.
    """
    results = apply(found)
    tables = {(table.round, table.number): table.id for table in facts.tables}
    made = []
    locked = [at_table(session, tables[each.round, each.table], lock=True) for each in results]
    if facts_of(session, event_id) != facts:
        raise Problem("changed_meanwhile")
    latest = {each.table_id: each.version for each in facts.results}
    # A list has no column for dice: those that were thrown stand.
    thrown = {(result.round, result.table): dice for result, dice in games_of(facts, entered=True)}
    for at, result in zip(locked, results, strict=True):
        entered = Entered(LIST, {}, result, dice=thrown.get((result.round, result.table), {}))
        made.append(enter(session, now, who, at, entered, latest.get(at.table.id, 0), note))
    return made
