"""The form of an edition of Monopoly City."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from importlib.resources import files
from typing import Any

from rulesets.city.game.edition import SAMPLE, parse, register
from rulesets.city.game.edition_blank import blank
from rulesets.city.game.labels import MONEY
from rulesets.kernel.telling.filling import Filling
from rulesets.languages.texts import document

AMOUNTS = ("go_income", "price", "land_rent", "rents", "residential", "industrial", "skyscraper", "amount")


def _sample() -> Mapping[str, Any]:
    return document(files("rulesets") / "editions", SAMPLE)


def _register(tables: Mapping[str, Any]) -> None:
    register(parse(tables))


FILLING = Filling(
    {SAMPLE: _sample},
    parse,
    _register,
    MONEY,
    ("city-blank", lambda: tomllib.loads(blank())),
    amounts=frozenset(AMOUNTS),
    optional=frozenset({"pair"}),
    fixed=frozenset({"rules"}),
    keyed=frozenset({"groups"}),
)
