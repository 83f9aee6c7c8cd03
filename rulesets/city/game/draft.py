"""A draft of the next state: consequences are written into it, and it is frozen only once it is complete.

Everything that moves between players and the bank moves here - cash by `pay`, districts by `hand_over`, stadiums and
the tower by `take_piece`, cards by `drop_card` and `lay_at_bottom` - so that nothing is created or lost.
"""

from __future__ import annotations

from operator import attrgetter

from rulesets.city.game.pending import Pending
from rulesets.city.game.state import District, Player, State, Step, Timer
from rulesets.city.game.table import Table
from rulesets.kernel.track.drafting import Drafting, put
from rulesets.kernel.track.ranking import Throws

PARTS = attrgetter(*State._fields)
"""The parts of a state, read from a draft in their order."""


class Draft(Drafting):
    """The next state while it is being written, with the events that say what happened."""

    parts = State._fields
    __slots__ = tuple(name for name in State._fields if name not in Drafting.__slots__)

    table: Table
    phase: str
    turn: int
    doubles: int
    players: tuple[Player, ...]
    districts: tuple[District, ...]
    stadiums: int
    towers: int
    known: tuple[str, ...]
    pending: tuple[Pending, ...]
    step: Step | None
    dodge: int
    dodge_fresh: bool
    timer: Timer | None
    begun: bool
    time_up: bool
    told: bool
    order: tuple[Throws, ...]

    def freeze(self) -> State:
        return State._make(PARTS(self))

    def set_district(self, number: int, district: District) -> None:
        """Replace the state of a district."""
        self.districts = put(self.districts, number, district)

    def hand_over(self, deed: int, owner: int) -> None:
        """Give a district to another owner with everything that stands on it (TRADE-4, MORT-4, BANKR-4)."""
        self.set_district(deed, self.districts[deed]._replace(owner=owner))

    def take_piece(self, deed: int, piece: str) -> None:
        """Put the bank's stadium, a skyscraper or the tower on a district (KIND-3)."""
        district = self.districts[deed]
        if piece == "stadium":
            self.stadiums -= 1
            district = district._replace(stadium=True)
        elif piece == "tower":
            self.towers -= 1
            district = district._replace(tower=True)
        else:
            district = district._replace(skyscraper=True)
        self.set_district(deed, district)

    def keep_card(self, player: int, card: str) -> None:
        """Put a release card into a player's hand."""
        holder = self.players[player]
        self.set_player(player, holder._replace(cards=tuple(sorted((*holder.cards, card)))))

    def drop_card(self, player: int, card: str) -> None:
        """Take a release card out of a player's hand."""
        holder = self.players[player]
        self.set_player(player, holder._replace(cards=tuple(held for held in holder.cards if held != card)))

    def lay_at_bottom(self, card: str) -> None:
        """Put a card at the bottom of the Chance pile, where it is then known to lie (LAND-11, BANKR-3)."""
        self.known = (*(held for held in self.known if held != card), card)


View = State | Draft
