"""Cards for those who run the day: the judge's, and the organizer's without a computer."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from unicodedata import east_asian_width

import rulesets
from referee.event.regulation import in_force, read
from referee.language import word
from referee.paper.asked import Asked, Job
from rulesets import editions
from tournaments.paper.documents.fallback_card import FallbackCard, fallback_card
from tournaments.paper.documents.judges_card import CardPart, JudgesCard, digest, judges_card
from tournaments.players.entrant import takes_part
from tournaments.regulation.regulation import Regulation
from tournaments.seating.shapes import shape

WIDEST = 66
"""Columns of a screen, of which a Japanese letter takes two, that fit beside a term on the card."""
STAGES = {
    "quarter": lambda: word("reg_stage_quarter"),
    "semi": lambda: word("reg_stage_semi"),
    "final": lambda: word("reg_stage_final"),
}


def judges(asked: Asked) -> Job:
    """The judge's card of the regulation in force.  Raises the problem ``no_regulation``."""
    regulation = read(in_force(asked.session, asked.event.id).text)
    title = regulation.titles[asked.language]
    card = JudgesCard(
        CardPart(title, tuple(terms(regulation, asked.language))), digest(regulation.game.ruleset, asked.language)
    )
    return Job(judges_card, card)


def terms(regulation: Regulation, language: str) -> Iterator[tuple[str, str]]:
    """What the regulation of the day says, term by term."""
    game = regulation.game
    ruleset = rulesets.load(game.ruleset, game.version) if game.version else rulesets.load(game.ruleset)
    yield word("papers_card_rules"), ruleset.titles[language]
    edition = game.edition or ruleset.default_edition
    known = edition in editions.names()
    yield word("papers_card_board"), editions.load(edition).names[language] if known else edition
    main = [each for each in regulation.rounds if each.stage == "main"]
    minutes = " / ".join(dict.fromkeys(limit(each.minutes) for each in main))
    yield word("papers_card_games"), word("reg_games_of", count=len(main), minutes=minutes)
    for each in regulation.rounds:
        if each.stage in STAGES:
            yield STAGES[each.stage](), limit(each.minutes)
    yield word("papers_card_tables"), " / ".join(map(str, regulation.tables.sizes))
    rolled = regulation.seating.start_order == "rolled"
    yield word("papers_card_start"), word("papers_start_rolled") if rolled else word("papers_start_drawn")
    about = {option.name: option.about[language] for option in ruleset.options}
    yield from options(game.options, about, word("papers_card_option"))
    for each in regulation.rounds:
        yield from options(each.options, about, word("round", number=each.number))


def options(given: Mapping[str, object], about: Mapping[str, str], term: str) -> Iterator[tuple[str, str]]:
    """Options that are set otherwise, each on a line that fits."""
    for name, value in given.items():
        short = about.get(name, name)
        for end in (":", "：", "(", "（", ";", "；", "。", ". "):
            short = short.partition(end)[0]
        said = f"{short.strip().rstrip('.')} → {value}"
        yield term, said if width(said) <= WIDEST else f"{name} → {value}"


def limit(minutes: int | None) -> str:
    """The time limit of a game."""
    return word("reg_minutes_none") if minutes is None else word("reg_minutes_of", minutes=minutes)


def width(text: str) -> int:
    """How many columns of a screen a text takes up."""
    return sum(2 if east_asian_width(letter) in "WF" else 1 for letter in text)


def fallback(asked: Asked) -> Job:
    """The card for seating without a computer: for the tables of the first round, or as many as the players need."""
    rounds = max(2, sum(each.stage == "main" for each in asked.regulation.rounds) if asked.regulation else 3)
    seats = next(iter(asked.seats.values()), None)
    sizes = [len(table.people) for table in seats.tables] if seats else list(wanted(asked))
    card = FallbackCard(len(sizes), max(sizes, default=0), rounds)
    return Job(fallback_card, card, 1 + len(sizes) // 25)


def wanted(asked: Asked) -> tuple[int, ...]:
    """The sizes of the tables that the players need; the usual size where the numbers fit none."""
    count = sum(takes_part(entrant, 1) for entrant in asked.facts.entrants)
    sizes = asked.facts.regulation.tables.sizes
    return shape(count, sizes) or (sizes[0],) * -(-count // sizes[0])
