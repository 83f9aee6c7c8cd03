"""Preview of a result import: what it would do, table by table, with every fault; and the import itself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from rulesets import Money
from tournaments.fault import Fault, Faulty
from tournaments.lists.cells import DOLLARS, Cells
from tournaments.lists.read import read_list
from tournaments.players.entrant import Entrant
from tournaments.result import GameResult, PlayerResult
from tournaments.results_list import at_table
from tournaments.results_list.row import REQUIRED, ReadRow, columns, read

Where = tuple[int, int]
"""Round and table."""


@dataclass(frozen=True, slots=True)
class ResultRow:
    """A row of the list.  ``player``: the id, None if the player could not be identified."""

    line: int
    values: Mapping[str, str]
    player: str | None
    faults: tuple[Fault, ...]


@dataclass(frozen=True, slots=True)
class TableRows:
    """The result of a table, and the existing one.

    ``faulty``: whether a row of the table has a fault; then the result is whatever could be read.
    """

    result: GameResult
    existing: GameResult | None
    faulty: bool

    @property
    def status(self) -> str:
        """``faulty``, ``new``, ``changed`` or ``same``."""
        if self.faulty:
            return "faulty"
        if self.existing is None:
            return "new"
        return "same" if self.existing == self.result else "changed"


@dataclass(frozen=True, slots=True)
class ResultsPreview:
    """An import before it is applied; see `tournaments.players.preview.Preview`."""

    encoding: str
    delimiter: str
    recognised: tuple[tuple[str, str], ...]
    ignored: tuple[str, ...]
    rows: tuple[ResultRow, ...]
    tables: tuple[TableRows, ...]
    list_faults: tuple[Fault, ...]

    @property
    def faults(self) -> tuple[Fault, ...]:
        return (*self.list_faults, *(fault for each in self.rows for fault in each.faults))


def preview(
    data: bytes,
    entrants: Sequence[Entrant],
    results: Sequence[GameResult] = (),
    seats: Mapping[Where, Sequence[str]] | None = None,
    money: Money = DOLLARS,
) -> ResultsPreview:
    """Preview the import of the file ``data`` (CSV).

    ``results``: the existing ones.  ``seats``: the ids of those who were to sit at each table, in start order; a table
    that is missing there is a fault, None disables the check.  ``money``: of the game.
    Raises `Faulty` if the file cannot be read.
    """
    imported = read_list(data, columns(), REQUIRED)
    cells = [Cells(record, imported.heading, money) for record in imported.records]
    rows = [read(each, entrants, seats or {}) for each in cells]
    by_table: dict[Where, list[at_table.Sat]] = {}
    for each, row in zip(cells, rows, strict=True):
        if row.round and row.table and row.result:
            sat = by_table.setdefault((row.round, row.table), [])
            sat.append(at_table.Sat(each, row, _in_order(each, row.result, len(sat) + 1)))
    known = {each.id: each for each in entrants}
    for where, sat in by_table.items():
        if seats is not None and where not in seats:
            sat[0].cells.fault("table", "table_not_drawn", round=where[0], table=where[1])
        at_table.check(sat, (seats or {}).get(where), known)
    _once_a_round(cells, rows, known)
    existing = {(each.round, each.table): each for each in results}
    return ResultsPreview(
        encoding=imported.encoding,
        delimiter=imported.delimiter,
        recognised=imported.heading.recognised,
        ignored=imported.heading.ignored,
        rows=tuple(
            ResultRow(each.line, each.values(), row.result.player if row.result else None, tuple(each.faults))
            for each, row in zip(cells, rows, strict=True)
        ),
        tables=tuple(
            TableRows(at_table.game(sat, *where), existing.get(where), any(each.cells.faults for each in sat))
            for where, sat in sorted(by_table.items())
        ),
        list_faults=imported.faults,
    )


def apply(preview: ResultsPreview) -> tuple[GameResult, ...]:
    """The results that are new or changed, by round and table.

    Raises `Faulty` with every fault.
    """
    if preview.faults:
        raise Faulty(preview.faults)
    return tuple(each.result for each in preview.tables if each.status != "same")


def _in_order(cells: Cells, result: PlayerResult, number: int) -> PlayerResult:
    """The result with a start order: by default, the row's position among those of its table."""
    if result.start_order or cells.has("start_order"):
        return result
    return replace(result, start_order=number)


def _once_a_round(cells: Sequence[Cells], rows: Sequence[ReadRow], known: Mapping[str, Entrant]) -> None:
    """Record players who are at two tables in one round."""
    seen: dict[tuple[int, str], int] = {}
    for each, row in zip(cells, rows, strict=True):
        if not (row.round and row.table and row.result):
            continue
        table = seen.setdefault((row.round, row.result.player), row.table)
        if table != row.table:
            name = known[row.result.player].shown
            each.fault("player", "player_in_round_twice", name=name, round=row.round, table=table)
