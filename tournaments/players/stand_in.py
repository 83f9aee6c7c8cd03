"""Stand-ins: somebody who keeps the seat of a player who is away, from a round on.

A stand-in is an entrant of their own who `stands_for` the player; whoever sits at the table is the one who is named
there.  Whose the results are is for the regulation to say.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from tournaments.players.entrant import Entrant, takes_part

SEAT, OWN = STAND_INS = ("seat", "own")
"""Whose the results of a stand-in are: of whoever's seat they keep, or their own."""


def standing_in(entrants: Iterable[Entrant], round: int) -> dict[str, str]:
    """Who keeps whose seat in a round: the stand-ins' ids by those of the players who are away."""
    return {each.stands_for: each.id for each in entrants if each.stands_for and takes_part(each, round)}


def sits_in(entrants: Sequence[Entrant], round: int) -> dict[str, str]:
    """Who sits in a round in the place of somebody who sat there, or who has come to sit there, by the latter's id.

    Players who are away have their stand-in there, and stand-ins who have given the seat back the player.
    """
    away = standing_in(entrants, round)
    back = {each.id: each.stands_for for each in entrants if each.stands_for and not takes_part(each, round)}
    return {**{gone: away.get(player, player) for gone, player in back.items()}, **away}


def counted_for(entrants: Iterable[Entrant], rule: str) -> Mapping[str, str]:
    """For whom the results of stand-ins count, by the stand-in's id; nothing if they are the stand-ins' own."""
    return {} if rule == OWN else {each.id: each.stands_for for each in entrants if each.stands_for}


def competing(entrants: Sequence[Entrant], rule: str) -> tuple[Entrant, ...]:
    """The entrants who compete.

    Where results are the seat's, stand-ins do not compete; where they are the stand-ins' own, players who are away have
    left as long as somebody keeps their seat.
    """
    if rule != OWN:
        return tuple(each for each in entrants if not each.stands_for)
    left = {
        each.stands_for: (each.first_round or 1) - 1
        for each in entrants
        if each.stands_for and each.dropped_after is None
    }
    return tuple(
        replace(each, dropped_after=left[each.id]) if each.id in left and each.dropped_after is None else each
        for each in entrants
    )
