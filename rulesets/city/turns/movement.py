"""Moving the token, and the income for GO."""

from __future__ import annotations

from rulesets.city.game.draft import Draft, View
from rulesets.city.game.state import TURN


def forward(draft: Draft, player: int, steps: int) -> None:
    """Move on by a number of spaces (OVER-1, PLAY-4), with the income for passing or reaching GO."""
    spaces = draft.table.edition.spaces
    here = draft.players[player].space
    there = (here + steps) % len(spaces)
    draft.set_player(player, draft.players[player]._replace(space=there))
    draft.event("moved", player=draft.table.seats[player], **{"from": spaces[here].key, "to": spaces[there].key})
    if there < here:
        receive_income(draft, player)


def forward_to(draft: Draft, player: int, space: int) -> None:
    """Move on to a space, by card or railroad (RAIL-3); nothing is paid for the spaces in between (RAIL-4)."""
    spaces = draft.table.edition.spaces
    forward(draft, player, (space - draft.players[player].space) % len(spaces))


def income(view: View, player: int) -> int:
    """The income for GO in K: the edition's, and 1M for each stadium that the player owns (STADIUM-3, STADIUM-6)."""
    stadiums = sum(district.stadium and district.owner == player for district in view.districts)
    return view.table.edition.go_income + stadiums * view.table.figures.stadium_income


def receive_income(draft: Draft, player: int) -> None:
    """Pay the player the income for GO."""
    amount = income(draft, player)
    draft.pay(-1, player, amount)
    draft.event("go_income", player=draft.table.seats[player], amount=amount)


def go_to_jail(draft: Draft, player: int, why: str) -> None:
    """Send a player to jail without income, and end the turn: no building, no further throw.

    Clauses: LAND-12, LAND-13, JAIL-1, JAIL-2, JAIL-3, JAIL-4, JAIL-5.
    """
    draft.set_player(player, draft.players[player]._replace(space=draft.table.edition.jail, jail=0))
    draft.event("jailed", player=draft.table.seats[player], why=why)
    draft.doubles = 0
    if draft.phase == TURN and draft.turn == player:
        draft.step = None
