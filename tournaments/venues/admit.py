"""Which players of a venue come to the final: those in the first places, those who move up, and those already on the
list.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from tournaments.fault import Fault
from tournaments.lots import in_order
from tournaments.players.entrant import Entrant
from tournaments.players.row import same_text
from tournaments.venues.export import Venue, VenuePlayer
from tournaments.venues.rule import VenuesRule

GIVES_UP, LISTED, NAMESAKE = ANSWERS = ("gives_up", "listed", "namesake")
"""What the organizer can answer about a qualified player: they do not come; they are the entrant on the list; or they
are somebody else with the same name.
"""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A player of a venue.

    ``state``: ``comes`` as a new entrant, ``listed`` (comes, and is the entrant ``as_``), ``gives_up``, ``left`` the
    venue's event, or ``behind`` (not among the places).  ``doubles``: entrants on the list who may be the same person.
    """

    player: VenuePlayer
    state: str
    doubles: tuple[Entrant, ...] = ()
    as_: Entrant | None = None

    @property
    def comes(self) -> bool:
        return self.state in ("comes", "listed")


@dataclass(frozen=True, slots=True)
class Admission:
    """Which players of a venue come.  ``places``: how many could; ``faults``: while there are any, nobody comes."""

    venue: Venue
    places: int
    candidates: tuple[Candidate, ...]
    faults: tuple[Fault, ...]


def admit(
    rule: VenuesRule, venue: Venue, answers: Mapping[str, str], entrants: Sequence[Entrant], seed: str
) -> Admission:
    """Decide which players of a venue come.

    ``answers``: one of `ANSWERS` by player of the venue; ``entrants``: those already on the list; ``seed``: for lots.
    """
    faults = list(_event_faults(rule, venue))
    faults += [
        Fault("", "venue_answer_of_nobody", {"given": each})
        for each in answers
        if each not in {player.id for player in venue.players}
    ]
    places = rule.places_for(len(venue.players)) if rule.by_order else sum(each.seed > 0 for each in venue.players)
    chosen, tied = _chosen(rule, venue, answers, places, seed)
    if tied:
        names = ", ".join(each.name for each in tied)
        left = places - len(chosen)
        faults.append(Fault("", "venue_tied", {"names": names, "rank": tied[0].rank, "places": left}))
    candidates = []
    for player in venue.players:
        answer = answers.get(player.id, "")
        if player.id not in chosen:
            state = "gives_up" if answer == GIVES_UP else "left" if player.left else "behind"
            candidates.append(Candidate(player, state))
            continue
        doubles = tuple(each for each in entrants if _may_be_same_person(player, each))
        free = [each for each in doubles if not each.qualified_by]
        if answer == LISTED and len(free) == 1:
            candidates.append(Candidate(player, "listed", doubles, free[0]))
            continue
        candidates.append(Candidate(player, "comes", doubles))
        if answer != NAMESAKE:
            faults += _double_faults(player, doubles, answer)
    return Admission(venue, places, tuple(candidates), tuple(faults))


def _event_faults(rule: VenuesRule, venue: Venue) -> Iterator[Fault]:
    if not (venue.final if rule.by_order else venue.qualified):
        yield Fault("", "venue_not_over", {"name": venue.name})
    if rule.held_by and venue.regulation not in rule.held_by:
        known = ", ".join(rule.held_by)
        yield Fault("", "venue_other_regulation", {"name": venue.name, "given": venue.regulation, "known": known})


def _chosen(
    rule: VenuesRule, venue: Venue, answers: Mapping[str, str], places: int, seed: str
) -> tuple[frozenset[str], Sequence[VenuePlayer]]:
    """The ids of those who have a place, and those tied for the last places if the rule leaves that open."""
    asking = [each for each in venue.players if answers.get(each.id) != GIVES_UP]
    if not rule.by_order:
        return frozenset(each.id for each in asking if each.seed), ()
    chosen: list[str] = []
    still = sorted((each for each in asking if not each.left), key=lambda each: each.rank)
    for _, equal in groupby(still, key=lambda each: each.rank):
        group, left = list(equal), places - len(chosen)
        if left <= 0:
            break
        if len(group) > left and rule.tied == "refuse":
            return frozenset(chosen), group
        ids: Sequence[str] = [each.id for each in group]
        if len(group) > left and rule.tied == "lots":
            ids = in_order(seed, f"venue/{venue.id}", ids)[:left]
        chosen += ids
    return frozenset(chosen), ()


def _may_be_same_person(player: VenuePlayer, entrant: Entrant) -> bool:
    """Whether an entrant may be this player: the same name, and no reading or club that distinguishes them."""
    pairs = ((player.reading, entrant.reading), (player.club, entrant.club))
    apart = any(one and other and same_text(one) != same_text(other) for one, other in pairs)
    return same_text(player.name) == same_text(entrant.name) and not apart


def _double_faults(player: VenuePlayer, doubles: Sequence[Entrant], answer: str) -> Iterator[Fault]:
    holders = [each for each in doubles if each.qualified_by]
    numbers = ", ".join(str(each.number) for each in doubles)
    if holders:
        facts = {"name": player.name, "numbers": numbers, "by": holders[0].qualified_by}
        yield Fault("", "venue_place_held", facts)
    elif doubles:
        yield Fault("", "venue_doubled", {"name": player.name, "numbers": numbers})
    elif answer == LISTED:
        yield Fault("", "venue_not_listed", {"name": player.name})
