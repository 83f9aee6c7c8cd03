"""What the archive of an event consists of: a dataclass for the lines of each file.

What follows from these files is in `derived`.  To add a file, add a class here and its name in `files`; to add a field,
give it a default: older archives lack it.
`PRIVATE` fields are empty in the public archive; those marked `STAFF` hold a number in place of a name there.
Moments are ms since 1970, UTC, and written as `2026-11-22T09:00:00.000Z`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any

PRIVATE, STAFF, MOMENT = "private", "staff", "moment"

Moment = Annotated[int, MOMENT]
Staff = Annotated[str, STAFF]
Secret = Annotated[str, PRIVATE]
Json = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class FiledEvent:
    """The event.  ``zone``: empty for the usual one; ``changes``, ``head``: length and last hash of its chain."""

    id: str
    name: str
    language: str
    held_on: str
    venue: str
    organizer: str
    timetable: str
    zone: str
    description: str
    seed: str
    created_at: Moment
    locked_at: Moment | None
    archived_at: Moment | None
    changes: int
    head: str


@dataclass(frozen=True, slots=True)
class FiledRegulation:
    """A version of the regulation.  ``text``: its TOML; ``reason``: why it was changed after the first round began."""

    number: int
    name: str
    fingerprint: str
    made_at: Moment
    author: Staff
    reason: Secret | None
    text: str


@dataclass(frozen=True, slots=True)
class FiledRuleset:
    """A version of a ruleset by which tables were judged, and the fingerprint of its rules."""

    name: str
    version: str
    fingerprint: str


@dataclass(frozen=True, slots=True)
class FiledEdition:
    """An edition that was kept for events, and that a game of this one is played with.  ``text``: its TOML."""

    name: str
    ruleset: str
    text: str


@dataclass(frozen=True, slots=True)
class FiledRound:
    """A round.  ``regulation``: the number of the version in force when it began, or now.  ``playoff``: of a round
    outside the plan, the question that it decides, ``places`` and ``players``.
    """

    id: str
    number: int
    name: str
    names: str
    minutes: int | None
    state: str
    regulation: int
    published_at: Moment | None
    results_published_at: Moment | None
    playoff: str | None
    places: int | None
    players: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class FiledPlayer:
    """A player, with the fields of an entrant.  ``stands_for``: of a stand-in, the id of the player replaced."""

    id: str
    number: int
    name: str
    reading: Secret
    club: str
    region: Secret
    class_name: str
    team: str
    flags: tuple[str, ...]
    qualified_by: Secret
    reserve: int | None
    first_round: int | None
    dropped_after: int | None
    walk_in: Annotated[bool, PRIVATE]
    paid: Annotated[bool, PRIVATE]
    checked_in_at: Annotated[Moment | None, PRIVATE]
    archived_at: Moment | None
    note: Secret
    stands_for: str | None = None


@dataclass(frozen=True, slots=True)
class FiledAttendance:
    """Somebody was checked in, dropped out, came late or was changed otherwise.  ``player``: empty for a list."""

    at: Moment
    author: Staff
    action: str
    player: str
    details: Json


@dataclass(frozen=True, slots=True)
class FiledSeating:
    """A version of a seating.  ``document``: its file, with seed, inputs, version and every move since the draw
    (docs/seating.md).  ``withheld``: inputs that the public archive leaves out, so that nobody can draw again from it;
    ``drawn_at``: when the version was drawn that this one was changed from, by what was known then.
    """

    id: str
    first_round: int
    last_round: int
    version: int
    state: str
    author: Staff
    made_at: Moment
    published_at: Moment | None
    reason: Secret | None
    document: Json
    withheld: tuple[str, ...] = ()
    drawn_at: Moment | None = None


@dataclass(frozen=True, slots=True)
class FiledMerge:
    """Two registrations, both with a history, turned out to be one person's: from then on ``gone`` is ``kept``.

    ``before``: the fields of either as they were, by ``gone`` and ``kept``; ``rows``: the ids of what named the one
    who is gone until then, by table.
    """

    at: Moment
    author: Staff
    gone: str
    kept: str
    before: Json
    rows: Json


@dataclass(frozen=True, slots=True)
class FiledTable:
    """A table of a round.  ``seq``, ``head``: the number and hash of the last entry of its log."""

    id: str
    round: int
    number: int
    state: str
    created_at: Moment
    seq: int
    head: str
    log: str


@dataclass(frozen=True, slots=True)
class FiledSeat:
    """A seat as it was played.  ``player``: the id."""

    round: int
    table: int
    start_order: int
    seat: str
    player: str
    number: int
    name: str


@dataclass(frozen=True, slots=True)
class FiledExchange:
    """A change of seats after publication; of ``kind`` start_order, noted at the table.  ``players``: by it."""

    at: Moment
    author: Staff
    kind: str
    table: str
    players: tuple[str, ...]
    reason: Secret | None


@dataclass(frozen=True, slots=True)
class FiledEntry:
    """What is known about an entry of a log besides its report."""

    seq: int
    client_id: Secret
    at: Moment
    author: Staff
    account_id: Secret | None
    credential_id: Secret | None
    accepted: bool
    answer: Annotated[Json, PRIVATE]
    reason: Secret | None
    hash: str
    made_at: Moment | None


@dataclass(frozen=True, slots=True)
class FiledResult:
    """A version of a table's result.  ``source``: log, sheet, points or list; ``entered``: what was entered, such as
    the counts; ``players``: what follows from it.  ``confirmed_how``: second_person, players, looked_again or at_once.
    """

    id: str
    round: int
    table: int
    version: int
    source: str
    entered: Json
    players: tuple[Json, ...]
    notes: Secret | None
    entered_by: Staff
    entered_at: Moment
    confirmed_by: Staff | None
    confirmed_at: Moment | None
    confirmed_how: str | None = None


@dataclass(frozen=True, slots=True)
class FiledDecision:
    """A decision by people: about a tie, a play-off, a place given back.  ``by``: how it was decided; ``order``: ids,
    best first; ``among``: who was in question; ``details``: throws, notes, why it was withdrawn.
    """

    id: str
    about: str
    by: str
    order: tuple[str, ...]
    among: tuple[str, ...]
    details: Annotated[Json, PRIVATE]
    author: Staff
    made_at: Moment
    withdrawn_at: Moment | None


@dataclass(frozen=True, slots=True)
class FiledAdjustment:
    """Points given or taken by hand; an exact number, such as -500 or 7/2."""

    id: str
    player: str
    round: int | None
    points: str
    reason: Secret
    author: Staff
    made_at: Moment
    withdrawn_at: Moment | None


@dataclass(frozen=True, slots=True)
class FiledPenalty:
    """A penalty and its steps.  ``rule``: category and step as the regulation had them."""

    id: str
    player: str
    round: int
    table: int | None
    entry: Annotated[int | None, PRIVATE]
    category: str
    step: str
    rule: Json
    facts: Secret
    reason: Secret
    clauses: tuple[str, ...]
    given_at: Moment
    steps: tuple[Json, ...]


@dataclass(frozen=True, slots=True)
class FiledRow:
    """A row as the service keeps it, with all its columns."""

    kind: str
    row: Json


@dataclass(frozen=True, slots=True)
class FiledClock:
    """An action on a clock.  ``table``: None for the round's; ``span``: in ms, of an extension."""

    at: Moment
    round: int
    table: int | None
    kind: str
    span: int
    author: Staff
    reason: Secret | None


@dataclass(frozen=True, slots=True)
class FiledPrize:
    """A prize by ``place``, or drawn by lot among ``entrants``.  ``sealed``: the SHA-256 of the seed, public before the
    drawing; ``seed``: empty until then; ``class_name``: of a prize for those of a class, empty for everybody.
    """

    id: str
    name: str
    place: int | None
    count: int
    seed: str
    sealed: str
    entrants: tuple[str, ...]
    drawn_at: Moment | None
    class_name: str = ""


@dataclass(frozen=True, slots=True)
class FiledLayout:
    """A version of the layout of papers and certificates.  ``text``: its TOML; ``logo``: a PNG or JPEG in Base64."""

    number: int
    author: Staff
    made_at: Moment
    text: str
    logo: str | None


@dataclass(frozen=True, slots=True)
class FiledDuty:
    """What somebody on the staff did in a round: the tables ``first`` to ``last``, or another ``duty``."""

    round: int
    person: Staff
    first: int
    last: int
    duty: str


@dataclass(frozen=True, slots=True)
class FiledFloorThing:
    """Something on the floor plan.  ``kind``: table, screen, desk or entrance; ``column``, ``row``: of the grid, from 0
    at the top left; ``number``: of a table, 0 for anything else.
    """

    kind: str
    column: int
    row: int
    number: int


@dataclass(frozen=True, slots=True)
class FiledPicture:
    """The logo of the event, or of a sponsor.  ``data``: the PNG or JPEG in Base64, whose hash is ``sha256``."""

    id: str
    kind: str
    position: int
    name: str
    link: str
    media: str
    width: int
    height: int
    data: str
    sha256: str
    made_at: Moment


@dataclass(frozen=True, slots=True)
class FiledMade:
    """Something that was made and given out: certificates and other papers, files, seats, drawings.

    ``content``: what it said about each player then; ``kept_by``: who decided to leave it although it would say
    something else now.
    """

    kind: str
    about: str
    made_at: Moment
    author: Staff
    content: Json
    kept_at: Moment | None
    kept_by: Staff
    kept_reason: Secret


@dataclass(frozen=True, slots=True)
class FiledPublication:
    """Results of a round that were published or hidden, or a notice.  ``versions``: the version of each table's result
    that was shown, by table; ``text``: of a notice.
    """

    at: Moment
    author: Staff
    kind: str
    round: int | None
    reason: Secret | None
    versions: Json
    text: str


@dataclass(frozen=True, slots=True)
class FiledAudit:
    """A change, in the audit log."""

    at: Moment
    author: Staff
    action: str
    target: str
    details: Annotated[Json, PRIVATE]


@dataclass(frozen=True, slots=True)
class FiledChange:
    """A change in the event's chain: ``row`` is the row after it, ``hash`` covers it and the hash before."""

    seq: int
    at: Moment
    kind: str
    row_id: str
    row: Json
    hash: str
