"""Moving the token, and the income for GO."""

from __future__ import annotations

from rulesets.city.game.draft import Draft, View
from rulesets.city.game.state import TURN


def forward(draft: Draft, player: int, steps: int) -> None:
    """Move on by a number of spaces (OVER-1, PLAY-4), with the income where GO is passed or reached."""
    spaces = draft.table.edition.spaces
    here = draft.players[player].space
    there = (here + steps) % len(spaces)
    draft.set_player(player, draft.players[player]._replace(space=there))
    draft.event("moved", player=draft.table.seats[player], **{"from": spaces[here].key, "to": spaces[there].key})
    if there < here:
        receive_income(draft, player)


def forward_to(draft: Draft, player: int, space: int) -> None:
    """Move in the direction of play to a space: by card, or by railroad (RAIL-3); nothing between is paid (RAIL-4)."""
    spaces = draft.table.edition.spaces
    forward(draft, player, (space - draft.players[player].space) % len(spaces))


def income(view: View, player: int) -> int:
    """What GO brings, in K: the income and 1M for each stadium on an own district (STADIUM-3, STADIUM-6)."""
    stadiums = sum(district.stadium and district.owner == player for district in view.districts)
    return view.table.edition.go_income + stadiums * view.table.figures.stadium_income


def receive_income(draft: Draft, player: int) -> None:
    """The bank pays the income for GO."""
    amount = income(draft, player)
    draft.pay(-1, player, amount)
    draft.event("go_income", player=draft.table.seats[player], amount=amount)


def go_to_jail(draft: Draft, player: int, why: str) -> None:
    """To jail without income, and the turn is over: no building, no further throw.

    Clauses: LAND-12, LAND-13, JAIL-1, JAIL-2, JAIL-3, JAIL-4, JAIL-5.
    """
    draft.set_player(player, draft.players[player]._replace(space=draft.table.edition.jail, jail=0))
    draft.event("jailed", player=draft.table.seats[player], why=why)
    draft.doubles = 0
    if draft.phase == TURN and draft.turn == player:
        draft.step = None
