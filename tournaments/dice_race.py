"""Dice de GO: a race once round the board, which decides among equals.

Two dice; doubles roll again; the third doubles in a row go to the jail square instead, and the turn is over.  Whoever
lands on Go to Jail or draws that card goes to the jail square, where they are just visiting, and rolls again if these
were doubles.  Deeds, rents and taxes do not count, and of the cards only those that move.  Turns run from the first to
the last, then from the last to the first, and so on.  Whoever reaches or passes GO has finished.

Sources: mpb.hatenablog.com/entry/20100212/1265974518 (its first variant), 1101.com/monopoly/2008-01-11.html.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from tournaments.fault import Fault, Faulty

SQUARES = 40
JAIL = 10
GO_TO_JAIL = 30
CARD_SQUARES = (2, 7, 17, 22, 33, 36)
DIE = range(1, 7)


@dataclass(frozen=True, slots=True)
class Card:
    """A card drawn.

    ``to``: the square, from 0 (GO) to 39, that it moves to, None if it moves nobody.  ``forward``: whether the way
    there runs forward; back, and to jail, it passes no GO.
    """

    to: int | None = None
    forward: bool = True


@dataclass(frozen=True, slots=True)
class Throw:
    """A throw of both dice, and the cards drawn on the squares it led to, in order."""

    player: str
    dice: tuple[int, int]
    cards: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True)
class Race:
    """How a race stands.

    ``players``: in the order in which they set out.  ``squares``: where each is; ``finished``: who has, in order.
    ``turn``: how many turns are over, counting those that the finished no longer take; ``doubles``: how many
    whoever throws next has just thrown in a row.
    """

    players: tuple[str, ...]
    squares: Mapping[str, int]
    finished: tuple[str, ...] = ()
    turn: int = 0
    doubles: int = 0

    @property
    def to_throw(self) -> str | None:
        """Whose throw it is; None when all have finished."""
        left = [player for player in self.players if player not in self.finished]
        return _at(self.players, self.turn) if left else None


def race(players: Sequence[str], throws: Sequence[Throw]) -> Race:
    """The race after these throws.

    ``players``: in the order in which they set out, which is decided before (games won and assets, lots, dice).  Raises
    Faulty at the first throw that cannot be, since all after it stand on it; the path is its number, from 1.
    """
    run = Race(tuple(players), dict.fromkeys(players, 0))
    for number, throw in enumerate(throws, 1):
        faults = _faults(run, throw)
        if not faults:
            square, home, drawn = _moved(run, throw)
            faults = _card_faults(square, home, drawn, throw)
        if faults:
            raise Faulty([replace(fault, path=str(number)) for fault in faults])
        run = _after(run, throw, square, home)
    return run


def _at(players: Sequence[str], turn: int) -> str:
    lap, position = divmod(turn, len(players))
    return players[-1 - position] if lap % 2 else players[position]


def _faults(run: Race, throw: Throw) -> list[Fault]:
    faults = []
    if throw.player != run.to_throw:
        faults.append(Fault("", "race_turn", {"given": throw.player, "right": run.to_throw or "-"}))
    if any(die not in DIE for die in throw.dice):
        faults.append(Fault("", "race_dice", {"given": throw.dice}))
    faults += [
        Fault("", "race_square", {"given": card.to})
        for card in throw.cards
        if card.to is not None and not 0 <= card.to < SQUARES
    ]
    return faults


def _moved(run: Race, throw: Throw) -> tuple[int, bool, int]:
    """Where a throw leads, whether GO was reached or passed, and how many of its cards were drawn for it."""
    if _doubles(run, throw) == 3:
        return JAIL, False, 0
    to = run.squares[throw.player] + sum(throw.dice)
    square, home, drawn = to % SQUARES, to >= SQUARES, 0
    while not home and square in CARD_SQUARES and drawn < len(throw.cards):
        card = throw.cards[drawn]
        drawn += 1
        if card.to is None:
            break
        home = card.forward and card.to <= square
        square = card.to
    return JAIL if square == GO_TO_JAIL else square, home, drawn


def _card_faults(square: int, home: bool, drawn: int, throw: Throw) -> list[Fault]:
    rests = drawn > 0 and throw.cards[drawn - 1].to is None
    if drawn < len(throw.cards):
        return [Fault("", "race_cards_many", {"given": len(throw.cards), "right": drawn})]
    if not home and square in CARD_SQUARES and not rests:
        return [Fault("", "race_card_wanted", {"given": drawn, "square": square})]
    return []


def _doubles(run: Race, throw: Throw) -> int:
    return run.doubles + 1 if throw.dice[0] == throw.dice[1] else 0


def _after(run: Race, throw: Throw, square: int, home: bool) -> Race:
    doubles = _doubles(run, throw)
    run = replace(
        run,
        squares={**run.squares, throw.player: square},
        finished=(*run.finished, throw.player) if home else run.finished,
    )
    if doubles in {1, 2} and not home:
        return replace(run, doubles=doubles)
    turn = run.turn + 1
    if len(run.finished) < len(run.players):
        while _at(run.players, turn) in run.finished:
            turn += 1
    return replace(run, turn=turn, doubles=0)
