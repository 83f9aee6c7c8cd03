"""The deeds of the classic board by colour, as forms list them."""

from __future__ import annotations

from typing import Any, NamedTuple


class Group(NamedTuple):
    """The deeds of a colour."""

    key: str
    name: str
    deeds: list[DeedRow]


def groups_of(edition: Any, spoken: str) -> list[Group]:
    """The deeds of an edition of the classic board by colour, in a language."""
    return [
        Group(
            key,
            edition.group_names[key][spoken],
            [
                DeedRow(deed.key, deed.names[spoken], deed.price, bool(deed.building_cost))
                for deed in (edition.deeds[number] for number in numbers)
            ],
        )
        for key, numbers in edition.groups.items()
    ]


class DeedRow(NamedTuple):
    """A deed.  ``building``: whether something can be built there."""

    key: str
    name: str
    price: int
    building: bool
