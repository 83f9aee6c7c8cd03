"""The players of the demo event."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from random import Random
from typing import Any


def people(count: int, seed: str) -> list[dict[str, Any]]:
    """So many players (800 at most), each with name, reading, club, region and flags; the same seed gives the same."""
    names = tomllib.loads((files(__package__) / "names.toml").read_text("utf-8"))
    random = Random(seed)
    whole = [(family, given) for family in names["family"] for given in names["given"]]
    return [
        {
            "name": f"{family[0]} {given[0]}",
            "reading": f"{family[1]} {given[1]}",
            "club": random.choice(names["clubs"]),
            "region": random.choice(names["regions"]),
            "flags": ["beginner"] if random.random() < 0.1 else [],
        }
        for family, given in random.sample(whole, count)
    ]
