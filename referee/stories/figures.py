"""The figures of a game: net worth over its reports, who owned which deed when, rents paid and received.

Pure functions of a game and its events; reports that were retracted or refused do not count.  Moments are given by the
number of the report that led to them, 0 for the start.  Sums are in the ruleset's units: whole dollars, in Monopoly
City thousands.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any, NamedTuple

from rulesets import Answer, Game
from rulesets.kernel.ruleset import Event
from rulesets.languages import FALLBACK


class Span(NamedTuple):
    """The time that a deed was in one player's hands.  ``until``: the moment it left them, None if it never did."""

    deed: str
    seat: str
    since: int
    until: int | None


class Rent(NamedTuple):
    """A rent that was paid in cash.  ``payer`` and ``to`` are seats."""

    at: int
    payer: str
    to: str
    amount: int
    deed: str


@dataclass(frozen=True, slots=True)
class StoryFigures:
    """The figures of a game.  ``moments``: ascending, the start first; ``worths``: by seat, the net worth at each
    moment; ``spans``: by deed in board order, then by time; ``rents``: by time.
    """

    moments: tuple[int, ...]
    worths: Mapping[str, tuple[int, ...]]
    spans: tuple[Span, ...]
    rents: tuple[Rent, ...]

    def paid(self, seat: str) -> int:
        return sum(each.amount for each in self.rents if each.payer == seat)

    def received(self, seat: str) -> int:
        return sum(each.amount for each in self.rents if each.to == seat)

    def earned(self, deed: str) -> int:
        return sum(each.amount for each in self.rents if each.deed == deed)


def figures(opening: Game, answers: Iterable[Answer]) -> StoryFigures:
    """The figures of a game from its start and the answers to all its reports (`rulesets.replay`,
    `TableGames.replayed`).
    """
    mechanics, table = opening.ruleset.mechanics, opening.state.table
    found = standing_moments(opening, answers)
    worths: dict[str, list[int]] = {seat: [] for seat in table.seats}
    owners = []
    for moment in found:
        for row in mechanics.standing(moment.state):
            sums = worths[row["player"]]
            # While players choose how to be taxed their worth is hidden, so the last known one is used.
            sums.append(row["worth"] if row["worth"] is not None else sums[-1] if sums else 0)
        deeds = mechanics.position(moment.state)["deeds"]
        owners.append({deed: holding["owner"] for deed, holding in deeds.items()})
    times = tuple(moment.at for moment in found)
    rents = tuple(rent for moment in found for event in moment.events for rent in _rents(moment.at, event))
    board_order = [deed["key"] for deed in mechanics.printed(table, FALLBACK).get("deeds", ())]
    spans = (_spans(deed, times, [each.get(deed) for each in owners]) for deed in board_order)
    worth = {seat: tuple(sums) for seat, sums in worths.items()}
    return StoryFigures(times, worth, tuple(chain.from_iterable(spans)), rents)


class GameMoment(NamedTuple):
    """The state after a report, and the events that the report caused.  ``at``: the number of the report."""

    at: int
    state: Any
    events: tuple[Event, ...] = ()


def standing_moments(opening: Game, answers: Iterable[Answer]) -> tuple[GameMoment, ...]:
    """The start, and the moment after every report that was accepted and not retracted, in order."""
    histories: list[_History] = [_History(GameMoment(0, opening.state), None)]
    for answer in answers:
        now = histories[-1]
        if answer.accepted and answer.events and answer.events[0]["kind"] == "retracted":
            now = histories[answer.events[0]["from"] - 1]
        elif answer.accepted:
            now = _History(GameMoment(answer.seq, answer.game.state, answer.events), now)
        histories.append(now)
    found, last = [], histories[-1]
    while last.before is not None:
        found.append(last.moment)
        last = last.before
    return (last.moment, *reversed(found))


class _History(NamedTuple):
    moment: GameMoment
    before: _History | None


def _rents(at: int, event: Event) -> Iterator[Rent]:
    if event["kind"] == "paid" and event.get("cause") == "rent":
        yield Rent(at, event["player"], event["to"], event["amount"], event["deed"])


def _spans(deed: str, times: Sequence[int], owners: Sequence[str | None]) -> Iterator[Span]:
    owner, since = None, 0
    for at, now in zip(times, owners, strict=True):
        if now != owner:
            if owner is not None:
                yield Span(deed, owner, since, at)
            owner, since = now, at
    if owner is not None:
        yield Span(deed, owner, since, None)
