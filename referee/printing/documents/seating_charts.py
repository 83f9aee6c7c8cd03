"""Who sits where, on the wall and in everybody's hand: the charts by table and by name, and the slips."""

from __future__ import annotations

from dataclasses import replace

from referee.players.link import link, turns
from referee.printing.drafts import of_seats
from referee.printing.job import Job
from referee.printing.request import Asked
from referee.printing.seats import RoundSeats
from tournaments.paper.documents.pairing_slips import Slips, pairing_slips
from tournaments.paper.documents.seating_by_name import NameChart, seating_by_name
from tournaments.paper.documents.seating_by_table import SeatingChart, seating_by_table
from tournaments.paper.facts import Person, Place, Schedule, in_order


def by_table(asked: Asked) -> Job:
    """The chart by table of a round."""
    found = asked.of_round()
    tables = tuple(map(asked.at_table, found.tables))
    return Job(seating_by_table, SeatingChart(found.number, tables), 1 + len(tables) // 20, of_seats([found]))


def by_name(asked: Asked) -> Job:
    """The chart by name of a round, or of all that are seated."""
    rounds = rounds_asked(asked)
    people = schedules(asked, rounds)
    chart = NameChart(tuple(each.number for each in rounds), people)
    return Job(seating_by_name, chart, 1 + len(people) // 60, of_seats(rounds))


def slips(asked: Asked) -> Job:
    """A slip for everybody, with the places of a round, or of all that are seated, in the order of the readings; with
    the link of the private page, for whoever may see those.
    """
    rounds = rounds_asked(asked)
    ids = {each.number: each.id for each in asked.players.values()}
    turned = turns(asked.session, asked.event.id) if asked.codes else {}
    people = tuple(
        replace(each, link=link(ids[each.person.number], turned)) if asked.codes else each
        for each in sorted(schedules(asked, rounds), key=lambda each: in_order(each.person))
    )
    facts = Slips(tuple(each.number for each in rounds), people)
    return Job(pairing_slips, facts, 1 + len(people) // 10, of_seats(rounds))


def rounds_asked(asked: Asked) -> list[RoundSeats]:
    """The round that is asked for, or all that are seated."""
    return [asked.of_round()] if asked.round is not None else list(asked.seats.values())


def schedules(asked: Asked, rounds: list[RoundSeats]) -> tuple[Schedule, ...]:
    """Everybody's places in some rounds.  Who sits in none of them is left out, and whoever only a header names: they
    cannot be told from others of their name.
    """
    people: dict[str, Person] = {}
    places: dict[str, dict[int, Place]] = {}
    for seats in rounds:
        for table in seats.tables:
            rolled = asked.rolled(table)
            for order, (player, person) in enumerate(zip(table.players, table.people, strict=False), 1):
                people[player] = person
                places.setdefault(player, {})[seats.number] = Place(table.number, 0 if rolled else order)
    return tuple(
        Schedule(person, tuple(places[player].get(each.number) for each in rounds)) for player, person in people.items()
    )
