"""The names by which the players of an event are shown: with club or number where several have one name."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Protocol

from tournaments.players.clubs import club_key
from tournaments.players.row import same_text


class NamedPlayer(Protocol):
    """A player with what tells namesakes apart.  ``number``: no other player of the event has it."""

    @property
    def id(self) -> str: ...
    @property
    def number(self) -> int: ...
    @property
    def name(self) -> str: ...
    @property
    def club(self) -> str: ...


def shown_names(players: Iterable[NamedPlayer], gone: Iterable[NamedPlayer] = ()) -> dict[str, str]:
    """By id the name that each player is shown by, no two alike.

    Namesakes get their clubs, or their numbers if not everybody has a club of their own.  ``gone``: players who are no
    longer listed: they get their numbers if somebody else has their name, and nobody else's name changes for them.
    """
    alike: dict[str, list[NamedPlayer]] = {}
    for each in players:
        alike.setdefault(same_text(each.name), []).append(each)
    found = {key: shown for namesakes in alike.values() for key, shown in _told_apart(namesakes).items()}
    # A name may look like another one with its club or its number; and who is gone keeps a name that nobody else has.
    before: dict[str, str] = {}
    while before != found:  # in an archive that somebody changed, two may have the number, too
        before = dict(found)
        counted = Counter(map(same_text, found.values()))
        for each in (each for namesakes in alike.values() for each in namesakes):
            if counted[same_text(before[each.id])] > 1:
                found[each.id] = with_number(each)
    taken = Counter(map(same_text, found.values()))
    for each in gone:
        taken[same_text(each.name)] += 1
        if taken[same_text(each.name)] > 1 or same_text(each.name) in alike:
            found[each.id] = with_number(each)
            while taken[same_text(found[each.id])]:  # somebody listed is called that
                found[each.id] += f" #{each.number}"
            taken[same_text(found[each.id])] += 1
        else:
            found[each.id] = each.name
    return found


def _told_apart(namesakes: Sequence[NamedPlayer]) -> dict[str, str]:
    """The names of players who all have one name: by their clubs, if each has one of their own."""
    if len(namesakes) == 1:
        return {each.id: each.name for each in namesakes}
    clubs = Counter(club_key(each.club) for each in namesakes)
    by_club = None not in clubs and max(clubs.values()) == 1
    return {each.id: f"{each.name} ({each.club.strip()})" if by_club else with_number(each) for each in namesakes}


def with_number(player: NamedPlayer) -> str:
    """A player's name with the number on badge and lists."""
    return f"{player.name} #{player.number}"
