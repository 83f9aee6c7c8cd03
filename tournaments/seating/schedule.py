"""A schedule: the request, who sits where, and every change since the draw."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from tournaments.seating.entrants import Request, Sitter

Table = tuple[str, ...]
"""The ids at a table, in start order, or sorted by id if the start order is rolled at the table."""
Round = tuple[Table, ...]
"""The tables of a round, from table 1."""


@dataclass(frozen=True, slots=True)
class SeatSwap:
    """Two players swapped places in a round, or one took the other's place."""

    round: int
    one: str
    other: str
    reason: str
    author: str | None = None


@dataclass(frozen=True, slots=True)
class Reseat:
    """The rounds from ``from_round`` on were reseated.  ``changed``: the entrants that changed."""

    from_round: int
    changed: tuple[Sitter, ...]
    reason: str
    author: str | None = None


@dataclass(frozen=True, slots=True)
class SeatMerge:
    """Two registrations turned out to be one person's: ``gone`` is ``kept`` everywhere from here on."""

    gone: str
    kept: str
    reason: str
    author: str | None = None


@dataclass(frozen=True, slots=True)
class SeatKept:
    """From a round on somebody sits in the seats of another: ``came`` in those of ``gone``, at the same tables."""

    from_round: int
    gone: str
    came: str
    reason: str
    author: str | None = None


Move = SeatSwap | Reseat | SeatMerge | SeatKept


@dataclass(frozen=True, slots=True)
class Schedule:
    """A schedule.  ``request``: the one it was drawn from; ``moves``: the changes since, in order."""

    request: Request
    rounds: tuple[Round, ...]
    moves: tuple[Move, ...] = ()

    @property
    def now(self) -> Request:
        """The current request: the drawn one, with the entrants changed and merged since."""
        request = self.request
        entrants = {entrant.id: entrant for entrant in request.entrants}
        for move in self.moves:
            if isinstance(move, Reseat):
                entrants |= {entrant.id: entrant for entrant in move.changed}
            elif isinstance(move, SeatMerge):
                request = _merged_request(request, move)
                if (gone := entrants.pop(move.gone, None)) is not None:
                    entrants[move.kept] = _one_of_two(gone, entrants.get(move.kept), move.kept)
            elif isinstance(move, SeatKept):
                entrants |= _after_taken(entrants, move, request.rounds)
        return replace(request, entrants=tuple(entrants[each] for each in sorted(entrants)))

    @property
    def known_as(self) -> Mapping[str, str]:
        """Who somebody is now, by the ids that were merged into theirs since the draw."""
        found: dict[str, str] = {}
        for move in self.moves:
            if isinstance(move, SeatMerge):
                found = {player: move.kept if now == move.gone else now for player, now in found.items()}
                found[move.gone] = move.kept
        return found

    def seat(self, player: str, number: int) -> tuple[int, int] | None:
        """The table and start order of a player in a round, from 1; None if they are not seated."""
        return seats(self.rounds[number - 1]).get(player)


def renamed(tables: Round, gone: str, instead: str, start: str) -> Round:
    """The tables of a round with another in the seat of ``gone``."""
    found = tuple(tuple(instead if player == gone else player for player in table) for table in tables)
    return tuple(tuple(sorted(table)) for table in found) if start == "rolled" else found


def _merged_request(request: Request, move: SeatMerge) -> Request:
    pairs = (tuple(move.kept if player == move.gone else player for player in pair) for pair in request.apart)
    apart = tuple(sorted({(min(one, other), max(one, other)) for one, other in pairs if one != other}))
    before = tuple(renamed(tables, move.gone, move.kept, request.start) for tables in request.before)
    return replace(request, apart=apart, before=before)


def _one_of_two(gone: Sitter, kept: Sitter | None, player: str) -> Sitter:
    """The entrant that two registrations are together: from the first to the last round that either plays."""
    playing = [each for each in (gone, kept) if each is not None and each.last != 0]
    if len(playing) < 2:
        return replace(playing[0] if playing else gone, id=player)
    one, other = playing
    ends = [each.last for each in playing if each.last is not None]
    last = max(ends) if len(ends) == 2 else None
    table, table_rounds = (other.table, other.table_rounds) if other.table else (one.table, one.table_rounds)
    absent = tuple(sorted({*one.absent} & {*other.absent}))
    first = min(one.first, other.first)
    return replace(other, first=first, last=last, absent=absent, table=table, table_rounds=table_rounds)


def _after_taken(entrants: Mapping[str, Sitter], move: SeatKept, rounds: int) -> dict[str, Sitter]:
    """The two entrants after one took the other's seats.  Whoever comes has no club that anybody is kept apart by."""
    gone = entrants[move.gone]
    came = entrants.get(move.came) or replace(gone, id=move.came, club=None, namesake=None, last=0)
    numbers = range(1, rounds + 1)
    taken = [number for number in numbers if number >= move.from_round and gone.plays(number)]
    left = [number for number in numbers if number < move.from_round and gone.plays(number)]
    both = [number for number in numbers if number in taken or came.plays(number)]
    return {gone.id: playing_in(gone, left, rounds), came.id: playing_in(came, both, rounds)}


def playing_in(entrant: Sitter, plays: Sequence[int], rounds: int) -> Sitter:
    """The entrant as one who plays in exactly these of so many rounds."""
    first, last = (plays[0], plays[-1]) if plays else (1, 0)
    absent = tuple(number for number in range(first, last) if number not in plays)
    return replace(entrant, first=first, last=None if last == rounds else last, absent=absent)


def seats(tables: Round) -> Mapping[str, tuple[int, int]]:
    """The table and start order of every player in a round, from 1."""
    return {player: (number, order) for number, table in enumerate(tables, 1) for order, player in enumerate(table, 1)}
