"""Reads ``[venues]``: which players of events held elsewhere come to this one."""

from __future__ import annotations

from dataclasses import dataclass

from tournaments.section import Section

MOST_PLACES = 1000
QUOTAS = ("places", "per_players", "qualified")
TIED = ("refuse", "all", "lots")


@dataclass(frozen=True, slots=True)
class VenuesRule:
    """The rule for venues.

    Either the first ``places`` of a venue's final order come; or one for each ``per_players`` who played there, rounded
    up; or, if both are 0, those who qualified there by its own regulation.  ``tied``: how to treat players tied for the
    last place. ``held_by``: the names of the regulations that a venue may use, any if empty.
    """

    places: int
    per_players: int
    tied: str
    held_by: tuple[str, ...]

    def places_for(self, players: int) -> int:
        return self.places or -(-players // self.per_players)

    @property
    def by_order(self) -> bool:
        """Whether the venue's final order decides."""
        return bool(self.places or self.per_players)


def read_venues(section: Section) -> VenuesRule:
    """Read the rule of a section.  All faults are recorded in the section."""
    keys = [key for key in QUOTAS if section.has(key)]
    if len(keys) != 1:
        section.fault("", "wanted_one_of", given=", ".join(keys) or "-", choices=", ".join(QUOTAS))
    if "qualified" in keys and not section.flag("qualified"):
        section.fault("qualified", "only_true")
    rule = VenuesRule(
        places=section.whole("places", 1, MOST_PLACES) if "places" in keys else 0,
        per_players=section.whole("per_players", 1, MOST_PLACES) if "per_players" in keys else 0,
        # If the venue decides who has qualified, nobody is tied: the key would have no effect and is a fault.
        tied=TIED[0] if "qualified" in keys else section.one_of("tied", TIED, TIED[0]),
        held_by=section.texts("held_by", ()),
    )
    section.done()
    return rule
