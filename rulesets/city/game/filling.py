"""The form of an edition of Monopoly City."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from importlib.resources import files
from typing import Any

from rulesets.city.game.board import MONEY
from rulesets.city.game.edition import SAMPLE, parse, register
from rulesets.city.game.edition_blank import blank
from rulesets.city.game.edition_reading import AMOUNTS
from rulesets.city.game.labels import PIECES
from rulesets.city.game.pieces import PAIRS
from rulesets.kernel.telling.filling import Filling
from rulesets.languages import LANGUAGES
from rulesets.languages.texts import document


def _sample() -> Mapping[str, Any]:
    return document(files("rulesets") / "editions", SAMPLE)


def _register(tables: Mapping[str, Any]) -> None:
    register(parse(tables))


def _pair(pieces: tuple[str, ...]) -> tuple[list[str], Mapping[str, str]]:
    """What a Planning Permission space offers, and what that is called."""
    return [*pieces], {language: " + ".join(PIECES[piece][language] for piece in pieces) for language in LANGUAGES}


FILLING = Filling(
    {SAMPLE: _sample},
    parse,
    _register,
    MONEY,
    ("city-blank", lambda: tomllib.loads(blank())),
    amounts=AMOUNTS,
    choices={"pair": tuple(map(_pair, PAIRS))},
    optional=frozenset({"pair"}),
    fixed=frozenset({"rules"}),
    keyed=frozenset({"groups"}),
)
