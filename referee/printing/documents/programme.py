"""The programme of the day, as far as the event knows it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from sqlmodel import col, select

import rulesets
from referee.core.language import text
from referee.events.game_header import board_title
from referee.events.points_text import join_list, points_lines
from referee.events.regulation_text import (
    appeals_line,
    qualification_lines,
    ranking_text,
    tables_text,
    venue_lines,
)
from referee.models import Prize
from referee.printing.documents.cards import date_in_full, day_lines, planned_rounds, public_link, staff
from referee.printing.job import PaperJob
from referee.printing.request import DocumentRequest
from referee.results.facts import table_sizes
from rulesets.languages.counted import fill
from tournaments.paper.documents.programme import Programme, ProgrammeLine, ProgrammePart, programme
from tournaments.paper.words import headed, words
from tournaments.regulation.regulation import Regulation

UNKNOWN_ROUNDS = 3
"""Rounds to write by hand as long as none is known."""
UNTIMED = "–"
"""Stands for the time of what is in the timetable without one."""
EMPTY = ProgrammeLine("")


def event_programme(request: DocumentRequest) -> PaperJob:
    """The day, how one goes on, prizes, the rules in short, room for one's own results; lines to write on for what is
    not known.
    """
    event, regulation = request.event, request.regulation
    texts = words(request.language)
    rounds = dict(_rounds(request))
    day = ProgrammePart(texts["programme_day"], tuple(_day(request, rounds)), timed=True, aside=_field(request))
    left = [ProgrammePart(texts["programme_advance"], tuple(_advance(regulation, request.language)))]
    if prizes := tuple(_prizes(request)):
        left.append(ProgrammePart(texts["programme_prizes"], prizes))
    rules = _rules(regulation, request.language) if regulation else ()
    right = [ProgrammePart(texts["programme_rules"], rules or (EMPTY, EMPTY))]
    role = request.text("role_head_judge")
    judges = join_list((each.person.own_name for each in staff(request) if each.role == role), request.language)
    offices = ((request.text("event_organizer"), event.organizer), (role, judges))
    people = tuple(labelled(label, name, request.language) for label, name in offices if name)
    names = tuple(each.what for each in rounds.values())
    finals = tuple(
        each.what for number, each in rounds.items() if regulation is not None and not regulation.planned(number).counts
    )
    below = (tuple(left), tuple(right))
    facts = Programme(day, below, names, finals, date_in_full(request), event.venue, people, public_link(request))
    return PaperJob(programme, facts)


def _day(request: DocumentRequest, rounds: Mapping[int, ProgrammeLine]) -> Iterator[ProgrammeLine]:
    """Yield the timetable, with what is known of the rounds that it names, then the other rounds; without one, what
    every day has, with room for the times.
    """
    if found := day_lines(request):
        for each in found:
            yield replace(rounds.get(each.round, ProgrammeLine(each.what)), when=each.when or UNTIMED)
        named = {each.round for each in found}
        yield from (line for number, line in rounds.items() if number not in named)
        return
    texts = words(request.language)
    yield ProgrammeLine(texts["programme_opens"])
    yield from rounds.values() or (EMPTY,) * UNKNOWN_ROUNDS
    yield ProgrammeLine(texts["programme_break"])
    yield ProgrammeLine(texts["programme_ends"])


def _rounds(request: DocumentRequest) -> Iterator[tuple[int, ProgrammeLine]]:
    """Yield the rounds by number: name, minutes, and at how many tables they are played, if that is known."""
    for each in planned_rounds(request):
        seated = request.seats.get(each.number)
        tables = fill(words(request.language)["programme_tables"], tables=len(seated.tables)) if seated else ""
        yield each.number, ProgrammeLine(each.name, lasts=each.minutes, tables=tables)


def _field(request: DocumentRequest) -> str:
    """How many play: in the first round as seated, or as many as are registered."""
    first = next(iter(request.seats.values()), None)
    if first is not None:
        count = sum(len(each.people) for each in first.tables)
    else:
        count = sum(table_sizes(request.facts)) if request.regulation is not None else 0
    return fill(words(request.language)["programme_field"], players=count) if count else ""


def _advance(regulation: Regulation | None, language: str) -> Iterator[ProgrammeLine]:
    if regulation is None:
        yield from (EMPTY, EMPTY)
        return
    lines = venue_lines(regulation, language)
    if regulation.qualification is not None:
        lines += qualification_lines(regulation.qualification, language)
    lines.append(labelled(text(language, "papers_card_criteria"), ranking_text(regulation, language), language))
    yield from map(ProgrammeLine, lines)


def labelled(label: str, value: str, language: str) -> str:
    """A label and its value, with the colon of the language."""
    return text(language, "reg_game_option", about=label, value=value)


def _prizes(request: DocumentRequest) -> Iterator[ProgrammeLine]:
    query = select(Prize).where(Prize.event_id == request.event.id).order_by(col(Prize.id))
    rows = request.session.exec(query).all()
    for each in sorted(rows, key=lambda each: (each.place is None, each.place or 0, each.id)):
        yield ProgrammeLine(each.name if each.place is None else f"{each.place}. {each.name}")


def _rules(regulation: Regulation, language: str) -> tuple[ProgrammeLine, ...]:
    """Return what is played and how it is scored, a line for each."""
    game = regulation.game
    ruleset = rulesets.load(game.ruleset, game.version) if game.version else rulesets.load(game.ruleset)
    rolled = regulation.seating.start_order == "rolled"
    board = board_title(ruleset, game.edition or ruleset.default_edition, language)
    sentences = (
        ruleset.titles[language],
        text(language, "reg_game_edition", edition=board),
        tables_text(regulation.tables.sizes, language),
        text(language, "reg_start_rolled" if rolled else "reg_start_drawn"),
        *points_lines(regulation.points, game.money, language),
        appeals_line(regulation.rulings.appeal_minutes, language),
    )
    return tuple(ProgrammeLine(headed(each)) for each in sentences)
