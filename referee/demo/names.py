"""Names and texts of the demo: its players (``names.toml``), and its texts (``referee/texts/demo.LANG.toml``)."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from random import Random
from typing import Any

from rulesets.languages.texts import texts


def people(count: int, seed: str) -> list[dict[str, Any]]:
    """Return ``count`` players (at most 800), each with name, reading, club, region and flags, drawn by ``seed``."""
    names = tomllib.loads((files(__package__) / "names.toml").read_text("utf-8"))
    random = Random(seed)
    full_names = [(family, given) for family in names["family"] for given in names["given"]]
    return [
        {
            "name": f"{family[0]} {given[0]}",
            "reading": f"{family[1]} {given[1]}",
            "club": random.choice(names["clubs"]),
            "region": random.choice(names["regions"]),
            "flags": ["beginner"] if random.random() < 0.1 else [],
        }
        for family, given in random.sample(full_names, count)
    ]


@cache
def demo_words(language: str) -> Mapping[str, Mapping[str, str]]:
    """The texts of the demo in a language: ``names``, the ``staff`` by role, and what is said at the ``desk``: calls, a
    case and its ruling.
    """
    return texts(files("referee") / "texts", "demo", language)
