"""Who sits where: the charts by table and by name for the wall, and the pairing slips to hand out."""

from __future__ import annotations

from dataclasses import replace

from referee.players.link import link, turns
from referee.printing.job import PaperJob
from referee.printing.request import DocumentRequest
from referee.printing.seats import RoundSeats
from tournaments.paper.documents.pairing_slips import PairingSlips, pairing_slips
from tournaments.paper.documents.seating_by_name import NameChart, seating_by_name
from tournaments.paper.documents.seating_by_table import SeatingChart, seating_by_table
from tournaments.paper.facts import PersonalSchedule, PrintedPerson, PrintedPlace


def by_table(request: DocumentRequest) -> PaperJob:
    """The chart by table of a round."""
    found = request.requested_round()
    tables = tuple(map(request.table_seats, found.tables))
    chart = SeatingChart(found.number, tables)
    return PaperJob(seating_by_table, chart, 1 + len(tables) // 20, request.seats_draft_note([found]), found.version)


def by_name(request: DocumentRequest) -> PaperJob:
    """The chart by name of a round, or of all that are seated."""
    return chart_by_name(request, requested_rounds(request))


def chart_by_name(request: DocumentRequest, rounds: list[RoundSeats]) -> PaperJob:
    """The chart by name of some rounds."""
    people = schedules(request, rounds)
    chart = NameChart(tuple(each.number for each in rounds), people)
    return PaperJob(
        seating_by_name, chart, 1 + len(people) // 60, request.seats_draft_note(rounds), latest_version(rounds)
    )


def slips(request: DocumentRequest) -> PaperJob:
    """A slip for each player with their places in a round, or in all that are seated, sorted by reading; with a link to
    the player's private page, if whoever asks may see it.
    """
    rounds = requested_rounds(request)
    ids = {each.number: each.id for each in request.players.values()}
    turned = turns(request.session, request.event.id) if request.codes else {}
    people = tuple(
        replace(each, link=request.qr_link(link(ids[each.person.number], turned))) if request.codes else each
        for each in sorted(schedules(request, rounds), key=lambda each: request.in_list(each.person))
        if request.includes(each.person)
    )
    facts = PairingSlips(tuple(each.number for each in rounds), people)
    return PaperJob(
        pairing_slips, facts, 1 + len(people) // 10, request.seats_draft_note(rounds), latest_version(rounds)
    )


def requested_rounds(request: DocumentRequest) -> list[RoundSeats]:
    """The requested round, or all that are seated."""
    return [request.requested_round()] if request.options.round is not None else list(request.seats.values())


def latest_version(rounds: list[RoundSeats]) -> int:
    """The latest version among the seats of several rounds."""
    return max((each.version for each in rounds), default=0)


def schedules(request: DocumentRequest, rounds: list[RoundSeats]) -> tuple[PersonalSchedule, ...]:
    """Each player's places in some rounds; players who sit in none of them are left out.

    So are people who are only named in a game's header: they cannot be told apart from others of the same name.
    """
    people: dict[str, PrintedPerson] = {}
    places: dict[str, dict[int, PrintedPlace]] = {}
    for seats in rounds:
        for table in seats.tables:
            rolled = request.to_be_rolled(table)
            for order, (player, person) in enumerate(zip(table.players, table.people, strict=False), 1):
                people[player] = person
                places.setdefault(player, {})[seats.number] = PrintedPlace(table.number, 0 if rolled else order)
    return tuple(
        PersonalSchedule(person, tuple(places[player].get(each.number) for each in rounds))
        for player, person in people.items()
    )
