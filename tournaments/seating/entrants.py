"""The request for a schedule: who plays, in which rounds, at what tables, and which aims matter most."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from tournaments.fault import Fault, Faulty
from tournaments.seating.shapes import FITS, LARGEST, SMALLEST, no_fit, shape

TABLE_AIMS = ("rematches", "clubs", "odd_tables")
"""Aims that depend on who sits together."""
ORDER_AIMS = ("start_order", "neighbours")
"""Aims that depend on the order at the tables.  They come last, because almost any tables can be ordered well."""
AIMS = TABLE_AIMS + ORDER_AIMS
STARTS = ("drawn", "rolled")
"""The start order is drawn with the schedule, or rolled at the table."""
MOST_ROUNDS = 40
VERSION = 2
"""The version of the drawing, and of the file.  Changing either needs a new version, so that what was drawn before can
still be drawn again.  In version 1, meeting three times cost as much as three pairs meeting twice, nobody was kept
apart from a namesake, and earlier rounds did not count; tables always fitted as ``preferred``.
"""


@dataclass(frozen=True, slots=True)
class Sitter:
    """A player to be seated.

    ``first``, ``last``: the first and last round they play (a late entry, a reserve, a drop-out), ``last`` 0 if they
    never do; ``absent``: rounds in between that they miss.  ``table``: where they have to sit, in ``table_rounds`` or,
    if that is empty, always.  ``namesake``: a label that all of the same name share; None for a name of its own.
    """

    id: str
    club: str | None = None
    first: int = 1
    last: int | None = None
    absent: tuple[int, ...] = ()
    table: int | None = None
    table_rounds: tuple[int, ...] = ()
    namesake: str | None = None

    def plays(self, number: int) -> bool:
        """Whether they play in a round."""
        return self.first <= number and (self.last is None or number <= self.last) and number not in self.absent

    def fixed_at(self, number: int) -> int | None:
        """The table where they have to sit in a round, if any."""
        return self.table if not self.table_rounds or number in self.table_rounds else None


@dataclass(frozen=True, slots=True)
class Request:
    """The request for a schedule.  Made by `request`, which refuses impossible ones.

    ``entrants``: by id; ``sizes``: of tables, the preferred one first; ``apart``: pairs of ids that must not meet;
    ``aims``: by priority, those about tables before those about orders; ``start``: one of `STARTS`; ``fit``: of the
    sizes, one of `FITS`; ``before``: who sat together in the rounds before the first one, round by round: meeting again
    counts.
    """

    entrants: tuple[Sitter, ...]
    rounds: int
    sizes: tuple[int, ...]
    seed: str
    apart: tuple[tuple[str, str], ...] = ()
    aims: tuple[str, ...] = AIMS
    start: str = "drawn"
    fit: str = FITS[0]
    before: tuple[tuple[tuple[str, ...], ...], ...] = ()
    version: int = VERSION

    def present(self, number: int) -> tuple[Sitter, ...]:
        return tuple(entrant for entrant in self.entrants if entrant.plays(number))

    def shape(self, number: int) -> tuple[int, ...]:
        """The sizes of a round's tables, in table order."""
        found = shape(len(self.present(number)), self.sizes, self.fit)
        assert found is not None, "refused by `request`"
        return found


def request(
    entrants: Sequence[Sitter],
    rounds: int,
    sizes: Sequence[int],
    seed: str | int,
    apart: Sequence[tuple[str, str]] = (),
    aims: Sequence[str] = AIMS,
    start: str = "drawn",
    *,
    fit: str = FITS[0],
    before: Sequence[Sequence[Sequence[str]]] = (),
    version: int = VERSION,
) -> Request:
    """Make a request in canonical order, independent of the order of the arguments.

    ``before``: only the entrants in it are kept.  Raises `Faulty` with everything that makes the request impossible.
    """
    ids = {entrant.id for entrant in entrants}
    together = [[sorted(ids.intersection(table)) for table in tables] for tables in before]
    result = Request(
        tuple(sorted(entrants, key=lambda entrant: entrant.id)),
        rounds,
        tuple(sizes),
        str(seed),
        tuple(sorted({(min(pair), max(pair)) for pair in apart})),
        tuple(sorted(aims, key=lambda aim: aim in ORDER_AIMS)),
        start,
        fit,
        tuple(tuple(sorted(tuple(table) for table in tables if table)) for tables in together),
        version,
    )
    return possible(result)


def possible(request: Request, from_round: int = 1) -> Request:
    """The same request, if it is possible.

    ``from_round``: the numbers have to fit only from this round on; earlier rounds have been played.  Raises `Faulty`
    with everything that makes it impossible.
    """
    faults = [*_setting_faults(request), *_entrant_faults(request)]
    if not faults:
        faults = [fault for number in range(from_round, request.rounds + 1) for fault in _round_faults(request, number)]
    if faults:
        raise Faulty(faults)
    return request


def _setting_faults(request: Request) -> Iterator[Fault]:
    """Faults of the settings that apply to the whole draw."""
    if not 1 <= request.rounds <= MOST_ROUNDS:
        yield Fault("rounds", "wanted_whole", {"given": request.rounds, "least": 1, "most": MOST_ROUNDS})
    if not request.sizes or any(not SMALLEST <= size <= LARGEST for size in request.sizes):
        yield Fault("sizes", "wanted_wholes", {"given": list(request.sizes), "least": SMALLEST, "most": LARGEST})
    for name, given in (("sizes", request.sizes), ("aims", request.aims)):
        for each in sorted({str(each) for each in given if list(given).count(each) > 1}):
            yield Fault(name, "seating_named_twice", {"given": each})
    for aim in request.aims:
        if aim not in AIMS:
            yield Fault("aims", "wanted_choice", {"given": aim, "choices": ", ".join(AIMS)})
    for name, choice, choices in (("start", request.start, STARTS), ("fit", request.fit, FITS)):
        if choice not in choices:
            yield Fault(name, "wanted_choice", {"given": choice, "choices": ", ".join(choices)})


def _entrant_faults(request: Request) -> Iterator[Fault]:
    """Faults of the entrants, and of the pairs to be kept apart."""
    ids = [entrant.id for entrant in request.entrants]
    for place, entrant in enumerate(request.entrants):
        if place and ids[place - 1] == entrant.id:
            yield Fault(f"players.{entrant.id}", "seating_named_twice", {"given": entrant.id})
        if entrant.last and entrant.last < entrant.first:
            facts = {"first": entrant.first, "last": entrant.last}
            yield Fault(f"players.{entrant.id}", "seating_last_before_first", facts)
    known = set(ids)
    for one, other in request.apart:
        if one == other:
            yield Fault("apart", "seating_same_player", {"player": one})
        for each in (one, other):
            if each not in known:
                yield Fault("apart", "seating_unknown", {"player": each})


def _round_faults(request: Request, number: int) -> Iterator[Fault]:
    path = f"rounds[{number}]"
    present = request.present(number)
    if not present:
        yield Fault(path, "seating_nobody")
        return
    sizes = shape(len(present), request.sizes, request.fit)
    if sizes is None:
        yield no_fit(len(present), request.sizes, path)
        return
    fixed: dict[int, list[str]] = {}
    for entrant in present:
        table = entrant.fixed_at(number)
        if table is not None and not 1 <= table <= len(sizes):
            facts = {"player": entrant.id, "table": table, "tables": len(sizes)}
            yield Fault(path, "seating_no_table", facts)
        elif table is not None:
            fixed.setdefault(table, []).append(entrant.id)
    for table, players in sorted(fixed.items()):
        if len(players) > sizes[table - 1]:
            facts = {"players": ", ".join(players), "table": table, "size": sizes[table - 1]}
            yield Fault(path, "seating_table_full", facts)
        for pair in combinations(players, 2):
            if pair in request.apart:
                yield Fault(path, "seating_fixed_apart", {"one": pair[0], "other": pair[1], "table": table})
