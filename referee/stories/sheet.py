"""The figures of a game's story as CSV sheets."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from referee.stories.story import Story

Row = Sequence[Any]


def _wealth(story: Story) -> Iterator[Row]:
    worths, cash = story.figures.worths, story.cash
    yield ("seq", *(f"worth_{seat}" for seat in worths), *(f"cash_{seat}" for seat in cash))
    for number, moment in enumerate(story.moments):
        yield (moment.at, *(each[number] for each in worths.values()), *(each[number] for each in cash.values()))


def _rents(story: Story) -> Iterator[Row]:
    yield "seq", "payer", "owner", "deed", "amount"
    for each in story.figures.rents:
        yield each.at, each.payer, each.to, each.deed, each.amount


def _deeds(story: Story) -> Iterator[Row]:
    yield "deed", "owner", "from_seq", "until_seq"
    for each in story.figures.spans:
        yield each.deed, each.seat, each.since, "" if each.until is None else each.until


def _dice(story: Story) -> Iterator[Row]:
    yield "player", *range(2, 13)
    for seat, counts in story.dice.items():
        yield seat, *counts.values()


def _landings(story: Story) -> Iterator[Row]:
    yield "space", "landings", "expected"
    for space, each in zip(story.track, story.landings, strict=True):
        yield space, each.real, f"{float(each.expected):.3f}"


def _luck(story: Story) -> Iterator[Row]:
    yield "player", "charged", "charged_expected", "earned", "earned_expected"
    for seat, each in story.luck.items():
        yield (
            seat,
            each.charged,
            f"{float(each.charged_expected):.2f}",
            each.earned,
            f"{float(each.earned_expected):.2f}",
        )


def _deals(story: Story) -> Iterator[Row]:
    yield "seq", "player", "cash", "deeds", "cards", "list_value"
    for deal in story.deals:
        for side in deal.sides:
            yield deal.at, side.player, side.cash, " ".join(side.deeds), " ".join(side.cards), side.list_value


SHEETS: Mapping[str, Callable[[Story], Iterator[Row]]] = {
    "wealth": _wealth,
    "rents": _rents,
    "deeds": _deeds,
    "dice": _dice,
    "landings": _landings,
    "luck": _luck,
    "deals": _deals,
}
"""The sheets by name.  Seats, deeds and spaces are given by their keys, money in the game's units."""


def sheet(story: Story, name: str) -> str:
    """Return a sheet as CSV text with a header row."""
    written = io.StringIO()
    csv.writer(written, lineterminator="\r\n").writerows(SHEETS[name](story))
    return written.getvalue()
