"""Which entries of a log stand, and which ones a report takes back or restores.

A retraction takes back an entry and all after it: the table is again as it was before that entry.  Retractions stand,
too, since they can be taken back themselves: then what they had taken back stands again, and what they had restored no
longer does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

from referee.core.chain import ChainLine
from referee.log.table_game import RULING, TableGame, TableGames
from rulesets import Game
from rulesets.kernel.record import read_line


class Standing(NamedTuple):
    """An accepted entry that stands, and the earlier one that stands before it: a linked list."""

    seq: int
    report: Any
    before: Standing | None


History = list[Standing | None]
"""The last standing entry after each entry of a log, by its number; at 0, before the first one."""


def standing_history(lines: Iterable[ChainLine]) -> History:
    """The last standing entry after each entry of a whole log."""
    found: History = [None]
    for line in lines:
        found.append(next_standing(found, read_line(line.report)) if line.accepted else found[-1])
    return found


def next_standing(before: History, report: Any) -> Standing:
    """The last standing entry once a report is accepted: that report, on top of what it leaves standing."""
    return Standing(len(before), report, _left_standing(before, report))


def affected_entries(before: History, report: Any) -> list[int]:
    """The entries that a report would take back or restore if it were accepted, the latest first.

    ``before``: of the whole log that it would follow.  Empty for a report that is not a retraction, or takes back an
    entry that does not exist.
    """
    found = []
    one, other = before[-1], _left_standing(before, report)
    while one is not other:  # what is below a standing entry never changes, so the two lists meet
        if other is None or (one is not None and one.seq > other.seq):
            assert one is not None
            found.append(one.seq)
            one = one.before
        else:
            found.append(other.seq)
            other = other.before
    return found


def standing_after(lines: Sequence[ChainLine], seq: int) -> list[Standing]:
    """The entries after ``seq`` that stand at the end of a whole log, in order, without retractions."""
    found = []
    last = standing_history(lines)[-1]
    while last is not None and last.seq > seq:
        if last.report["type"] != "retract":
            found.append(last)
        last = last.before
    return found[::-1]


def is_retraction(report: Any) -> bool:
    """Whether a report is a retraction, of whatever entry."""
    return isinstance(report, dict) and report.get("type") == "retract"


def _left_standing(before: History, report: Any) -> Standing | None:
    """What a report leaves standing: for a retraction, what stood before the entry that it takes back."""
    if is_retraction(report):
        seq = report.get("seq")
        if type(seq) is int and 1 <= seq < len(before):
            return before[seq - 1]
    return before[-1]


Seats = frozenset[str]
TAKEN_OUT = '"out":true'
"""What every ruling that takes a player out contains as the log stores it."""


def left_by(games: TableGames, table: TableGame) -> Seats:
    """The seats that a ruling took out of a game, as its log stands."""
    if not seats_out(table.game):
        return frozenset()
    lines = games.lines(table.table_id, 0, table.seq)
    if not any(line.accepted and RULING in line.report and TAKEN_OUT in line.report for line in lines):
        return frozenset()
    found: list[Seats] = [frozenset()]
    for line in lines:
        found.append(left_then(found, line, lambda seq: games.at(table.table_id, seq).game))
    return found[-1]


def left_then(before: Sequence[Seats], line: ChainLine, game: Callable[[int], Game]) -> Seats:
    """The seats that rulings have taken out after an entry.

    ``before``: the same after each earlier entry, at 0 at the start; ``game``: after an entry, this one or the last.
    """
    if not line.accepted:
        return before[-1]
    report = read_line(line.report)
    if is_retraction(report):
        taken_back: int = report["seq"]
        return before[taken_back - 1]
    if report["type"] != "ruling" or not report.get("set"):
        return before[-1]
    was, now = (seats_out(game(seq)) for seq in (line.seq - 1, line.seq))
    return (before[-1] & now) | (now - was)


def seats_out(game: Game) -> Seats:
    """The seats that are out of a game, for whatever reason."""
    players = game.ruleset.position(game)["players"]
    return frozenset(seat for seat, player in players.items() if player.get("out"))
