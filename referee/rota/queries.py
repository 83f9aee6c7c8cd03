"""The rota as it is kept, with what it is made for: the rounds, their tables, the people on the staff."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Annotated

from sqlmodel import Session, col, select

from referee.core.access.roles import ROLES
from referee.core.language import text, words
from referee.core.pages.format import round_name
from referee.core.rows import get_row
from referee.events.day import round_times, rounds_of_day
from referee.events.plan import rounds_of
from referee.events.regulation import latest_version, parse_regulation
from referee.events.staff import staff_of
from referee.models import Account, Assignment, Event, Round
from referee.results.facts import Facts, facts_of, table_sizes
from referee.standings.bracket import round_of_stage
from rulesets.languages import LANGUAGES
from tournaments.bracket import FINAL
from tournaments.regulation.regulation import Regulation
from tournaments.rota import DUTIES, TABLES_WATCHED, Duty, away_from_tables, folded, ranges_text, spread, unattended
from tournaments.stale import Content

HERE, GONE = "here", "gone"


@dataclass(frozen=True, slots=True)
class RotaRound:
    """A round of the rota."""

    number: int
    name: str
    time: Annotated[str, "When it begins by the event's timetable, as it is written there; empty if it does not say."]
    tables: Annotated[int, "How many tables it has: seated, or else as many as the players will need."]
    unattended: Annotated[Sequence[int], "The tables that nobody looks after."]


@dataclass(frozen=True, slots=True)
class RotaPerson:
    """Somebody on the rota, or on the staff.  ``role``: the highest; None for who has left the staff."""

    account_id: str
    name: str
    role: str | None


@dataclass(frozen=True, slots=True)
class RotaRow:
    """What somebody does in a round: tables, or another duty; as in `tournaments.rota.Duty`."""

    account_id: str
    round: Annotated[int, "The round's number."]
    first: Annotated[int, "The first table; 0 for another duty."]
    last: int
    duty: Annotated[str, f"{', '.join(DUTIES)}, or a text; empty for tables."]


@dataclass(frozen=True, slots=True)
class RotaView:
    """Who does what in which round."""

    rounds: Sequence[RotaRound]
    people: Sequence[RotaPerson]
    rows: Sequence[RotaRow]


class Rota:
    """The rota of an event, read at one moment."""

    def __init__(self, session: Session, event_id: str) -> None:
        self.session = session
        self.event = get_row(session, Event, event_id)
        self.rounds: Mapping[int, Round] = {each.number: each for each in rounds_of(session, event_id)}
        numbers = {each.id: each.number for each in self.rounds.values()}
        query = select(Assignment).where(col(Assignment.round_id).in_(numbers)).order_by(col(Assignment.id))
        self.rows = [
            RotaRow(each.account_id, numbers[each.round_id], each.first, each.last, each.duty)
            for each in session.exec(query)
        ]

    @cached_property
    def regulation(self) -> Regulation | None:
        """The regulation in force, or None while there is none."""
        found = latest_version(self.session, self.event.id)
        return parse_regulation(found.text) if found else None

    @cached_property
    def people(self) -> list[RotaPerson]:
        """The staff by role; then whoever has a duty and is no longer on it."""
        found = [RotaPerson(each.account_id, each.name, each.role) for each in staff_of(self.session, self.event.id)]
        left = {each.account_id for each in self.rows} - {each.account_id for each in found}
        gone = self.session.exec(select(Account).where(col(Account.id).in_(left)).order_by(col(Account.name)))
        return [*found, *(RotaPerson(each.id, each.name, None) for each in gone)]

    @cached_property
    def tables(self) -> dict[int, int]:
        """How many tables each round has, by number."""
        if self.regulation is None:
            return {}
        facts = facts_of(self.session, self.event.id)
        planned = range(1, len(self.regulation.rounds) + 1)
        return {number: tables_of(facts, number) for number in sorted({*planned, *self.rounds})}

    def tasks(self, number: int, account_id: str | None = None) -> list[Duty]:
        """What is to be done in a round, by somebody or by all, in the order of the tables."""
        own = [each for each in self.rows if each.round == number and account_id in (None, each.account_id)]
        return sorted(
            (Duty(each.first, each.last, each.duty) for each in own), key=lambda each: (each.duty, each.first)
        )

    def said(self, number: int, account_id: str, language: str) -> str:
        """What somebody does in a round, as it is typed."""
        return said(self.tasks(number, account_id), language)

    def names(self, language: str) -> dict[int, str]:
        return {each.number: each.name for each in rounds_of_day(self.regulation, self.rounds, language)}

    def view(self, language: str) -> RotaView:
        names, times = self.names(language), round_times(self.regulation, self.rounds, self.event.timetable)
        rounds = [
            RotaRound(
                number,
                names.get(number) or round_name(number, None, language),
                times.get(number, ""),
                tables,
                [each for first, last in self.unattended(number) for each in range(first, last + 1)],
            )
            for number, tables in self.tables.items()
        ]
        return RotaView(rounds, self.people, self.rows)

    def unattended(self, number: int) -> tuple[tuple[int, int], ...]:
        """The ranges of tables of a round that nobody looks after."""
        return unattended(self.tasks(number), self.tables.get(number, 0))

    def proposed(self) -> list[RotaRow]:
        """A rota to start from: the tables spread evenly over the judges, one organizer at the clock, scorers who enter
        results.

        Without judges, arbiters have the tables, or else head judges; otherwise these have the whole hall.  Spare
        organizers help where judges have many tables.  Who is without a table in a round is in reserve; who has another
        duty keeps it.
        """
        coming = {number: self.tables[number] for number in self.coming}
        by_role = {role: [each.account_id for each in self.people if each.role == role] for role in ROLES}
        judges = by_role["judge"] or by_role["arbiter"] or by_role["head_judge"]
        left = {each.account_id for each in self.people if each.role is None}
        found = [
            each
            for each in self.rows
            if each.round not in coming or (each.duty not in ("", "reserve") and each.account_id not in left)
        ]
        busy = {(each.account_id, each.round) for each in found}
        here: list[list[str]] = []
        for at, (number, count) in enumerate(coming.items()):
            own, organizers, scorers = (
                [each for each in people if (each, number) not in busy]
                for people in (judges, _turned(by_role["organizer"], at), _turned(by_role["scorer"], at))
            )
            aside = away_from_tables(organizers, scorers, count, first=number == min(self.tables))
            if count > TABLES_WATCHED * len(own):
                own += (each for each, duty in aside if duty == "reserve" and each in organizers)
            here.append(own)
            found += [RotaRow(each, number, 0, 0, duty) for each, duty in aside if each not in own]
            bench = (each for each in (*by_role["head_judge"], *by_role["arbiter"]) if each not in judges)
            found += [RotaRow(each, number, 0, 0, "hall") for each in bench if (each, number) not in busy]
        shares = spread(here, list(coming.values()))
        for at, (number, own) in enumerate(zip(coming, here, strict=True)):
            for judge in own:
                first, last = shares.get((at, judge), (0, 0))
                found.append(RotaRow(judge, number, first, last, "" if last else "reserve"))
        return found

    @property
    def coming(self) -> list[int]:
        return [each for each in self.tables if each not in self.rounds or self.rounds[each].state != "closed"]

    def made_for(self) -> Content:
        return {f"round/{number}": str(self.tables[number]) for number in self.coming}

    def needed(self) -> Content:
        """Whoever has a duty in a round that is not over, all as if they were there."""
        return {each.account_id: HERE for each in self.rows if each.round in self.coming}

    def available(self) -> Content:
        """The same, with who is still on the staff."""
        staff = {each.account_id for each in self.people if each.role is not None}
        return {each: HERE if each in staff else GONE for each in self.needed()}

    def printed(self) -> Content | None:
        """What is printed for each person; None once all rounds are over."""
        if not self.coming:
            return None
        own = {
            person.account_id: "; ".join(
                f"{number}: {tasks}" for number in self.coming if (tasks := self.said(number, person.account_id, ""))
            )
            for person in self.people
        }
        return {person: tasks for person, tasks in own.items() if tasks}


def tables_of(facts: Facts, number: int) -> int:
    """How many tables a round has: those that are seated, or as many as those who will play need."""
    seated = sum(each.round == number for each in facts.tables)
    planned = facts.regulation.rounds[number - 1] if number <= len(facts.regulation.rounds) else None
    if seated or planned is None:
        return seated
    if facts.regulation.qualification is None or planned.seating != "qualifiers":
        return len(table_sizes(facts))
    stages = (each for rule in facts.regulation.finals for each in rule.stages or FINAL)
    return sum(each.tables for each in stages if round_of_stage(facts, each.name) == number) or 1


def _turned(people: Sequence[str], by: int) -> list[str]:
    """The same people, beginning with another one in every round."""
    start = by % len(people) if people else 0
    return [*people[start:], *people[:start]]


def said(tasks: Sequence[Duty], language: str) -> str:
    """Tasks as they are typed in a language; without one, the usual duties by their keys."""
    tables = ranges_text([(each.first, each.last) for each in tasks if not each.duty])
    return ", ".join(filter(None, (tables, *(duty_name(each.duty, language) for each in tasks if each.duty))))


def duty_name(duty: str, language: str) -> str:
    return text(language, f"rota_{duty}") if language and duty in DUTIES else duty


def duty_words() -> dict[str, str]:
    return {folded(words(language)[f"rota_{duty}"]): duty for language in LANGUAGES for duty in DUTIES}
