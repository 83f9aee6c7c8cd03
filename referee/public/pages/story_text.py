"""The figures of a game's story as text, for the tables of its page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from referee.stories.queries import TableStory
from referee.stories.story import GivenSide
from referee.stories.views import TurningPointView, turning_point_views
from referee.tables.pages import label

MOST_ROWS = 60
"""The most rows in the table of net worths; longer games are sampled evenly."""


@dataclass(frozen=True, slots=True)
class StorySeat:
    """A player on the page.  ``key``: of the seat; ``number``: of the seat, from 1."""

    key: str
    number: int
    letter: str
    name: str


@dataclass(frozen=True, slots=True)
class WorthRow:
    """Everybody's worth and cash after an entry."""

    seq: int
    worth: Sequence[str]
    cash: Sequence[str]


@dataclass(frozen=True, slots=True)
class DeedStory:
    """A deed over the game.  ``spans``: the times that it was in one hand; ``count``: of the rents it earned."""

    name: str
    group: str
    letter: str
    spans: Sequence[SpanText]
    rents: str
    count: int


@dataclass(frozen=True, slots=True)
class SpanText:
    """The time that a deed was in one hand, with its caption.  ``first`` and ``width``: in thousandths of the game."""

    first: float
    width: float
    seat: int
    letter: str
    said: str


@dataclass(frozen=True, slots=True)
class SpaceRow:
    """How often throws ended on a space, and how often that was to be expected; ``group``: the space's CSS class."""

    name: str
    group: str
    letter: str
    real: int
    expected: str


@dataclass(frozen=True, slots=True)
class LuckRow:
    """The rents that the dice cost and earned a player, real and expected, and the resulting difference (``luck``)."""

    seat: StorySeat
    charged: str
    charged_expected: str
    earned: str
    earned_expected: str
    luck: str


@dataclass(frozen=True, slots=True)
class DealRow:
    """A deal: what each side gave, and its list value."""

    seq: int
    sides: Sequence[tuple[StorySeat, str, str]]


@dataclass(frozen=True, slots=True)
class StoryText:
    """The content of the page.  ``rents``: a row for each payer, a cell for each owner; ``dice``: a row for each sum,
    a cell for each seat.
    """

    seats: Sequence[StorySeat]
    moments: int
    turning_points: Sequence[TurningPointView]
    worths: Sequence[WorthRow]
    rents: Sequence[tuple[StorySeat, Sequence[str]]]
    dice: Sequence[tuple[int, Sequence[int], str]]
    landings: Sequence[SpaceRow]
    luck: Sequence[LuckRow]
    deeds: Sequence[DeedStory]
    deals: Sequence[DealRow]


def story_text(found: TableStory, language: str) -> StoryText:
    """The figures of a game in the reader's language."""
    story, table = found.story, found.story.game.state.table
    seats = [StorySeat(key, at, key[:2], table.names.get(key, key)) for at, key in enumerate(table.seats, 1)]
    return StoryText(
        seats=seats,
        moments=len(story.moments),
        turning_points=turning_point_views(found, language),
        worths=_worths(found, seats),
        rents=_rents(found, seats),
        dice=_dice(found, seats),
        landings=_landings(found, language),
        luck=[_luck(found, seat) for seat in seats],
        deeds=_deeds(found, seats, language),
        deals=_deals(found, seats),
    )


def _money(found: TableStory, amount: int) -> str:
    sign = "−" if amount < 0 else ""
    return sign + label(found.story.game, "money", abs(amount))


def _worths(found: TableStory, seats: Sequence[StorySeat]) -> list[WorthRow]:
    moments, worths, cash = found.story.moments, found.story.figures.worths, found.story.cash
    step = max(1, -(-len(moments) // MOST_ROWS))
    shown = sorted({*range(0, len(moments), step), len(moments) - 1})
    return [
        WorthRow(
            moments[at].at,
            [_money(found, worths[seat.key][at]) for seat in seats],
            [_money(found, cash[seat.key][at]) for seat in seats],
        )
        for at in shown
    ]


def _rents(found: TableStory, seats: Sequence[StorySeat]) -> list[tuple[StorySeat, list[str]]]:
    rents = found.story.rents()

    def cell(payer: StorySeat, owner: StorySeat) -> str:
        amount, count = rents.get((payer.key, owner.key), (0, 0))
        return f"{_money(found, amount)} ({count})" if count else "–"

    return [(one, [cell(one, other) for other in seats]) for one in seats]


def _dice(found: TableStory, seats: Sequence[StorySeat]) -> list[tuple[int, list[int], str]]:
    counts = found.story.dice
    thrown = sum(sum(each.values()) for each in counts.values())
    ways = {total: 6 - abs(7 - total) for total in range(2, 13)}
    return [(total, [counts[seat.key][total] for seat in seats], f"{thrown * ways[total] / 36:.1f}") for total in ways]


def _landings(found: TableStory, language: str) -> list[SpaceRow]:
    game = found.story.game
    spaces = game.ruleset.mechanics.printed(game.state.table, language)["spaces"]
    return [
        SpaceRow(space["name"], space["group"] or "", space["letter"], each.real, f"{float(each.expected):.1f}")
        for space, each in zip(spaces, found.story.landings, strict=True)
    ]


def _luck(found: TableStory, seat: StorySeat) -> LuckRow:
    each = found.story.luck[seat.key]
    better = each.earned - each.earned_expected - (each.charged - each.charged_expected)
    rounded = [_money(found, _whole(amount)) for amount in (each.charged_expected, each.earned_expected, better)]
    return LuckRow(seat, _money(found, each.charged), rounded[0], _money(found, each.earned), rounded[1], rounded[2])


def _whole(amount: Fraction) -> int:
    return round(amount)


def _deeds(found: TableStory, seats: Sequence[StorySeat], language: str) -> list[DeedStory]:
    game, story = found.story.game, found.story
    spaces = {each["key"]: each for each in game.ruleset.mechanics.printed(game.state.table, language)["spaces"]}
    by_key = {seat.key: seat for seat in seats}
    numbers = {moment.at: number for number, moment in enumerate(story.moments)}
    part = 1000 / len(story.moments)
    rows: dict[str, DeedStory] = {}
    for span in story.figures.spans:
        space, seat, last = spaces[span.deed], by_key[span.seat], span.until or story.moments[-1].at
        first, until = numbers[span.since], len(numbers) if span.until is None else numbers[span.until]
        caption = f"{span.since}–{last} · {seat.name}"
        text = SpanText(first * part, (until - first) * part, seat.number, seat.letter, caption)
        count = sum(each.deed == span.deed for each in story.figures.rents)
        earned = _money(found, story.figures.earned(span.deed)) if count else "–"
        row = rows.get(span.deed, DeedStory(space["name"], space["group"] or "", space["letter"], (), earned, count))
        rows[span.deed] = replace(row, spans=(*row.spans, text))
    return list(rows.values())


def _deals(found: TableStory, seats: Sequence[StorySeat]) -> list[DealRow]:
    by_key = {seat.key: seat for seat in seats}
    return [
        DealRow(
            each.at,
            [(by_key[side.player], _side(found, side), _money(found, side.list_value)) for side in each.sides],
        )
        for each in found.story.deals
    ]


def _side(found: TableStory, side: GivenSide) -> str:
    game = found.story.game
    cash = [_money(found, side.cash)] if side.cash else []
    deeds = [label(game, "deed", deed) for deed in side.deeds]
    return ", ".join([*cash, *deeds, *(label(game, "thing", card) for card in side.cards)]) or "–"
