"""An event in the hands of the machine: what it is made of now, and every request that is sent about it."""

from __future__ import annotations

from base64 import b64encode
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeVar

from sqlmodel import col, func, select, update

from referee.desk.day import day
from referee.desk.queries import Desk, Task, desk
from referee.events.queries import players_of, seats_by_table
from referee.events.regulation import player_rules
from referee.models import AuditEntry, Event, GameTable, Player, Round, Seat, TableResult
from referee.results.queries import latest_results
from tests.fuzz.event.place import SECOND, second_person
from tests.referee.support.world import World
from tournaments.regulation import shipped
from tournaments.regulation.load import load_text
from tournaments.regulation.regulation import Regulation

AnyRow = TypeVar("AnyRow")
UNCONFIRMED = '\n[results]\nconfirmation = "none"\n'
CLUBS = ("関東", "関西", "", "なし", "A会", "Ａ会")
PARTS = ["seating", "standings", "bracket", "clock", "tables"]
CRASH = "no request crashes the service"
REFUSED = "a refusal changes nothing"


class Broken(AssertionError):
    """A law that does not hold.  ``law``: which; the text: what is there instead."""

    def __init__(self, law: str, what: str) -> None:
        super().__init__(f"{law}: {what}")
        self.law = law


class Impossible(Exception):
    """Nothing is there that a step could be about."""


class Opening(NamedTuple):
    """How an event begins.  ``alone``: whether results need no second person; ``names``: how many different names the
    players have, so that some are namesakes.
    """

    regulation: str
    players: int
    alone: bool
    names: int


class At(NamedTuple):
    """A table of a round.  ``result``: the latest version, None if there is none; ``seats``: in start order."""

    round: Round
    table: GameTable
    seats: Sequence[Seat]
    result: TableResult | None


@dataclass(frozen=True, slots=True)
class Now:
    """What the event is made of at a moment.  ``tables``: those that somebody sits at, by round and number."""

    event: Event
    players: Sequence[Player]
    rounds: Sequence[Round]
    tables: Sequence[At]

    def of(self, round_: Round) -> list[At]:
        """The tables of a round."""
        return [each for each in self.tables if each.round.id == round_.id]

    @property
    def present(self) -> list[Player]:
        """The players who have not left."""
        return [each for each in self.players if each.dropped_after is None and each.archived_at is None]


def pick(rows: Sequence[AnyRow], number: int) -> AnyRow:
    """One of the rows by any number, so that every step can be tried in every event.  Raises `Impossible`."""
    if not rows:
        raise Impossible
    return rows[number % len(rows)]


class Hall:
    """An event.

    ``text``: of the regulation that it began with; ``answers``: how often the service answered what; ``published``:
    what everybody saw after the last publication, ``published_at``: the audit entry of that.
    """

    def __init__(self, world: World, opening: Opening, number: int) -> None:
        second_person(world)
        self.world = world
        self.opening = opening
        self.service = world.service
        self.database = world.service.database
        self.answers: Counter[str] = Counter()
        self.refused = ""
        self.registered = 0
        self.published: dict[str, str] = {}
        self.published_at = ""
        text = shipped.text(opening.regulation) + (UNCONFIRMED if opening.alone else "")
        self.text = text
        self.regulation: Regulation = load_text(text)
        self.event = world.made("/events", name=f"fuzz {number}")
        with self.database.write() as session:
            session.exec(update(Event).where(col(Event.id) == self.event).values(seed=f"fuzz-{number}"))
        self.done("PUT", self.at("regulation"), text=text)
        self.done("PUT", self.at("public"), open=True, parts=PARTS)
        self.import_list(opening.players)
        if not self.registered:
            raise Broken("this cannot be refused", f"the first {opening.players} players")

    def at(self, rest: str) -> str:
        """A path below that of the event."""
        return f"/events/{self.event}/{rest}"

    def ask(self, method: str, path: str, who: str = "administrator", **body: Any) -> tuple[int, Any]:
        """Send a request, and return the status and what was answered.  Raises `Broken` if the service crashes, or if
        it refuses and something has changed.
        """
        before = self.changes()
        json = None if method == "GET" else body
        answer = self.world.ask(method, path, who, json=json)
        found = answer.get_json(silent=True)
        if answer.status_code >= 500:
            raise Broken(CRASH, f"{method} {path} {body}: {answer.get_data(as_text=True)[:600]}")
        code = found.get("code", "") if answer.status_code >= 400 and isinstance(found, Mapping) else ""
        self.refused = code or self.refused
        self.answers[f"{answer.status_code} {code}".strip()] += 1
        if answer.status_code >= 400:
            self.unchanged(before, f"{method} {path} {body}: {code}")
        return answer.status_code, found

    def unchanged(self, before: int, what: str) -> None:
        """Raise `Broken` if something has changed since, though it was refused."""
        if self.changes() != before:
            raise Broken(REFUSED, what)

    def changes(self) -> int:
        """How many changes of the event are on record, and entries of its tables."""
        with self.database.read() as session:
            audited = select(func.count()).select_from(AuditEntry).where(AuditEntry.event_id == self.event)
            logged = select(func.sum(GameTable.seq)).where(GameTable.event_id == self.event)
            return session.exec(audited).one() + (session.exec(logged).one() or 0)

    def tried(self, method: str, path: str, who: str = "administrator", **body: Any) -> Any:
        """Send a request that may be refused, and return the answer; None if it was refused."""
        status, found = self.ask(method, path, who, **body)
        return (found if found is not None else {}) if status < 400 else None

    def done(self, method: str, path: str, **body: Any) -> Any:
        """Send a request that cannot be refused."""
        status, found = self.ask(method, path, **body)
        if status >= 400:
            raise Broken("this cannot be refused", f"{method} {path} {body}: {found}")
        return found

    def import_list(self, count: int, *, day_list: bool = False) -> None:
        """Import players, some of them namesakes of others, of clubs that are spelled in several ways."""
        with self.database.read() as session:
            known = "; ".join(player_rules(session, self.event).flags)
        rows = []
        for number in range(self.registered + 1, self.registered + count + 1):
            name = f"選手{(number - 1) % self.opening.names + 1}"
            flags = known if number % 7 == 1 else ""
            reading = f"よみ{number}"  # namesakes are two players only if their club or reading says so
            rows.append(f"{number},{name},{reading},{CLUBS[number % len(CLUBS)]},{flags}\n")
        if self.send_list("number,name,reading,club,flags\n", rows, day_list=day_list):
            self.registered += count

    def send_list(self, head: str, rows: Sequence[str], *, day_list: bool = False) -> bool:
        """Import a list of players, and return whether that was accepted."""
        data = b64encode("".join([head, *rows]).encode()).decode()
        return self.tried("POST", self.at("players/import"), data=data, apply=True, day_list=day_list) is not None

    def now(self) -> Now:
        """What the event is made of now."""
        with self.database.read() as session:
            event = session.get_one(Event, self.event)
            players = players_of(session, self.event)
            rounds = session.exec(select(Round).where(Round.event_id == self.event).order_by(col(Round.number))).all()
            tables = session.exec(select(GameTable).where(GameTable.event_id == self.event)).all()
            seats = seats_by_table(session, [each.id for each in tables])
            results = latest_results(session, tables)
            by_id = {each.id: each for each in rounds}
            found = [
                At(by_id[each.round_id], each, seats[each.id], results.get(each.id))
                for each in tables
                if seats[each.id]
            ]
            return Now(event, players, rounds, sorted(found, key=lambda at: (at.round.number, at.table.number)))

    def desk(self) -> tuple[Desk, Task | None]:
        """The event's desk, and what it says is to be done next."""
        with self.database.read() as session:
            event = session.get_one(Event, self.event)
            with self.world.app.app_context():
                found = desk(session, event, self.database.now())
            return found, day(event, found).next

    def confirm(self, at: At) -> None:
        """Let the second person confirm the latest result of a table."""
        if at.result is not None and at.result.confirmed_at is None:
            self.tried("POST", f"/results/{at.result.id}/confirm", SECOND)
