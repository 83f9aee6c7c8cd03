"""The story of an event as text: the rows of its pages, in the reader's language."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from referee.core.language import language, word
from referee.public.event_story.course import Course, course_of
from referee.public.event_story.joined import EventFigures, EventGame, net_luck
from referee.public.event_story.supposing import DRAWS, chances_of, open_tables
from referee.public.pages.highlights import Highlight, highlights
from referee.public.pages.text import round_names
from referee.public.queries import PublicEvent
from referee.standings.columns import cut_text
from referee.standings.queries import IncludedResults, standings_of
from referee.stories.track import Luck
from referee.tables.pages import label
from tournaments.fault import Faulty
from tournaments.qualification.outlook import Chance
from tournaments.standings.sentence import figures, title

MINUTE = 60_000
EXTREMES = 5
"""How many of the shortest, and of the longest, games are shown; no game is among both."""
MOST_DEEDS = 12


@dataclass(frozen=True, slots=True)
class StoryPlayer:
    """A player as pages refer to them."""

    player: str
    number: int
    name: str


@dataclass(frozen=True, slots=True)
class Stop:
    """A rank, and by how many places it rose since the previous stop (None at the first)."""

    rank: int
    moved: int | None


@dataclass(frozen=True, slots=True)
class CourseRow:
    """A player's ranks over the rounds."""

    who: StoryPlayer
    stops: Sequence[Stop]

    @property
    def ranks(self) -> str:
        """The ranks separated by commas, for the chart."""
        return ",".join(str(each.rank) for each in self.stops)


@dataclass(frozen=True, slots=True)
class NeedRow:
    """What a player needs to qualify.  ``value``: by the first criterion; ``gap``: the distance from the qualification
    line; ``cells``: the chance for each place at the open table; ``sentence``: all of it in words.
    """

    who: StoryPlayer
    rank: int
    value: str
    gap: str
    cells: Sequence[str]
    sentence: str


@dataclass(frozen=True, slots=True)
class GameRow:
    """A game with its length, in minutes and in reports."""

    round: int
    table: int
    named: str
    players: Sequence[StoryPlayer]
    minutes: int
    reports: int


@dataclass(frozen=True, slots=True)
class DeedRents:
    """A deed and the rents it earned.  ``part``: in percent of the highest ``amount``."""

    name: str
    group: str
    letter: str
    amount: str
    count: int
    games: int
    part: int


@dataclass(frozen=True, slots=True)
class EventLuckRow:
    """A player's luck."""

    who: StoryPlayer
    charged: str
    charged_expected: str
    earned: str
    earned_expected: str
    luck: str


@dataclass(frozen=True, slots=True)
class EventStory:
    """The content of the story page."""

    when: str
    highlights: Sequence[Highlight]
    stops: Sequence[str]
    places: int | None
    line: str
    course: Sequence[CourseRow]
    needs: Sequence[NeedRow]
    need_places: Sequence[int]
    criterion: str
    draws: int
    early: str
    open: bool
    shortest: Sequence[GameRow]
    longest: Sequence[GameRow]
    deeds: Sequence[DeedRents]
    games: int
    luck: Sequence[EventLuckRow]
    waiting: int


def event_story_text(public: PublicEvent, found: EventFigures) -> EventStory | None:
    """The content of the story page; None while nothing is published, or if the results contradict the regulation."""
    seen = public.seen
    try:
        course = course_of(seen) if seen is not None else None
        if seen is None or course is None:
            return None
        tables = open_tables(public)
        needs = _needs(public, seen, course, chances_of(seen, tables))
    except Faulty:
        return None
    by_length = sorted((game_row(public, each) for each in found.games), key=lambda row: (row.minutes, row.reports))
    known = course.places is not None
    criteria = seen.facts.regulation.standings.criteria
    return EventStory(
        when=word("standings_final") if course.over else word("standings_after", round=round_names(public)[seen.after]),
        highlights=highlights(public, seen, course, found),
        stops=stop_names(public, course),
        places=course.places,
        line=line_name(seen, course),
        course=[course_row(public, course, each) for each in course.players],
        needs=needs if known or tables else (),
        need_places=range(1, max((len(each.players) for each in tables), default=0) + 1),
        criterion=title(criteria[0], language()) if criteria else "",
        draws=DRAWS,
        early=early_round(public, seen),
        open=bool(tables),
        shortest=by_length[: min(EXTREMES, -(-len(by_length) // 2))],
        longest=by_length[: -1 - min(EXTREMES, len(by_length) // 2) : -1],
        deeds=deed_rows(found),
        games=sum(1 for _ in found.comparable_games()) if found.games else 0,
        luck=luck_rows(public, found),
        waiting=found.waiting,
    )


def line_name(seen: IncludedResults, course: Course | None) -> str:
    """What the line below the last who advances says; empty where there is none."""
    rule = seen.facts.regulation.qualification
    if course is None or course.places is None or rule is None:
        return ""
    return cut_text(seen.facts.regulation, rule.places, language())


def stop_names(public: PublicEvent, course: Course | None) -> list[str]:
    rounds = round_names(public)
    return [rounds[each] if each else word("story_end") for each in (course.stops if course is not None else ())]


def player_name(public: PublicEvent, player: str) -> StoryPlayer:
    row = public.players[player]
    return StoryPlayer(player, row.number, row.shown)


def course_row(public: PublicEvent, course: Course, player: str) -> CourseRow:
    moved = (None, *course.moved(player))
    stops = [Stop(rank, by) for rank, by in zip(course.ranks[player], moved, strict=True)]
    return CourseRow(player_name(public, player), stops)


def _needs(
    public: PublicEvent, seen: IncludedResults, course: Course, chances: Mapping[str, Mapping[int, Chance]]
) -> Sequence[NeedRow]:
    if course.over or seen.facts.regulation.qualification is None:
        return ()
    gaps = course.gaps()
    values = _values(seen)
    most = max((place for known in chances.values() for place in known), default=0)
    return [
        NeedRow(
            player_name(public, each),
            course.ranks[each][-1],
            values.get(each, ""),
            gaps.get(each, ""),
            [
                chance_text(chances.get(each, {}).get(place) or chances.get(each, {}).get(0))
                for place in range(1, most + 1)
            ],
            need_text(chances.get(each, {})),
        )
        for each in course.players
    ]


def need_row(public: PublicEvent, seen: IncludedResults, player: str) -> NeedRow | None:
    """What a player needs to qualify; None if there is no final, or the player or the event is past that.

    Raises `Faulty`.
    """
    course = course_of(seen)
    if course is None or _has_left(seen, player):
        return None
    tables = open_tables(public)
    rows = _needs(public, seen, course, chances_of(seen, tables)) if tables or course.places is not None else ()
    row = next((each for each in rows if each.who.player == player), None)
    early = early_round(public, seen)
    if row is None or not row.sentence or not early:
        return row
    return replace(row, sentence=word("story_need_early", round=early, need=row.sentence))


def _has_left(seen: IncludedResults, player: str) -> bool:
    return any(each.id == player and each.dropped_after is not None for each in seen.facts.entrants)


def early_round(public: PublicEvent, seen: IncludedResults) -> str:
    """The round that is open, if more rounds follow it before it is known who advances; else empty."""
    last = max((step.after for rule in seen.facts.regulation.finals for step in rule.steps), default=0)
    return next((round_names(public)[each.round] for each in open_tables(public) if each.round < last), "")


def _values(seen: IncludedResults) -> dict[str, str]:
    rows = standings_of(seen).rows
    return dict(
        zip((row.player for row in rows), figures(*(row.values[0] for row in rows if row.values)), strict=False)
    )


def chance_text(chance: Chance | None) -> str:
    """A chance as short text: a tick, a percentage or a dash; with a plus where a decision might still help."""
    if chance is None:
        return ""
    if chance.inside == chance.drawn:
        return "✓"
    plus = "+" if chance.tied else ""
    return (percentage(chance) if chance.inside else "–") + plus


def percentage(chance: Chance) -> str:
    """The share of endings in which the player qualifies, in percent, never rounded to 0 or 100."""
    return f"{min(99, max(1, round(100 * chance.inside / chance.drawn)))} %"


def need_text(known: Mapping[int, Chance]) -> str:
    """What a player needs to qualify, in a sentence; empty if no endings were drawn.

    ``known``: the chances by place at the open table, 0 for a player without one.
    """
    if not known:
        return ""
    sure = [place for place, each in known.items() if each.inside == each.drawn]
    if len(sure) == len(known):
        return word("story_is_in")
    if not any(each.inside or each.tied for each in known.values()):
        return word("story_is_out")
    if 0 in known:
        return word("story_all_must")
    enough = 0
    while enough + 1 in sure:
        enough += 1
    if enough:
        return word("story_enough", place=enough)
    best = max(known, key=lambda place: (Fraction(known[place].inside, known[place].drawn), -place))
    return word("story_may", place=best, share=percentage(known[best])) if known[best].inside else word("story_tied")


def game_row(public: PublicEvent, game: EventGame) -> GameRow:
    table = game.table
    return GameRow(
        table.round,
        table.number,
        f"{round_names(public)[table.round]} {word('table_number', number=table.number)}",
        [player_name(public, each) for each in table.players],
        round(game.figures.length / MINUTE),
        game.figures.reports,
    )


def deed_rows(found: EventFigures) -> list[DeedRents]:
    game = found.opening
    if game is None:
        return []
    spaces = {each["key"]: each for each in game.ruleset.mechanics.printed(game.state.table, language())["spaces"]}
    deeds = [each for each in found.deeds() if each.key in spaces][:MOST_DEEDS]
    most = max((each.amount for each in deeds), default=1)
    return [
        DeedRents(
            spaces[each.key]["name"],
            spaces[each.key]["group"] or "",
            spaces[each.key]["letter"],
            label(game, "money", each.amount),
            each.count,
            each.games,
            round(100 * each.amount / max(1, most)),
        )
        for each in deeds
    ]


def money(found: EventFigures, amount: Fraction | int) -> str:
    """An amount in the money of the games, rounded to whole units."""
    assert found.opening is not None
    whole = round(amount)
    return ("−" if whole < 0 else "") + label(found.opening, "money", abs(whole))


def luck_rows(public: PublicEvent, found: EventFigures) -> list[EventLuckRow]:
    """Everybody's luck, the luckiest first."""
    rows = sorted(found.luck().items(), key=lambda row: (-net_luck(row[1]), row[0]))
    return [luck_row(public, found, player, each) for player, each in rows if player in public.players]


def luck_row(public: PublicEvent, found: EventFigures, player: str, each: Luck) -> EventLuckRow:
    amounts = (each.charged, each.charged_expected, each.earned, each.earned_expected, net_luck(each))
    return EventLuckRow(player_name(public, player), *(money(found, amount) for amount in amounts))
