"""The stories of the day in sentences: who has led all along, who came from behind, the closest table, and the like."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from referee.core.language import word
from referee.public.event_story.course import Course
from referee.public.event_story.joined import EventFigures, EventGame, net_luck
from referee.public.pages.text import round_names
from referee.public.queries import PublicEvent
from referee.results.contest import scored
from referee.standings.queries import IncludedResults
from referee.tables.pages import label
from tournaments.result import GameResult, places

MOST = 4
"""The most stories told."""
COMEBACK = 3
"""By how many places somebody has to have come up for a story."""
LONG_AUCTION = 4
"""How many calls make an auction worth telling."""
MINUTE = 60_000


@dataclass(frozen=True, slots=True)
class Highlight:
    """A story of the day in a sentence.  ``address``: the end of the address of the page about it, empty for none."""

    told: str
    address: str


def highlights(public: PublicEvent, seen: IncludedResults, course: Course, found: EventFigures) -> list[Highlight]:
    """The stories of the day, as far as the published results and the games that may be replayed have them."""
    told = (*_of_the_standings(public, course), *_closest(public, seen), *_of_games(public, found))
    return list(told)[:MOST]


def _of_the_standings(public: PublicEvent, course: Course) -> Iterator[Highlight]:
    if len(course.stops) < 2:
        return
    leader = next((each for each in course.players if set(course.ranks[each]) == {1}), None)
    if leader is not None:
        yield _about(public, leader, word("story_led", name=public.players[leader].shown))
    climbed = {each: max(course.ranks[each]) - course.ranks[each][-1] for each in course.players}
    best = max(course.players, key=lambda each: climbed[each])
    if climbed[best] >= COMEBACK:
        ranks = course.ranks[best]
        told = word("story_comeback", name=public.players[best].shown, before=max(ranks), after=ranks[-1])
        yield _about(public, best, told)


def _about(public: PublicEvent, player: str, told: str) -> Highlight:
    return Highlight(told, f"/players/{public.players[player].number}")


def _closest(public: PublicEvent, seen: IncludedResults) -> Iterator[Highlight]:
    """The table at which the first was least ahead of the second, by the assets that were counted there."""
    gaps = [(gap, each.result) for each in scored(seen.facts, seen.shown) if (gap := _gap(each.result)) is not None]
    if len(gaps) < 2:  # of a single table, nobody can say that it was the closest
        return
    gap, result = min(gaps, key=lambda each: each[0])
    first, second = (public.players[each].shown for each in _order(result)[:2])
    named = f"{round_names(public)[result.round]} {word('table_number', number=result.table)}"
    there = public.shows("tables") and public.shows("seating")
    address = f"/tables/{result.round}/{result.table}" if there else ""
    yield Highlight(
        word("story_closest", game=named, first=first, second=second, gap=seen.facts.regulation.game.money.shown(gap)),
        address,
    )


def _order(result: GameResult) -> list[str]:
    placed = places(result)
    return sorted(placed, key=lambda each: placed[each])


def _gap(result: GameResult) -> int | None:
    """By how much the first was ahead of the second; None where that was not decided by what they counted."""
    by_player = {each.player: each for each in result.players}
    top = [by_player[each] for each in _order(result)[:2]]
    if len(top) < 2 or any(each.fell is not None or each.points is not None or not each.counted for each in top):
        return None
    gap = top[0].assets - top[1].assets
    return gap if gap > 0 else None


def _of_games(public: PublicEvent, found: EventFigures) -> Iterator[Highlight]:
    games = list(found.comparable_games()) if found.games else []
    sold = [each for each in games if each.figures.auction and each.figures.auction.calls >= LONG_AUCTION]
    if sold:
        game = max(sold, key=lambda each: each.figures.auction.calls if each.figures.auction else 0)
        auction = game.figures.auction
        assert auction is not None
        opening = game.figures.opening
        told = word(
            "story_auction",
            deed=label(opening, "deed", auction.deed),
            game=_named(public, game),
            calls=auction.calls,
            amount=label(opening, "money", auction.amount),
        )
        yield Highlight(told, _replay(game))
    yield from _of_rents(public, found)
    longest = max(games, key=lambda each: each.figures.length, default=None)
    if longest is not None and (minutes := round(longest.figures.length / MINUTE)):
        yield Highlight(word("story_long_game", game=_named(public, longest), minutes=minutes), _replay(longest))


def _of_rents(public: PublicEvent, found: EventFigures) -> Iterator[Highlight]:
    """The deed that earned most, and who was luckiest with the dice."""
    if (opening := found.opening) is None:
        return
    if (best := next(iter(found.deeds()), None)) is not None:
        deed, amount = label(opening, "deed", best.key), label(opening, "money", best.amount)
        yield Highlight(word("story_top_deed", deed=deed, amount=amount, count=best.count), "")
    luck = {player: round(net_luck(each)) for player, each in found.luck().items() if player in public.players}
    luckiest = max(luck, key=lambda player: luck[player], default=None)
    if luckiest is not None and luck[luckiest] > 0:
        amount = label(opening, "money", luck[luckiest])
        yield _about(public, luckiest, word("story_luckiest", name=public.players[luckiest].shown, amount=amount))


def _named(public: PublicEvent, game: EventGame) -> str:
    return f"{round_names(public)[game.table.round]} {word('table_number', number=game.table.number)}"


def _replay(game: EventGame) -> str:
    return f"/tables/{game.table.round}/{game.table.number}/replay"
