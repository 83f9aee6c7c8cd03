"""The aims of the seating: ``[seating]``."""

from __future__ import annotations

from dataclasses import dataclass

from tournaments.section import Section

AIMS = ("rematches", "clubs", "start_order", "neighbours", "odd_tables")
START_ORDERS = ("drawn", "rolled")


@dataclass(frozen=True, slots=True)
class SeatingPolicy:
    """The seating policy.

    ``aims``: what a drawn schedule minimises, in order of priority: rematches, clubmates at one table, uneven start
    orders, the same left neighbour, the same player at tables of unusual size.

    ``start_order``: ``drawn`` with the schedule, or ``rolled`` at the table.
    """

    aims: tuple[str, ...]
    start_order: str


def read_seating(section: Section) -> SeatingPolicy:
    """Read the section ``[seating]``."""
    aims = section.texts("aims", ())
    for aim in aims:
        if aim not in AIMS:
            section.fault("aims", "wanted_choice", given=aim, choices=", ".join(AIMS))
    if len(set(aims)) < len(aims):
        section.fault("aims", "aim_twice", given=", ".join(aims))
    policy = SeatingPolicy(aims, section.one_of("start_order", START_ORDERS, START_ORDERS[0]))
    if policy.start_order == "rolled" and "start_order" in aims:
        section.fault("start_order", "rolled_and_balanced")
    section.done()
    return policy
