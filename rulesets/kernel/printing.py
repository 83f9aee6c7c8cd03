"""What every board prints, as JSON objects with the names in one language: spaces and groups."""

from __future__ import annotations

from typing import Any


def spaces(edition: Any, language: str) -> list[dict[str, Any]]:
    """The spaces of the track, from the first on."""
    return [{"key": space.key, "kind": space.kind, "name": space.names[language]} for space in edition.spaces]


def groups(edition: Any, language: str) -> list[dict[str, Any]]:
    """The groups, each with the keys of its deeds."""
    return [
        {
            "key": group,
            "name": edition.group_names[group][language],
            "deeds": [edition.deeds[number].key for number in numbers],
        }
        for group, numbers in edition.groups.items()
    ]
