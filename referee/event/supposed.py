"""The standings as they would be."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sqlmodel import Session

from referee.event.at_table import at_table
from referee.event.contest import contest_of, lines_of
from referee.event.entered import from_points
from referee.event.standings import View
from referee.problems import Problem
from tournaments.standings.contest import GameLine
from tournaments.standings.standings import Standings
from tournaments.standings.what_if import what_if


def supposed(session: Session, seen: View, endings: Sequence[tuple[str, Sequence[Mapping[str, Any]]]]) -> Standings:
    """The standings if some tables (ids) ended so; a result that is there gives way.

    Raises the problem ``not_found`` for a table that is not of this event, ``table_unseated``, and `Faulty`.
    """
    known = {table.id for table in seen.facts.tables}
    lines: list[GameLine] = []
    for table_id, rows in endings:
        if table_id not in known:
            raise Problem("not_found", path=table_id)
        at = at_table(session, table_id)
        read = from_points(at, rows)
        assert read.result is not None
        game = at.scored(read.result, {})
        lines += lines_of(game) if game.counts else ()
    contest = contest_of(seen.facts, seen.shown, seen.after)
    return what_if(seen.facts.regulation.standings, contest, lines)
