"""What every board prints, as JSON objects with names in one language: spaces and groups."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rulesets.letters import group_letter

FIRST = 2
"""How many letters of its name stand for a kind of space that has no letter of its own."""


def spaces(edition: Any, language: str, letters: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return the spaces of the track, in order.

    ``group``: that of the space's deed, or None; ``letter``: what stands for the group or kind where there is no room
    for a name.
    """
    found = []
    owned = {edition.deeds[number].key: group for group, numbers in edition.groups.items() for number in numbers}
    for space in edition.spaces:
        group, name = owned.get(space.key), space.names[language]
        letter = letters["kinds"].get(space.kind, name[:FIRST])
        if group is not None:
            letter = group_letter(edition.group_names[group][language], letters["shades"])
        found.append({"key": space.key, "kind": space.kind, "name": name, "group": group, "letter": letter})
    return found


def groups(edition: Any, language: str, letters: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The groups, each with the keys of its deeds and the letter that stands for it."""
    return [
        {
            "key": group,
            "name": edition.group_names[group][language],
            "letter": group_letter(edition.group_names[group][language], letters["shades"]),
            "deeds": [edition.deeds[number].key for number in numbers],
        }
        for group, numbers in edition.groups.items()
    ]
