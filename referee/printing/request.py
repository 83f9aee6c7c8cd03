"""A request for a document of an event in a language, and the rows that the document is made from."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, tzinfo
from functools import cached_property
from typing import Annotated, Any, TypeAlias

from sqlmodel import Session

from referee.core.http.declared import FieldExample, IfGiven
from referee.core.http.fields import Boolean, OneOf
from referee.core.http.schemas import Line
from referee.core.language import text
from referee.core.pages.format import shown_day
from referee.core.problems import Problem
from referee.core.service import service
from referee.core.zone import named_zone, zone_of
from referee.events.day import rounds_of_day
from referee.events.plan import rounds_of
from referee.events.queries import players_of
from referee.events.regulation import latest_version, parse_regulation
from referee.events.staff import staff_of
from referee.models import Event, Player, Round
from referee.printing.layouts import PAPERS
from referee.printing.seats import RoundSeats, SeatedTable, current_round, seats_of
from referee.results.contest import scored, shown_rounds
from referee.results.facts import Facts, facts_of
from referee.results.queries import begun_tables
from referee.seating.queries import rolled_orders
from rulesets.languages import FIRST, LANGUAGES
from tournaments.paper.facts import PrintedPerson, TableSeats, person_key
from tournaments.paper.page.layout import Layout
from tournaments.paper.signs import ARROWS, EACH_WAY, PLACES
from tournaments.paper.words import words
from tournaments.regulation.regulation import Regulation
from tournaments.typed import Whole

Number: TypeAlias = Annotated[int, Whole(1, 10**6)]


@dataclass(frozen=True, slots=True)
class PrintOptions:
    """The options of a printed document."""

    language: IfGiven[
        Annotated[
            str, OneOf(LANGUAGES), "The language of the document; by default that of the event.", FieldExample(FIRST)
        ]
    ] = None
    round: IfGiven[Annotated[Number, "The number of the round; by default the current round, or every round."]] = None
    table: IfGiven[
        Annotated[Number, "The number of the table: only its documents; also for `game-record` and `game-report`."]
    ] = None
    player: IfGiven[Annotated[Number, "The number of the only player to print it for."]] = None
    paper: IfGiven[Annotated[str, OneOf(tuple(PAPERS)), "The paper size; by default that of the layout."]] = None
    large: IfGiven[Annotated[bool, Boolean(), "Whether to use large print; by default as in the layout."]] = None
    places: Annotated[int, Whole(1, 100), "Certificates: the last place that gets one."] = 3
    organization: Annotated[
        str,
        Line(100, 0),
        "Certificates: the organization that awards them; by default the organizer, else the event.",
    ] = ""
    office: Annotated[str, Line(50, 0), "Certificates: the office of the person who signs."] = ""
    issuer: Annotated[str, Line(50, 0), "Certificates: the name of the person who signs."] = ""
    date: Annotated[str, Line(50, 0), "Certificates: the date; by default the day of the last result."] = ""
    single_sided: Annotated[
        bool, Boolean(), "`round-set`: for one side of the paper; by default only what has a back is printed on a back."
    ] = False
    sign: IfGiven[Annotated[str, OneOf(PLACES), "`direction-signs`: what the sign says; by default one of each."]] = (
        None
    )
    sign_text: Annotated[str, Line(60, 0), "`direction-signs`: a text of your own instead."] = ""
    arrow: Annotated[
        str,
        OneOf((EACH_WAY, *ARROWS)),
        "`direction-signs`: where it points; by default left, ahead and right, a sheet each.",
    ] = EACH_WAY
    first_table: IfGiven[Annotated[Number, "`direction-signs`: the first table that a sign to tables leads to."]] = None
    last_table: IfGiven[Annotated[Number, "`direction-signs`: the last one."]] = None
    every_language: Annotated[
        bool, Boolean(), "`direction-signs`: whether they are in every language, that of the document first."
    ] = False


@dataclass
class DocumentRequest:
    """The requested document, and the rows that it is made from, read when they are first needed.

    ``now``: in ms; ``codes``: whether whoever asks may see the tables' codes.
    """

    session: Session
    event: Event
    now: int
    language: str
    layout: Layout
    options: PrintOptions
    codes: bool

    def text(self, name: str, /, **facts: object) -> str:
        """A text in the document's language."""
        return text(self.language, name, **facts)

    @property
    def zone(self) -> tzinfo:
        """The time zone on paper: that of the layout, else the event's."""
        return named_zone(self.layout.zone) or zone_of(self.event)

    def local_time(self, at: int) -> datetime:
        """Convert a moment in ms to local time at the event."""
        return datetime.fromtimestamp(at / 1000, self.zone)

    def short_moment(self, at: int) -> str:
        """Day and time, for lists of what happened during the event: `22 Nov 14:05`."""
        local = self.local_time(at)
        return f"{shown_day(f'{local:%m-%d}', self.language)} {local:%H:%M}"

    def moment(self, at: int) -> str:
        """Day and time with the year: `22 November 2026 14:05`."""
        local = self.local_time(at)
        return f"{shown_day(f'{local:%Y-%m-%d}', self.language)} {local:%H:%M}"

    def imprint(self, seats: int) -> str:
        """The imprint: the event's date, the version of the seats (0 for none), and when it was printed."""
        version = words(self.language)["seats_version"].format(version=seats) if seats else ""
        held, moment = (self.layout.date or {}).get(self.language, ""), self.moment(self.now)
        if held:
            moment = moment.removeprefix(held).strip()  # printed on the day, which stands there already
        printed = words(self.language)["printed"].format(moment=moment)
        return " · ".join(filter(None, (held, version, printed)))

    def qr_link(self, link: str) -> str:
        """A link to print as a QR code; empty if it would only work on this computer."""
        return "" if service().own_address.local() else link

    def seats_draft_note(self, rounds: Iterable[RoundSeats]) -> str:
        """The remark that some of these seats are not published; empty if all are."""
        return self.text("papers_draft") if any(each.draft for each in rounds) else ""

    def results_draft_note(self, first: int = 1, last: int | None = None) -> str:
        """The remark that some results in a range of rounds are not published; empty if all are.  ``last``: None for no
        end.
        """
        played = {game.result.round for game in scored(self.facts, "confirmed")}
        hidden = [
            each for each in played - shown_rounds(self.facts) if first <= each and (last is None or each <= last)
        ]
        return self.text("papers_draft_results") if hidden else ""

    def place(self, round: int | None, table: int | None) -> str:
        """Where something happened, in short: `R2 T5`."""
        shown = self.layout.short_round(round or 0, self.language, table or 0)
        return self.text("papers_at_table", round=shown, table=table)

    @cached_property
    def facts(self) -> Facts:
        """The facts on which the standings are based.  Raises the problem ``no_regulation``."""
        return facts_of(self.session, self.event.id)

    @cached_property
    def regulation(self) -> Regulation | None:
        """The regulation in force, or None while there is none."""
        found = latest_version(self.session, self.event.id)
        return parse_regulation(found.text) if found else None

    @cached_property
    def rounds(self) -> dict[int, Round]:
        """The rounds by number."""
        return {each.number: each for each in rounds_of(self.session, self.event.id)}

    @cached_property
    def named_rounds(self) -> dict[int, str]:
        """The rounds that are called by a name instead of their number, such as the final, by number."""
        days = rounds_of_day(self.regulation, self.rounds, self.language)
        return {each.number: each.name for each in days if each.name != self.text("round", number=each.number)}

    @cached_property
    def class_finals(self) -> dict[tuple[int, int], str]:
        """The class whose final a table plays, by round and table."""
        if self.regulation is None or not any(each.class_name for each in self.regulation.finals):
            return {}
        played = {
            (number, table.number): self.regulation.class_played(
                number, (self.players[each].class_name for each in table.players)
            )
            for number, seats in self.seats.items()
            for table in seats.tables
        }
        return {at: self.text("standings_class", name=name) for at, name in played.items() if name}

    @cached_property
    def players(self) -> dict[str, Player]:
        """All registered players, by id."""
        return {each.id: each for each in players_of(self.session, self.event.id)}

    @cached_property
    def names(self) -> tuple[str, ...]:
        """How players and staff are called in sentences, with and without what tells namesakes apart."""
        staff = (each.name for each in staff_of(self.session, self.event.id))
        return (*(name for each in self.players.values() for name in (each.shown, each.name)), *staff)

    @cached_property
    def seats(self) -> dict[int, RoundSeats]:
        """The tables and their players, by the number of the round."""
        return seats_of(self.session, self.event.id, self.rounds, self.players)

    @cached_property
    def noted_orders(self) -> dict[str, list[str]]:
        """The start orders that were rolled and noted: ids of players by the table's id."""
        return rolled_orders(self.session, self.event.id)

    @cached_property
    def begun(self) -> set[str]:
        """The ids of the tables at which something was reported."""
        return begun_tables(
            self.session, [each.row for seats in self.seats.values() for each in seats.tables if each.row]
        )

    def to_be_rolled(self, table: SeatedTable) -> bool:
        """Whether the start order of a table is still to be rolled there."""
        if self.regulation is None or self.regulation.seating.start_order != "rolled" or not table.players:
            return False
        at = table.row.id if table.row else ""
        return at not in self.begun and self.noted_orders.get(at) != list(table.players)

    def table_seats(self, table: SeatedTable, link: str = "") -> TableSeats:
        """A table as printed."""
        return TableSeats(table.number, table.people, link, self.to_be_rolled(table))

    def person(self, player_id: str) -> PrintedPerson:
        """A player as printed."""
        return person(self.players[player_id])

    def in_list(self, person: PrintedPerson) -> Any:
        """The sort key of a player for lists in the document's language."""
        return person_key(person, self.language)

    def includes(self, person: PrintedPerson) -> bool:
        """Whether the document is to include a player."""
        return self.options.player in (None, person.number)

    def requested_round(self) -> RoundSeats:
        """The tables of the requested round, by default the current one, or only the requested table of it.

        Raises the problem ``not_found`` if there is no such round or table.
        """
        wanted, table = self.options.round, self.options.table
        number = wanted if wanted is not None else current_round(self.seats, self.rounds)
        if wanted is not None and number not in self.rounds and number not in self.seats:
            raise Problem("not_found", path=str(number))
        found = self.seats.get(number, RoundSeats(max(number, 1), ()))
        if table is None:
            return found
        own = tuple(each for each in found.tables if each.number == table)
        if not own:
            raise Problem("not_found", path=f"{found.number}-{table}")
        return found._replace(tables=own)


def person(player: Player) -> PrintedPerson:
    """A player as printed."""
    return PrintedPerson(player.shown, player.reading, player.club, player.number, player.name)
