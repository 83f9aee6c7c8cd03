"""The state of a game: immutable, and replaced part by part."""

from __future__ import annotations

from typing import NamedTuple

from rulesets.city.game.pending import Pending
from rulesets.city.game.pieces import is_bonus, is_hazard
from rulesets.city.game.table import Table
from rulesets.kernel.track.ranking import Throws
from rulesets.kernel.track.table import BANK, NONE

BETWEEN_TURNS = "between_turns"
TURN = "turn"
OVER = "over"
FREE = -1
"""Not in jail."""
RAILROAD = 4
"""The railroad sign as a result of the build button; 1 to 3 are numbers of blocks, 0: not pressed."""
PUT_UP = "put_up"
PERMIT = "permit"


class Player(NamedTuple):
    """A player.  ``cash`` in K.  ``jail``: FREE, or the failed throws so far (0-2).  ``cards``: keys of the release
    cards held.  ``out_at``: the place in the order of going out (1 first), 0 while unknown or still in the game.
    """

    cash: int
    space: int = 0
    jail: int = FREE
    cards: tuple[str, ...] = ()
    out: bool = False
    out_at: int = 0


class District(NamedTuple):
    """A district: its owner (BANK or a seat) and everything that stands on it.

    ``loan``: the amount in K for which it is mortgaged, 0 if it is not.  ``residential``, ``industrial``: the sizes of
    the block pieces, ascending.  ``pieces``: bonus buildings and hazards, sorted.
    """

    owner: int = BANK
    loan: int = 0
    residential: tuple[int, ...] = ()
    industrial: tuple[int, ...] = ()
    railroads: int = 0
    stadium: bool = False
    skyscraper: bool = False
    tower: bool = False
    pieces: tuple[str, ...] = ()

    @property
    def mortgaged(self) -> bool:
        """Whether it is mortgaged, with its card face down."""
        return self.loan > 0

    @property
    def blocks(self) -> int:
        """All blocks on it, including those voided by a hazard (BLOCK-1, HAZARD-3).

        Railroads, stadium, skyscraper, tower, bonus buildings and hazards do not count (KIND-3, RAIL-2, STADIUM-1,
        SKY-1, PERMIT-1).
        """
        return sum(self.residential) + sum(self.industrial)

    @property
    def hazards(self) -> tuple[str, ...]:
        return tuple(piece for piece in self.pieces if is_hazard(piece))

    @property
    def bonuses(self) -> tuple[str, ...]:
        return tuple(piece for piece in self.pieces if is_bonus(piece))


class Step(NamedTuple):
    """What is open to the player whose turn it is, until the next throw.

    ``thrown``: whether the throw that the build button waits for has been made.  ``result``: what the button showed;
    ``left``: the blocks (or the railroad) of the result not built yet.  ``right``: PUT_UP or PERMIT while the right
    given by that space is unused.  ``landed``: whether the token reached its space by this throw; ``ridden``: whether a
    railroad has been used since.
    """

    player: int
    thrown: bool = True
    result: int = 0
    left: int = 0
    right: str = ""
    landed: bool = False
    ridden: bool = False


class Timer(NamedTuple):
    """The Auction button pressed for a trade of two players; ``since``: when (seconds; None: not given)."""

    one: int
    two: int
    since: float | None = None


class State(NamedTuple):
    """A complete position.

    ``stadiums``, ``towers``: pieces left in the bank.  ``ledger``: what the bank has taken in less what it paid out, so
    that it and all cash add up to zero.  ``known``: the Chance cards known to be at the bottom, uppermost first.
    ``dodge``: who holds the Rent Dodge card (BANK: Free Parking); ``dodge_fresh``: whether it was taken by the last
    throw.  ``told``: whether the warning about invented figures has been given.
    """

    table: Table
    phase: str
    turn: int
    doubles: int
    players: tuple[Player, ...]
    districts: tuple[District, ...]
    stadiums: int
    towers: int
    ledger: int
    known: tuple[str, ...] = ()
    pending: tuple[Pending, ...] = ()
    step: Step | None = None
    dodge: int = NONE
    dodge_fresh: bool = False
    timer: Timer | None = None
    begun: bool = False
    time_up: bool = False
    told: bool = False
    order: tuple[Throws, ...] = ()

    def __repr__(self) -> str:
        """One line; `Ruleset.position` writes all of it."""
        return f"<State {self.phase} of {self.table.seats[self.turn]}: {len(self.pending)} due>"
