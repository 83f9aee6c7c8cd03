"""The figures of a game: net worth over its reports, who owned which deed when, rents paid and received.

Pure functions of a game and its events; what was taken back or refused is not in them.  A moment is the number of the
report after which something is so, 0 the start.  Sums are the ruleset's: whole dollars, in Monopoly City thousands.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any, NamedTuple

from rulesets import Answer, Game
from rulesets.kernel.ruleset import Event


class Span(NamedTuple):
    """A deed in one player's hands.  ``until``: the moment when it left them; None: the game's last owner."""

    deed: str
    seat: str
    since: int
    until: int | None


class Rent(NamedTuple):
    """A rent that was paid in cash: ``payer`` and ``to`` are seats."""

    at: int
    payer: str
    to: str
    amount: int
    deed: str


@dataclass(frozen=True, slots=True)
class Figures:
    """``moments``: ascending, the start first; ``worths``: for each seat, as many sums; ``spans``: by deed in board
    order, then by time; ``rents``: by time.
    """

    moments: tuple[int, ...]
    worths: Mapping[str, tuple[int, ...]]
    spans: tuple[Span, ...]
    rents: tuple[Rent, ...]

    def paid(self, seat: str) -> int:
        """All rent that a seat paid."""
        return sum(each.amount for each in self.rents if each.payer == seat)

    def received(self, seat: str) -> int:
        """All rent that a seat received."""
        return sum(each.amount for each in self.rents if each.to == seat)

    def earned(self, deed: str) -> int:
        """All rent that a deed brought."""
        return sum(each.amount for each in self.rents if each.deed == deed)


def figures(opening: Game, answers: Iterable[Answer]) -> Figures:
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
            # Nobody's worth is shown while they choose how to be taxed: it is what it was.
            sums.append(row["worth"] if row["worth"] is not None else sums[-1] if sums else 0)
        deeds = mechanics.position(moment.state)["deeds"]
        owners.append({deed: holding["owner"] for deed, holding in deeds.items()})
    times = tuple(moment.at for moment in found)
    rents = tuple(rent for moment in found for event in moment.events for rent in _rents(moment.at, event))
    spans = (_spans(deed.key, times, [each.get(deed.key) for each in owners]) for deed in table.edition.deeds)
    worth = {seat: tuple(sums) for seat, sums in worths.items()}
    return Figures(times, worth, tuple(chain.from_iterable(spans)), rents)


class Moment(NamedTuple):
    """The state after a report, and what the report brought about."""

    at: int
    state: Any
    events: tuple[Event, ...] = ()


def standing_moments(opening: Game, answers: Iterable[Answer]) -> tuple[Moment, ...]:
    """The start and the moment after every report that was accepted and not taken back, in order."""
    histories: list[_History] = [_History(Moment(0, opening.state), None)]
    for answer in answers:
        now = histories[-1]
        if answer.accepted and answer.events and answer.events[0]["kind"] == "retracted":
            now = histories[answer.events[0]["from"] - 1]
        elif answer.accepted:
            now = _History(Moment(answer.seq, answer.game.state, answer.events), now)
        histories.append(now)
    found, last = [], histories[-1]
    while last.before is not None:
        found.append(last.moment)
        last = last.before
    return (last.moment, *reversed(found))


class _History(NamedTuple):
    moment: Moment
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
