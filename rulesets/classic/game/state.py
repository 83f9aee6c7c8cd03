"""The state of a game: immutable, replaced part by part."""

from __future__ import annotations

from typing import NamedTuple

from rulesets.classic.game.pending import Pending
from rulesets.classic.game.table import Table
from rulesets.kernel.track.ranking import Throws
from rulesets.kernel.track.table import BANK, NONE

SETUP = "setup"
BETWEEN_TURNS = "between_turns"
TURN = "turn"
OVER = "over"
FREE = -1
"""Not in jail."""


class Player(NamedTuple):
    """A player.  ``jail``: FREE, or the failed throws so far (0-2).  ``cards``: the decks of the release cards held.

    ``out_at``: the place in the order of going out (1 first), 0 when unknown or still in the game.
    """

    cash: int
    space: int = 0
    jail: int = FREE
    cards: tuple[str, ...] = ()
    out: bool = False
    out_at: int = 0


class Holding(NamedTuple):
    """Who owns a deed (BANK or a seat), its building level (0-4 houses, 5 hotel), and whether it is mortgaged.

    ``costs``: what was paid for each step that stands, the oldest first; empty if it is the printed cost (see `steps`).
    """

    owner: int = BANK
    level: int = 0
    mortgaged: bool = False
    costs: tuple[int, ...] = ()


Levels = tuple[tuple[int, int], ...]
"""Deeds with the levels that they are to have, in board order."""


class Claim(NamedTuple):
    """A part of an unpaid debt between players that passes to somebody else in a deal."""

    debtor: int
    creditor: int
    amount: int


class Side(NamedTuple):
    """What one side of a deal hands over.

    ``sell_buildings``: its giver sells all buildings of the deeds' colour groups to the bank as part of the deal
    (JMA/TRADE-5).  ``barred``: names of what was listed besides and cannot be part of any deal (`fields.BARRED`).
    """

    cash: int = 0
    deeds: tuple[int, ...] = ()
    cards: tuple[str, ...] = ()
    claims: tuple[Claim, ...] = ()
    sell_buildings: bool = False
    barred: tuple[str, ...] = ()


class Offer(NamedTuple):
    """Terms offered to a provisionally bankrupt player, seen from the one who offers; ``partners`` share the rescue.

    ``mortgaged``: those of its deeds that were mortgaged when it was made (`offers.mortgaged`).
    """

    player: int
    to: int
    give: Side
    take: Side
    partners: tuple[int, ...] = ()
    mortgaged: tuple[int, ...] = ()


class Deal(NamedTuple):
    """A deal concluded since the last throw, kept to detect buying back on the spot (JMA/GIFT-5)."""

    player: int
    other: int
    give: Side
    take: Side


class OpenRent(NamedTuple):
    """A rent that its owner may ask for.  ``lapsed``: the seat by whose throw it lapsed, NONE while it is open."""

    player: int
    to: int
    amount: int
    deed: int
    lapsed: int = NONE


class State(NamedTuple):
    """A complete position.

    ``doubles``: doubles thrown so far in this turn.  ``pending`` and ``declared`` say what is due (see `due`).
    ``known``: for each deck of the edition the cards known to lie at the bottom, uppermost first.  ``ledger``: what the
    bank has taken in minus what it has paid out, so that it, all cash and the pot add up to zero.  ``declared``:
    building declared, by seat; ``excluded``: seats that may neither declare nor bid until the piece under the hammer is
    built; ``anew``: whether declarations are taken anew, after a piece was won or a win was void (JMA/SHORT-3,
    SHORT-6).  ``rents``: rents not asked for yet, and those that lapsed by the last throw.  ``inherited``: deeds
    received from a bankrupt since the last throw, whose loan may be paid back without further interest.  ``closing``:
    the last bankruptcy has happened, and the game ends when its debts are settled.  ``untold``: the first deed of each
    group that a ruling had left uneven when the game was resumed, until a message has named it.  ``fell_at``: the place
    in the order of going out of those who went bankrupt by the last throw, if they share one; 0 if nobody did.
    ``pot``: the money in the middle of the board, which belongs to nobody (HOUSE/PARKING-4).
    """

    table: Table
    phase: str
    turn: int
    doubles: int
    players: tuple[Player, ...]
    holdings: tuple[Holding, ...]
    houses: int
    hotels: int
    ledger: int
    known: tuple[tuple[str, ...], ...]
    pending: tuple[Pending, ...] = ()
    declared: tuple[tuple[int, Levels], ...] = ()
    excluded: tuple[int, ...] = ()
    anew: bool = False
    talks: tuple[tuple[int, int], ...] = ()
    offers: tuple[Offer, ...] = ()
    deals: tuple[Deal, ...] = ()
    begun: bool = False
    go_reached: bool = False
    time_up: bool = False
    last_throw: bool = False
    order: tuple[Throws, ...] = ()
    rents: tuple[OpenRent, ...] = ()
    inherited: tuple[int, ...] = ()
    closing: bool = False
    untold: tuple[int, ...] = ()
    fell_at: int = 0
    pot: int = 0

    def __repr__(self) -> str:
        """One line; `Ruleset.position` writes all of it."""
        return f"<State {self.phase} of {self.table.seats[self.turn]}: {len(self.pending)} due>"
