"""Views of seatings, for pages and the API: tables with names, figures, violations, moves, and reasons for seats."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Annotated

from sqlmodel import Session

from referee.core.http.declared import FieldExample
from referee.core.http.fields import OneOf
from referee.core.http.schemas import Identifier
from referee.core.rows import shown_as
from referee.events.plan import SCHEDULE
from referee.events.queries import players_of
from referee.events.regulation import regulation_of
from referee.models import Player, Seating
from referee.seating.faults import named_fault, named_faults, parse_place
from referee.seating.queries import stale_seats
from referee.seating.reseating import Changed
from referee.seating.tables_of_round import BY_PLACE, QUALIFIERS, RANKED, ROTATION, SELF_CHOSEN
from referee.seating.versions import DRAFT, PUBLISHED, REPLACED, fingerprint_of, read
from tournaments.fault import Fault, Faulty
from tournaments.regulation.regulation import Regulation
from tournaments.seating.bound import bound
from tournaments.seating.entrants import STARTS
from tournaments.seating.file import PREPARED
from tournaments.seating.schedule import Move, Schedule, SeatKept, SeatMerge, SeatSwap
from tournaments.seating.score import score
from tournaments.seating.violations import violations
from tournaments.seating.why import why


@dataclass(frozen=True, slots=True)
class SeatingRow:
    """A version of a seating in a list.  ``kind``: ``schedule`` if drawn, else what its tables are derived from."""

    id: Annotated[str, Identifier]
    event_id: Annotated[str, Identifier]
    first_round: int
    last_round: int
    version: int
    state: Annotated[str, OneOf((DRAFT, PUBLISHED, REPLACED))]
    kind: Annotated[str, OneOf((SCHEDULE, PREPARED, SELF_CHOSEN, ROTATION, BY_PLACE, RANKED, QUALIFIERS))]
    author: str
    made_at: int
    published_at: int | None
    reason: str | None
    fingerprint: str


@dataclass(frozen=True, slots=True)
class FixedView:
    """A fixed table of a player."""

    player: str
    table: int
    rounds: Sequence[int]


@dataclass(frozen=True, slots=True)
class FigureView:
    """The figure of a seating for one aim; less than ``bound`` is impossible."""

    aim: Annotated[str, FieldExample("rematches")]
    figure: int
    bound: int
    wanted: Annotated[bool, "Whether it is an aim of the regulation."]


@dataclass(frozen=True, slots=True)
class ViolationView:
    """Something wrong with a seating.  ``round`` and ``table``: None if it concerns several."""

    round: int | None
    table: int | None
    code: str
    message: str


@dataclass(frozen=True, slots=True)
class MoveView:
    """A change since the draw.

    ``players``: the two who were swapped, those whose rounds changed, who two registrations were merged into, or whose
    seat was taken and who took it.
    """

    kind: Annotated[str, OneOf(("swap", "reseat", "merge", "taken"))]
    round: int
    players: Sequence[str]
    reason: str
    author: str | None


@dataclass(frozen=True, slots=True)
class SittingView:
    """A player at a table."""

    id: Annotated[str, Identifier]
    number: int
    name: str
    reading: str
    club: str
    start_order: int


@dataclass(frozen=True, slots=True)
class SeatedTableView:
    """A table and its players in start order; in no particular order if that is still to be rolled at the table."""

    number: int
    class_name: Annotated[str, "The class whose final it plays; empty: the event's, or none."]
    players: Sequence[SittingView]


@dataclass(frozen=True, slots=True)
class SeatedRoundView:
    """A round and its tables."""

    number: int
    tables: Sequence[SeatedTableView]


@dataclass(frozen=True, slots=True)
class SeatingView(SeatingRow):
    """A version of a seating in full.

    ``unseated``: players without a seat in upcoming rounds; ``gone``: seated players who no longer take part.
    """

    seed: str
    sizes: Sequence[int]
    start: Annotated[str, OneOf(STARTS)]
    apart: Sequence[tuple[str, str]]
    fixed: Sequence[FixedView]
    figures: Sequence[FigureView]
    violations: Sequence[ViolationView]
    moves: Sequence[MoveView]
    rounds: Sequence[SeatedRoundView]
    unseated: Sequence[str]
    gone: Sequence[str]

    def tables_of(self, number: int) -> Sequence[SeatedTableView]:
        return next((each.tables for each in self.rounds if each.number == number), ())


@dataclass(frozen=True, slots=True)
class DrawnView(SeatingView):
    """A new draft.  ``left_out``: the players who would take part but are not checked in."""

    left_out: Sequence[str]


@dataclass(frozen=True, slots=True)
class LeftOutView:
    """A player whom a draw would leave out."""

    player: str
    number: int
    name: str
    walk_in: Annotated[bool, "Whether they came without having registered beforehand."]


def left_out_views(players: Sequence[Player]) -> list[LeftOutView]:
    return [LeftOutView(each.id, each.number, each.shown, each.walk_in) for each in players]


def version_view(seating: Seating) -> SeatingRow:
    kind, fingerprint = read(seating.document).kind, fingerprint_of(seating.document)
    return shown_as(SeatingRow, seating, kind=kind, fingerprint=fingerprint)


def seating_view(session: Session, seating: Seating, language: str) -> SeatingView:
    """A version of a seating with its tables, figures, violations and moves."""
    people = {player.id: player for player in players_of(session, seating.event_id)}
    schedule = read(seating.document).schedule
    request, first = schedule.now, seating.first_round
    changed, regulation = stale_seats(session, seating), regulation_of(session, seating.event_id)
    return SeatingView(
        **asdict(version_view(seating)),
        seed=request.seed,
        sizes=request.sizes,
        start=request.start,
        apart=request.apart,
        fixed=[
            FixedView(each.id, each.table, [number + first - 1 for number in each.table_rounds])
            for each in request.entrants
            if each.table is not None
        ],
        figures=figures_of(schedule),
        violations=violation_views(violations(schedule), people, first, language),
        moves=[move_view(each, first, schedule.known_as) for each in schedule.moves],
        rounds=[
            SeatedRoundView(
                number,
                [
                    _table(regulation, number, place, [people[each] for each in players])
                    for place, players in enumerate(tables, 1)
                ],
            )
            for number, tables in enumerate(schedule.rounds, first)
        ],
        unseated=changed.unseated,
        gone=changed.gone,
    )


def public_view(view: SeatingView) -> SeatingView:
    """The public part of a seating: without pairs kept apart, fixed tables, violations and the reasons for changes,
    which are private.
    """
    moves = [replace(each, reason="", author=None) for each in view.moves]
    return replace(view, reason=None, apart=(), fixed=(), violations=(), moves=moves)


def _table(regulation: Regulation, number: int, place: int, players: Sequence[Player]) -> SeatedTableView:
    played = regulation.class_played(number, (each.class_name for each in players))
    sitting = [
        SittingView(each.id, each.number, each.shown, each.reading, each.club, order)
        for order, each in enumerate(players, 1)
    ]
    return SeatedTableView(place, played, sitting)


def figures_of(schedule: Schedule) -> list[FigureView]:
    """The figure of each aim with its lower bound, the most important aim first."""
    least = bound(schedule)
    aims = schedule.request.aims
    return [FigureView(aim, figure, least[aim], aim in aims) for aim, figure in score(schedule).items()]


def violation_views(
    faults: Iterable[Fault], people: Mapping[str, Player], first_round: int, language: str
) -> list[ViolationView]:
    found = []
    for fault in faults:
        number, table = parse_place(fault.path)
        sentence = replace(named_fault(fault, people, first_round), path="").sentence(language)
        found.append(ViolationView(None if number is None else number + first_round - 1, table, fault.code, sentence))
    return found


def move_view(move: Move, first_round: int, known_as: Mapping[str, str]) -> MoveView:
    """A change since the draw.  ``first_round``: of the seating; ``known_as``: ids by those merged into them."""
    if isinstance(move, SeatMerge):
        kept = known_as.get(move.kept, move.kept)
        return MoveView("merge", first_round, [kept], move.reason, move.author)
    if isinstance(move, SeatSwap):
        kind, number, players = "swap", move.round, [move.one, move.other]
    elif isinstance(move, SeatKept):
        kind, number, players = "taken", move.from_round, [move.gone, move.came]
    else:
        kind, number, players = "reseat", move.from_round, [each.id for each in move.changed]
    now = [known_as.get(player, player) for player in players]
    return MoveView(kind, number + first_round - 1, now, move.reason, move.author)


@dataclass(frozen=True, slots=True)
class FigureChangeView:
    """A figure before and after a change."""

    aim: str
    before: int
    after: int


@dataclass(frozen=True, slots=True)
class ChangeView:
    """The effect of a change.  ``seating``: the new draft; None after a trial."""

    figures: Sequence[FigureChangeView]
    new: Sequence[ViolationView]
    gone: Sequence[ViolationView]
    seating: SeatingView | None


def change_view(session: Session, event_id: str, changed: Changed, language: str) -> ChangeView:
    people = {player.id: player for player in players_of(session, event_id)}
    first, change = changed.first_round, changed.change
    seating = session.get_one(Seating, changed.seating_id) if changed.seating_id is not None else None
    return ChangeView(
        [FigureChangeView(aim, before, after) for aim, (before, after) in change.score.items()],
        violation_views(change.new, people, first, language),
        violation_views(change.gone, people, first, language),
        seating_view(session, seating, language) if seating is not None else None,
    )


@dataclass(frozen=True, slots=True)
class TablemateView:
    """A player at the same table.  ``rounds``: the other rounds in which the two meet."""

    player: str
    name: str
    clubmate: bool
    rounds: Sequence[int]


@dataclass(frozen=True, slots=True)
class RoundStartView:
    """A start order in a round."""

    round: int
    start_order: int


@dataclass(frozen=True, slots=True)
class AimChangeView:
    """By how much a figure changes."""

    aim: str
    by: int


@dataclass(frozen=True, slots=True)
class AlternativeView:
    """The best swap with somebody at another table."""

    player: str
    name: str
    table: int
    change: Sequence[AimChangeView]
    better: bool


@dataclass(frozen=True, slots=True)
class ReasonsView:
    """The facts behind a seat.  ``best``: None if there is only one table."""

    player: str
    name: str
    round: int
    table: int
    start_order: int
    fixed: bool
    tablemates: Sequence[TablemateView]
    start_orders: Sequence[RoundStartView]
    odd_rounds: Sequence[int]
    best: AlternativeView | None


def reasons_view(session: Session, seating: Seating, player: str, number: int) -> ReasonsView:
    """The reasons for a player's seat in a round of the plan.  Raises `Faulty` for a player without one."""
    names = {each.id: each.shown for each in players_of(session, seating.event_id)}
    offset = seating.first_round - 1
    try:
        found = why(read(seating.document).schedule, player, number - offset)
    except Faulty as error:
        raise named_faults(session, seating.event_id, error, seating.first_round) from error
    best = None
    if found.best is not None:
        change = [AimChangeView(aim, by) for aim, by in found.best.change.items()]
        best = AlternativeView(found.best.player, names[found.best.player], found.best.table, change, found.best.better)
    return ReasonsView(
        player=found.player,
        name=names[found.player],
        round=found.round + offset,
        table=found.table,
        start_order=found.start_order,
        fixed=found.fixed,
        tablemates=[
            TablemateView(each.player, names[each.player], each.clubmate, [number + offset for number in each.rounds])
            for each in found.tablemates
        ],
        start_orders=[RoundStartView(number + offset, order) for number, order in found.start_orders.items()],
        odd_rounds=[number + offset for number in found.odd_rounds],
        best=best,
    )
