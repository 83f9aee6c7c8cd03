"""The data of the shipped editions' files, for tests to change."""

import tomllib
from importlib.resources import files
from typing import Any

from rulesets import editions

Data = dict[str, Any]


def raw(name: str) -> Data:
    return tomllib.loads(files(editions).joinpath(f"{name}.toml").read_text(encoding="utf-8"))


def space(data: Data, key: str) -> Data:
    found: Data = next(each for each in data["spaces"] if each["key"] == key)
    return found


def card(data: Data, deck: str, key: str) -> Data:
    found: Data = next(each for each in data["decks"][deck]["cards"] if each["key"] == key)
    return found
