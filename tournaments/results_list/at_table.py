"""Checks the rows of one table against each other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from tournaments.lists.cells import Cells
from tournaments.players.entrant import Entrant
from tournaments.result import GameResult, PlayerResult
from tournaments.results_list.row import ReadRow


@dataclass(frozen=True, slots=True)
class Sat:
    """A row with a known player: its cells, the values read, and how the player ended."""

    cells: Cells
    read: ReadRow
    result: PlayerResult


def check(sat: Sequence[Sat], seated: Sequence[str] | None, entrants: dict[str, Entrant]) -> None:
    """Record the faults of a table at its rows.  ``seated``: who was supposed to sit there, None if no seating is
    known.
    """
    _people(sat, seated, entrants)
    _orders(sat)
    _bankruptcies(sat)
    _written(sat)


def _people(sat: Sequence[Sat], seated: Sequence[str] | None, entrants: dict[str, Entrant]) -> None:
    seen: dict[str, int] = {}
    for each in sat:
        player = each.result.player
        name = entrants[player].shown
        if player in seen:
            each.cells.fault("player", "player_at_table_twice", name=name, line=seen[player])
        seen.setdefault(player, each.cells.line)
        if seated is not None and player not in seated:
            each.cells.fault("player", "player_not_seated", name=name, seated=_names(seated, entrants))
    missing = [player for player in seated or () if player not in seen]
    if missing:
        sat[0].cells.fault("table", "players_missing", names=_names(missing, entrants))
    if len(seen) < 2 and not missing:
        sat[0].cells.fault("table", "table_of_one", name=entrants[sat[0].result.player].shown)


def _names(players: Sequence[str], entrants: dict[str, Entrant]) -> str:
    return ", ".join(entrants[player].shown if player in entrants else player for player in players)


def _orders(sat: Sequence[Sat]) -> None:
    """Check that the start orders are 1 to the number of players, each once."""
    first: dict[int, int] = {}
    for each in sat:
        order = each.result.start_order
        if not order:
            each.cells.fault("start_order", "cell_empty")
        elif order > len(sat):
            each.cells.fault("start_order", "start_order_beyond", given=order, most=len(sat))
        elif order in first:
            each.cells.fault("start_order", "start_order_twice", given=order, line=first[order])
        first.setdefault(order, each.cells.line)


def _bankruptcies(sat: Sequence[Sat]) -> None:
    fallen = [each for each in sat if each.result.fell is not None]
    for each in fallen:
        if (each.result.fell or 0) > len(fallen):
            each.cells.fault("fell", "bankruptcy_beyond", given=each.result.fell, most=len(fallen))
    if fallen and len(fallen) == len(sat):
        sat[0].cells.fault("fell", "list_nobody_left")


def _written(sat: Sequence[Sat]) -> None:
    """Check that assets, points and places are entered for the whole table or for nobody, and that the places form a
    ranking.
    """
    for key, filled in (
        ("assets", [each.read.counted or each is _uncounted(sat) for each in sat]),
        ("points", [each.result.points is not None for each in sat]),
        ("place", [each.result.place is not None for each in sat]),
    ):
        if any(filled) and not all(filled):
            sat[filled.index(False)].cells.fault(key, "written_for_some", count=sum(filled), size=len(sat))
    ranks = [each.result.place for each in sat if each.result.place is not None]
    if len(ranks) == len(sat) and any(rank != 1 + sum(other < rank for other in ranks) for rank in ranks):
        sat[0].cells.fault("place", "places_unfit", places=", ".join(map(str, sorted(ranks))))
    winners = [each for each in sat if each.result.monopoly]
    for each in winners[1:]:
        each.cells.fault("monopoly", "monopoly_twice", line=winners[0].cells.line)
    survivors = [each for each in sat if each.read.counted and each.result.fell is None]
    if winners and any(each is not winners[0] for each in survivors):
        winners[0].cells.fault("monopoly", "monopoly_with_others")


def _uncounted(sat: Sequence[Sat]) -> Sat | None:
    """The only player left, if nobody entered their dollars."""
    left = [each for each in sat if each.result.fell is None]
    return left[0] if len(left) == 1 and len(sat) > 1 and not left[0].read.counted else None


def game(sat: Sequence[Sat], round: int, table: int) -> GameResult:
    alone = _uncounted(sat)
    results = (replace(each.result, counted=False) if each is alone else each.result for each in sat)
    return GameResult(round, table, tuple(sorted(results, key=lambda each: each.start_order)))
