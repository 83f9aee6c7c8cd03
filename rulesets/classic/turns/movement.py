"""Movement: tokens forward, back and to jail, and the salary on the way (JMA/GO-1)."""

from __future__ import annotations

from rulesets.classic.game.draft import Draft
from rulesets.kernel.track.table import BANK


def forward(draft: Draft, player: int, steps: int) -> None:
    """Move a token clockwise; landing on GO or passing it pays the salary (JMA/GO-1)."""
    table = draft.table
    spaces = table.edition.spaces
    players = list(draft.players)  # `set_player`, inlined: every throw passes here
    part = players[player]
    start = part.space
    target = start + steps
    passed = target >= len(spaces)
    if passed:
        target -= len(spaces)
    players[player] = part._replace(space=target)
    draft.players = tuple(players)
    seat = table.seats[player]
    draft.events.append({"kind": "moved", "player": seat, "from": spaces[start].key, "to": spaces[target].key})
    if passed:
        salary(draft, player)


def salary(draft: Draft, player: int) -> None:
    """Pay the salary, and note that somebody reached GO (JMA/GO-1)."""
    amount = draft.table.edition.salary
    draft.pay(BANK, player, amount)
    draft.go_reached = True
    draft.events.append({"kind": "salary", "player": draft.table.seats[player], "amount": amount})


def forward_to(draft: Draft, player: int, space: int) -> None:
    """Move a token clockwise to a space."""
    forward(draft, player, (space - draft.players[player].space - 1) % len(draft.table.edition.spaces) + 1)


def back_to(draft: Draft, player: int, space: int) -> None:
    """Move a token back to a space; no salary on the way back."""
    spaces = draft.table.edition.spaces
    part = draft.players[player]
    draft.set_player(player, part._replace(space=space))
    draft.event("moved", player=draft.table.seats[player], to=spaces[space].key, **{"from": spaces[part.space].key})


def go_to_jail(draft: Draft, player: int, why: str) -> None:
    """Go straight to jail: no salary, no further throw (JMA/JAIL-1, JAIL-5).  ``why``: space, card or doubles."""
    edition = draft.table.edition
    draft.set_player(player, draft.players[player]._replace(space=edition.jail, jail=0))
    draft.doubles = 0
    draft.event("jailed", player=draft.table.seats[player], why=why)
