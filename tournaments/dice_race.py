"""Dice de GO: a race once around the board that breaks ties.

Two dice are thrown.  Doubles earn another throw; the third doubles in a row move to the jail square instead and end the
turn.  A player who lands on Go to Jail or draws that card moves to the jail square, where they are just visiting, and
throws again if the throw was doubles.  Deeds, rents and taxes are ignored, and so are cards that do not move the
player.  Turns run from the first player to the last, then from the last to the first, and so on.  A player who reaches
or passes GO has finished.

Sources: mpb.hatenablog.com/entry/20100212/1265974518 (its first variant), 1101.com/monopoly/2008-01-11.html.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Annotated

from tournaments.fault import Fault, Faulty
from tournaments.typed import Several, Whole, Word

SQUARES = 40
JAIL = 10
GO_TO_JAIL = 30
CARD_SQUARES = (2, 7, 17, 22, 33, 36)
DIE = range(1, 7)


@dataclass(frozen=True, slots=True)
class RaceCard:
    """A card drawn in a dice race.  A move backward, or to jail, does not pass GO."""

    to: Annotated[int | None, Whole(-1000, 1000), "The square that it moves the player to; null: none."] = None
    forward: Annotated[bool, "Whether the player moves there forwards."] = False


@dataclass(frozen=True, slots=True)
class RaceThrow:
    """A throw of both dice in a dice race, and the cards drawn on the squares it led to, in order."""

    player: Annotated[str, Word(18)]
    dice: Annotated[Sequence[Annotated[int, Whole(-1000, 1000)]], Several(2, 2)]
    cards: Annotated[Sequence[RaceCard], Several(20)] = ()


@dataclass(frozen=True, slots=True)
class Race:
    """The state of a race.

    ``players``: in starting order.  ``squares``: the square of each player; ``finished``: those who have finished, in
    order.  ``turn``: how many turns are over, including the skipped turns of players who have finished; ``doubles``:
    how many doubles in a row the player to throw has just thrown.
    """

    players: tuple[str, ...]
    squares: Mapping[str, int]
    finished: tuple[str, ...] = ()
    turn: int = 0
    doubles: int = 0

    @property
    def to_throw(self) -> str | None:
        """The player whose throw it is; None when all have finished."""
        left = [player for player in self.players if player not in self.finished]
        return _at(self.players, self.turn) if left else None


def race(players: Sequence[str], throws: Sequence[RaceThrow]) -> Race:
    """Return the race after these throws.

    ``players``: in starting order, which is decided beforehand (by games won and assets, lots or dice).  Raises Faulty
    at the first impossible throw, because all later ones depend on it; the fault's path is the number of the throw,
    from 1.
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


def _faults(run: Race, throw: RaceThrow) -> list[Fault]:
    faults = []
    if throw.player != run.to_throw:
        faults.append(Fault("", "race_turn", {"given": throw.player, "right": run.to_throw or "-"}))
    if any(die not in DIE for die in throw.dice):
        faults.append(Fault("", "race_dice", {"given": tuple(throw.dice)}))
    faults += [
        Fault("", "race_square", {"given": card.to})
        for card in throw.cards
        if card.to is not None and not 0 <= card.to < SQUARES
    ]
    return faults


def _moved(run: Race, throw: RaceThrow) -> tuple[int, bool, int]:
    """The square that a throw leads to, whether GO was reached or passed, and how many of its cards were used."""
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


def _card_faults(square: int, home: bool, drawn: int, throw: RaceThrow) -> list[Fault]:
    rests = drawn > 0 and throw.cards[drawn - 1].to is None
    if drawn < len(throw.cards):
        return [Fault("", "race_cards_many", {"given": len(throw.cards), "right": drawn})]
    if not home and square in CARD_SQUARES and not rests:
        return [Fault("", "race_card_wanted", {"given": drawn, "square": square})]
    return []


def _doubles(run: Race, throw: RaceThrow) -> int:
    return run.doubles + 1 if throw.dice[0] == throw.dice[1] else 0


def _after(run: Race, throw: RaceThrow, square: int, home: bool) -> Race:
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
