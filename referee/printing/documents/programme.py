"""The programme of the day, as far as the event knows it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from sqlmodel import col, select

import rulesets
from referee.core.language import text
from referee.events.day import round_times
from referee.events.game_header import board_title
from referee.events.points_text import join_list, points_lines
from referee.events.regulation_text import qualification_lines, venue_lines
from referee.models import Prize
from referee.printing.documents.cards import day_lines, planned_rounds, public_link
from referee.printing.job import PaperJob
from referee.printing.request import DocumentRequest
from referee.results.facts import table_sizes
from rulesets.languages.counted import fill
from tournaments.paper.documents.programme import Programme, ProgrammeLine, ProgrammePart, programme
from tournaments.paper.words import headed, words
from tournaments.qualification.rule import Exactly
from tournaments.regulation.regulation import Regulation
from tournaments.standings.sentence import title

UNKNOWN_ROUNDS = 3
"""Rounds to write by hand as long as none is known."""
UNTIMED = "–"
"""Stands for the time of what is in the timetable without one."""
EMPTY = ProgrammeLine("", "")


def event_programme(request: DocumentRequest) -> PaperJob:
    """The day, who plays at how many tables, how one goes on, prizes, the rules in short; lines to write on for
    what is not known.
    """
    event, regulation = request.event, request.regulation
    texts = words(request.language)
    parts = [ProgrammePart(texts["programme_day"], tuple(_day(request, dict(_rounds(request)))), timed=True)]
    parts.append(ProgrammePart(texts["programme_seats"], tuple(_seats(request))))
    parts.append(ProgrammePart(texts["programme_advance"], tuple(_advance(regulation, request.language))))
    if prizes := tuple(_prizes(request)):
        parts.append(ProgrammePart(texts["programme_prizes"], prizes))
    rules = _rules(regulation, request.language) if regulation else ()
    parts.append(ProgrammePart(texts["programme_rules"], rules or (EMPTY, EMPTY)))
    return PaperJob(programme, Programme(tuple(parts), event.venue, event.organizer, public_link(request)))


def _day(request: DocumentRequest, rounds: Mapping[int, ProgrammeLine]) -> Iterator[ProgrammeLine]:
    """Yield the timetable, with what is known of the rounds that it names, then the other rounds; without one, what
    every day has, with room for the times.
    """
    if found := day_lines(request):
        starts = round_times(request.regulation, request.rounds, request.event.timetable)
        begins = {time: number for number, time in starts.items()}
        for each in found:
            own = rounds.get(begins.get(each.when, 0))
            what = f"{own.when}\u3000{own.what}" if own else each.what
            yield ProgrammeLine(each.when or UNTIMED, what)
        yield from (line for number, line in rounds.items() if number not in starts)
        return
    texts = words(request.language)
    yield ProgrammeLine("", texts["programme_opens"])
    for line in rounds.values():
        yield ProgrammeLine("", f"{line.when}\u3000{line.what}")
    for _ in range(0 if rounds else UNKNOWN_ROUNDS):
        yield EMPTY
    yield ProgrammeLine("", texts["programme_break"])
    yield ProgrammeLine("", texts["programme_ends"])


def _rounds(request: DocumentRequest) -> Iterator[tuple[int, ProgrammeLine]]:
    """Yield the rounds by number: name, and minutes and tables."""
    for each in planned_rounds(request):
        seated = request.seats.get(each.number)
        tables = fill(words(request.language)["programme_tables"], tables=len(seated.tables)) if seated else each.tables
        yield each.number, ProgrammeLine(each.name, join_list(filter(None, (each.minutes, tables)), request.language))


def _seats(request: DocumentRequest) -> Iterator[ProgrammeLine]:
    """Yield how many play at how many tables in the first round: as seated, or as many as those who are registered
    need.
    """
    first = next(iter(request.seats.values()), None)
    sizes: tuple[int, ...] = ()
    if first is not None:
        sizes = tuple(len(each.people) for each in first.tables)
    elif request.regulation is not None:
        sizes = table_sizes(request.facts)
    field = words(request.language)["programme_field"]
    yield ProgrammeLine("", fill(field, players=sum(sizes), tables=len(sizes)) if sizes else "")


def _advance(regulation: Regulation | None, language: str) -> Iterator[ProgrammeLine]:
    if regulation is None:
        yield from (EMPTY, EMPTY)
        return
    lines = venue_lines(regulation, language)
    if regulation.qualification is not None:
        rule = regulation.qualification
        lines += qualification_lines(rule, language)
        if len(rule.steps) == 1 and rule.steps[0].quota == Exactly(rule.places):  # the step says it
            lines.remove(text(language, "reg_final_places", places=rule.places))
    criteria = join_list((title(each, language) for each in regulation.standings.criteria), language)
    yield from (ProgrammeLine("", each) for each in lines)
    yield ProgrammeLine("", f"{text(language, 'papers_card_criteria')}: {criteria}")


def _prizes(request: DocumentRequest) -> Iterator[ProgrammeLine]:
    query = select(Prize).where(Prize.event_id == request.event.id).order_by(col(Prize.id))
    rows = request.session.exec(query).all()
    for each in sorted(rows, key=lambda each: (each.place is None, each.place or 0, each.id)):
        yield ProgrammeLine("", each.name if each.place is None else f"{each.place}. {each.name}")


def _rules(regulation: Regulation, language: str) -> tuple[ProgrammeLine, ...]:
    """Return what is played and how it is scored, a line for each."""
    game = regulation.game
    ruleset = rulesets.load(game.ruleset, game.version) if game.version else rulesets.load(game.ruleset)
    minutes = regulation.rulings.appeal_minutes
    rolled = regulation.seating.start_order == "rolled"
    sentences = (
        ruleset.titles[language],
        text(language, "reg_game_edition", edition=board_title(game.edition or ruleset.default_edition, language)),
        text(language, "reg_tables_of", sizes=join_list(regulation.tables.sizes, language)),
        text(language, "reg_start_rolled" if rolled else "reg_start_drawn"),
        *points_lines(regulation.points, game.money, language),
        text(language, "reg_appeals", minutes=minutes) if minutes else text(language, "reg_no_appeals"),
    )
    return tuple(ProgrammeLine("", headed(each)) for each in sentences)
