"""Reads ``[venues]``: who of an event held elsewhere comes into this one."""

from __future__ import annotations

from dataclasses import dataclass

from tournaments.section import Section

MOST_PLACES = 1000
QUOTAS = ("places", "per_players", "qualified")
TIED = ("refuse", "all", "lots")


@dataclass(frozen=True, slots=True)
class VenuesRule:
    """Who comes of each venue: the first so many ``places`` of its final order; one for each ``per_players`` who played
    there and for those left over; or, where both are 0, whoever qualified there by its own regulation.

    ``tied``: what is done with equals who are too many for the last place.  ``held_by``: the names of the regulations
    that a venue may be held by, any where empty.
    """

    places: int
    per_players: int
    tied: str
    held_by: tuple[str, ...]

    def places_for(self, players: int) -> int:
        """How many come of a venue with so many players."""
        return self.places or -(-players // self.per_players)

    @property
    def by_order(self) -> bool:
        """Whether it goes by the final order of the venue."""
        return bool(self.places or self.per_players)


def read_venues(section: Section) -> VenuesRule:
    """The rule of a section.  Faults are noted in the section, all of them."""
    keys = [key for key in QUOTAS if section.has(key)]
    if len(keys) != 1:
        section.fault("", "wanted_one_of", given=", ".join(keys) or "-", choices=", ".join(QUOTAS))
    if "qualified" in keys and not section.flag("qualified"):
        section.fault("qualified", "only_true")
    rule = VenuesRule(
        places=section.whole("places", 1, MOST_PLACES) if "places" in keys else 0,
        per_players=section.whole("per_players", 1, MOST_PLACES) if "per_players" in keys else 0,
        # Where the venue says itself who has qualified nobody is tied: the key would do nothing and is a fault.
        tied=TIED[0] if "qualified" in keys else section.one_of("tied", TIED, TIED[0]),
        held_by=section.texts("held_by", ()),
    )
    section.done()
    return rule
