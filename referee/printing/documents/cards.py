"""The poster at the entrance, name tags and the rules leaflet for everybody; the judge's card, and one for running the
day without a computer.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

import rulesets
from referee.accounts.invitations import base_url
from referee.core.language import text
from referee.core.pages.format import shown_day
from referee.events.day import RoundOfDay, round_times, rounds_of_day
from referee.events.game_header import board_title
from referee.events.points_text import first_penalty, option_lines, points_lines, sizes_text
from referee.events.regulation import in_force, parse_regulation
from referee.events.regulation_text import (
    games_text,
    minutes_text,
    planned_title,
    qualification_lines,
    ranking_text,
    stage_name,
)
from referee.events.staff import staff_of
from referee.models import PublicPages
from referee.players.at_the_door import fee_of
from referee.printing.job import PaperJob
from referee.printing.request import DocumentRequest, person
from referee.results.facts import table_sizes
from rulesets.irregularities import irregularities
from tournaments.paper.documents.fallback_card import FallbackCard, fallback_card
from tournaments.paper.documents.folded.judges_card import JudgesCard, judges_card
from tournaments.paper.documents.folded.leaflet import Leaflet, leaflet
from tournaments.paper.documents.name_tags import NameTag, name_tags
from tournaments.paper.documents.poster import Poster, PosterLine, poster
from tournaments.paper.facts import PrintedPerson
from tournaments.paper.words import words
from tournaments.regulation.regulation import Regulation
from tournaments.timetable import later, timetable


def event_poster(request: DocumentRequest) -> PaperJob:
    """What is known of the event: day, place, fee, organizer, timetable and the rounds that it lacks, and a QR code to
    the public pages if they are open.
    """
    event = request.event
    lines = day_lines(request)
    named = {each.round for each in lines}
    rounds = (each for each in planned_rounds(request) if each.number not in named)
    lines += tuple(PosterLine(each.name, lasts=each.minutes) for each in rounds)
    fee = fee_of(request.session, event.id)
    fee = request.text("sign_up_fee", fee=fee) if fee else ""
    link = public_link(request)
    return PaperJob(poster, Poster(lines, date_in_full(request), event.venue, fee, event.organizer, link))


def date_in_full(request: DocumentRequest) -> str:
    """The date with the day of the week, as far as the layout has no date of its own."""
    held, shown = request.event.held_on, (request.layout.date or {}).get(request.language, "")
    if not held or shown != shown_day(held, request.language):
        return shown
    weekday = request.text("papers_weekdays").split()[date.fromisoformat(held).weekday()]
    return request.text("papers_day_of_week", day=shown, weekday=weekday)


def planned_rounds(request: DocumentRequest) -> list[RoundOfDay]:
    """The rounds as planned, or else as in the regulation."""
    return rounds_of_day(request.regulation, request.rounds, request.language)


def public_link(request: DocumentRequest) -> str:
    """The link to the public pages, to print as a QR code; empty if they are closed."""
    pages = request.session.get(PublicPages, request.event.id)
    if pages is None or not pages.open:
        return ""
    return request.qr_link(f"{base_url()}/p/{pages.address or request.event.id}")


def day_lines(request: DocumentRequest) -> tuple[PosterLine, ...]:
    """The lines of the event's timetable, the rounds in it by their names and with what they last; and when the day
    ends, if every round has its time and the last line is a round's.
    """
    rounds = {each.number: each for each in planned_rounds(request)}
    starts = round_times(request.regulation, request.rounds, request.event.timetable)
    begins = {time: rounds[number] for number, time in starts.items()}
    found = []
    for each in timetable(request.event.timetable):
        begun = begins.get(each.when)
        found.append(
            PosterLine(begun.name, each.when, begun.minutes, begun.number)
            if begun is not None
            else PosterLine(each.what, each.when)
        )
    last = begins.get(found[-1].when) if found and len(begins) == len(rounds) else None
    if last is not None and (end := later(found[-1].when, last.lasts)):
        found.append(PosterLine(words(request.language)["day_ends"], end))
    return tuple(found)


def tags(request: DocumentRequest) -> PaperJob:
    """A tag for every player who has not left, reserves included, sorted by reading; then the staff."""
    players = [person(each) for each in request.players.values() if each.dropped_after is None]
    wanted = filter(request.includes, sorted(players, key=request.in_list))
    facts = [*map(NameTag, wanted), *(staff(request) if request.options.player is None else ())]
    return PaperJob(name_tags, tuple(facts), 1 + len(facts) // 10)


def staff(request: DocumentRequest) -> Iterator[NameTag]:
    """Yield a tag for everybody on the staff, with the highest of their roles."""
    for each in staff_of(request.session, request.event.id):
        yield NameTag(PrintedPerson(each.name), request.text(f"role_{each.role}"))


def card_for_judges(request: DocumentRequest) -> PaperJob:
    """The judge's card of the regulation in force.  Raises the problem ``no_regulation``."""
    return PaperJob(
        judges_card,
        judges_card_facts(parse_regulation(in_force(request.session, request.event.id).text), request.language),
    )


def judges_card_facts(regulation: Regulation, language: str) -> JudgesCard:
    """The facts on the judge's card for a regulation."""
    usual = {key: first_penalty(kind, regulation.penalties, language) for key, kind in irregularities().items()}
    own = regulation.rulings.irregularities
    return JudgesCard(
        regulation.titles[language],
        regulation.game.ruleset,
        tuple(terms(regulation, language)),
        regulation.game.figures(language),
        tuple((key, found) for key, found in usual.items() if found),
        tuple((key, texts[language]) for key, texts in own.items()),
    )


def rules_leaflet(request: DocumentRequest) -> PaperJob:
    """The rules leaflet, with the figures of the regulation in force.  Raises the problem ``no_regulation``."""
    regulation, language = parse_regulation(in_force(request.session, request.event.id).text), request.language
    day, numbers = tuple(terms(regulation, language)), regulation.game.figures(language)
    drawn = regulation.seating.start_order != "rolled"
    return PaperJob(leaflet, Leaflet(regulation.titles[language], regulation.game.ruleset, day, numbers, drawn), 2)


def terms(regulation: Regulation, language: str) -> Iterator[tuple[str, str]]:
    """Yield the terms of the regulation, as label and value."""
    game = regulation.game
    ruleset = rulesets.load(game.ruleset, game.version) if game.version else rulesets.load(game.ruleset)
    yield text(language, "papers_card_rules"), ruleset.titles[language]
    yield text(language, "papers_card_board"), board_title(ruleset, game.edition or ruleset.default_edition, language)
    if games := games_text(regulation, language):
        yield text(language, "papers_card_games"), games
    for each in regulation.rounds:
        if each.stage != "main":
            yield stage_name(each.stage, language), minutes_text(each.minutes, language)
    yield text(language, "papers_card_tables"), sizes_text(regulation.tables.sizes, language)
    start = "papers_start_rolled" if regulation.seating.start_order == "rolled" else "papers_start_drawn"
    yield text(language, "papers_card_start"), text(language, start)
    for line in option_lines(game.ruleset, game.options, language):
        yield text(language, "papers_card_option"), line
    for each in regulation.rounds:
        for line in option_lines(game.ruleset, each.options, language):
            yield planned_title(each, language), line
    for line in points_lines(regulation.points, game.money, language):
        yield text(language, "papers_card_points"), line
    yield text(language, "papers_card_criteria"), ranking_text(regulation, language)
    for line in qualification_lines(regulation.qualification, language) if regulation.qualification else ():
        yield text(language, "papers_card_qualification"), line


def fallback(request: DocumentRequest) -> PaperJob:
    """The card for seating without a computer, for the tables of the first round or as many as the players need."""
    rounds = max(2, sum(each.stage == "main" for each in request.regulation.rounds) if request.regulation else 3)
    seats = next(iter(request.seats.values()), None)
    sizes = [len(table.people) for table in seats.tables] if seats else list(table_sizes(request.facts))
    differing = tuple(sizes) if len(set(sizes)) > 1 else ()
    card = FallbackCard(len(sizes), max(sizes, default=0), rounds, differing)
    return PaperJob(fallback_card, card, 1 + len(sizes) // 25)
