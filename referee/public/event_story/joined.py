"""Figures over all games of an event: how long they took, what each deed earned, and how lucky everybody was."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from referee.core.service import service
from referee.public.queries import PublicEvent, PublicTable
from referee.results.contest import shown_rounds
from referee.stories.game_figures import Earned, GameFigures, KnownFigures
from referee.stories.track import Luck
from rulesets import Game

NO_LUCK = Luck(0, Fraction(0), 0, Fraction(0))


@dataclass(frozen=True, slots=True)
class EventGame:
    """A game of the event and its figures."""

    table: PublicTable
    figures: GameFigures

    def player(self, seat: str) -> str | None:
        """The player in a seat; None if the seat no longer belongs to anybody."""
        return next((who for who, at in zip(self.table.players, self.table.seats, strict=True) if at == seat), None)


@dataclass(frozen=True, slots=True)
class DeedEarnings:
    """The rents that a deed earned in all games.  ``games``: in how many games it earned any."""

    key: str
    amount: int
    count: int
    games: int


@dataclass(frozen=True, slots=True)
class EventFigures:
    """The figures of an event's games.  ``games``: those computed so far, by round and table; ``waiting``: the number
    of games still to be computed.

    Deeds, luck and rents only include games with the same ruleset and edition as the first one (``opening``): sums in
    different money cannot be added up.
    """

    games: tuple[EventGame, ...]
    waiting: int

    @property
    def opening(self) -> Game | None:
        """The game by which names and money are displayed; None if there are no games."""
        return self.games[0].figures.opening if self.games else None

    @property
    def tag(self) -> tuple[str, ...]:
        """A cache tag that changes whenever any figure does."""
        return (str(self.waiting), *(each.figures.head for each in self.games))

    def comparable_games(self) -> Iterator[EventGame]:
        """The games whose money can be added up."""
        for each in self.games:
            if _ruleset_and_edition(each.figures.opening) == _ruleset_and_edition(self.games[0].figures.opening):
                yield each

    def deeds(self) -> list[DeedEarnings]:
        """The rents that each deed earned, highest first."""
        amounts: Counter[str] = Counter()
        counts: Counter[str] = Counter()
        games: Counter[str] = Counter()
        for each in self.comparable_games():
            for key, earned in each.figures.earned.items():
                amounts[key] += earned.amount
                counts[key] += earned.count
                games[key] += 1
        found = [DeedEarnings(key, amounts[key], counts[key], games[key]) for key in amounts]
        return sorted(found, key=lambda each: (-each.amount, each.key))

    def luck(self) -> dict[str, Luck]:
        """Everybody's luck over the event, by player: the rents that throws led to, and what was to be expected."""
        found: dict[str, Luck] = {}
        for each in self.comparable_games():
            for seat, own in each.figures.luck.items():
                if (player := each.player(seat)) is not None:
                    found[player] = add_luck(found.get(player, NO_LUCK), own)
        return found

    def rents(self, one: str, other: str) -> Earned:
        """The rents that one player paid another over the event."""
        paid = [
            rent
            for each in self.comparable_games()
            for (payer, to), rent in each.figures.rents.items()
            if (each.player(payer), each.player(to)) == (one, other)
        ]
        return Earned(sum(amount for amount, _ in paid), sum(count for _, count in paid))

    def at(self, round: int, table: int) -> GameFigures | None:
        return next(
            (each.figures for each in self.games if (each.table.round, each.table.number) == (round, table)), None
        )


def net_luck(luck: Luck) -> Fraction:
    """By how much the dice were kinder than expected: the extra rent earned plus the rent spared."""
    return luck.earned - luck.earned_expected - (luck.charged - luck.charged_expected)


def add_luck(one: Luck, other: Luck) -> Luck:
    """The sum of two lucks, such as one player's in two games, field by field."""
    return Luck(
        one.charged + other.charged,
        one.charged_expected + other.charged_expected,
        one.earned + other.earned,
        one.earned_expected + other.earned_expected,
    )


def story_tables(public: PublicEvent) -> Sequence[PublicTable]:
    """The tables whose games may be included: the event shows replays, and the round's results are published."""
    seen = public.seen
    if seen is None or not (public.shows("replays") and public.shows("tables") and public.shows("seating")):
        return ()
    rounds = shown_rounds(seen.facts) & {each.number for each in public.rounds if each.state == "closed"}
    return [each for each in public.tables if each.round in rounds]


def event_figures(public: PublicEvent) -> EventFigures:
    """The figures of an event's games, as far as they have been computed."""
    tables = story_tables(public)
    known: Mapping[str, GameFigures | None] = service().part(KnownFigures).get_or_queue(each.id for each in tables)
    games = [EventGame(each, figures) for each in tables if (figures := known.get(each.id)) is not None]
    return EventFigures(tuple(games), sum(each.id not in known for each in tables))


def _ruleset_and_edition(game: Game) -> tuple[str, object]:
    return game.ruleset.name, game.state.table.edition
