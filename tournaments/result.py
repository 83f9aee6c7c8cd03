"""How a game at a table ended, as far as points and standings are concerned.

A result comes from the table's log, from a counted asset sheet, or from points that a judge entered; from here on it no
longer matters which.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, TypeAlias

from tournaments.typed import Dollars, Exact, Whole, Word

MOST_DOLLARS = 999_999_999
Fell: TypeAlias = Annotated[
    int | None, Whole(1, 12), "The place in the order of going out, from 1; null: still in the game at its end."
]
Left: TypeAlias = Annotated[bool, "Whether the player went out by leaving the game, not by a bankruptcy."]


@dataclass(frozen=True, slots=True)
class PointsRow:
    """A player's result as a judge wrote it down.  Each field has to be given for all players or for none."""

    player: Annotated[str, Word(18), "The player's id."]
    points: Annotated[Fraction | None, Exact(), "The points; they override what the regulation would give."] = None
    place: Annotated[int | None, Whole(1, 12)] = None
    assets: Annotated[int | None, Dollars(0, MOST_DOLLARS)] = None
    fell: Fell = None
    left: Left = False
    monopoly: Annotated[bool, "Whether the player won by monopoly."] = False


@dataclass(frozen=True, slots=True)
class PlayerResult:
    """How a player ended.

    ``player``: the player's id.  ``start_order``: 1 began.  ``assets``: dollars as counted at the end, 0 for a bankrupt
    player.  ``fell``: None for a survivor, else the place in the order of going out, from 1; players who go bankrupt at
    the same time share it.  ``left``: went out by leaving the game, not by a bankruptcy.  ``points``,
    ``place`` and ``monopoly`` (won by monopoly): entered directly; they override what would be computed.  ``lost``: by
    a penalty; the player is last, regardless of the game.  ``counted``: False for the only player left if nobody
    counted their dollars because all others went bankrupt; ``assets`` is meaningless then.
    """

    player: str
    start_order: int
    assets: int = 0
    fell: int | None = None
    left: bool = False
    points: Fraction | None = None
    place: int | None = None
    monopoly: bool = False
    lost: bool = False
    counted: bool = True


@dataclass(frozen=True, slots=True)
class GameResult:
    """How a game ended.  ``round``: the round's number in the event, from 1; ``table``: the table's number in the
    round.
    """

    round: int
    table: int
    players: tuple[PlayerResult, ...]

    @property
    def size(self) -> int:
        """How many players sat at the table."""
        return len(self.players)

    @property
    def monopoly_winner(self) -> str | None:
        """The only player left after all others went bankrupt; None if the game did not end like that, or a penalty
        took the win.
        """
        if any(each.points is not None or each.monopoly for each in self.players):
            return next((each.player for each in self.players if each.monopoly and not each.lost), None)
        left = [each for each in self.players if each.fell is None]
        return left[0].player if len(left) == 1 and self.size > 1 and not left[0].lost else None


MONOPOLY, LOST, LEFT, BANKRUPT = "monopoly", "lost", "left", "bankrupt"


def ending(result: GameResult, each: PlayerResult) -> str:
    """How a game ended for one of its players; empty for somebody who was left at its end."""
    if each.lost:
        return LOST
    if each.player == result.monopoly_winner:
        return MONOPOLY
    return "" if each.fell is None else LEFT if each.left else BANKRUPT


def places(result: GameResult) -> dict[str, int]:
    """The place of every player, from 1: survivors by assets, then bankrupt players, the last to go bankrupt first.

    Tied players share the better place, and as many places after it are skipped.  Entered places are used as they are.
    Players who lost the game by a penalty come last.
    """
    found = places_played(result)
    lost = {each.player for each in result.players if each.lost}
    if not lost:
        return found
    return ranked({player: (player not in lost, 0 if player in lost else -place) for player, place in found.items()})


def places_played(result: GameResult) -> dict[str, int]:
    """The places as the game was played, ignoring losses by penalty."""
    if any(each.place is not None for each in result.players):
        return {each.player: each.place for each in result.players if each.place is not None}
    return ranked({each.player: (each.fell is None, each.assets, each.fell or 0) for each in result.players})


def ranked(worth: dict[str, tuple[int, ...]]) -> dict[str, int]:
    """Ranks from 1 by descending value; equals share a rank, and as many ranks after it are skipped."""
    order: Sequence[tuple[int, ...]] = sorted(worth.values(), reverse=True)
    return {player: order.index(each) + 1 for player, each in worth.items()}
