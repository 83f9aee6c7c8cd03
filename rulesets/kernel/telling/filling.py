"""How an edition of a game is filled in on a page: declared beside the game's law."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import Any

from rulesets.kernel.telling.assets import Names
from rulesets.kernel.telling.money import Money
from rulesets.languages.texts import by_language


@dataclass(frozen=True, slots=True)
class Filling:
    """The form of a game's editions.

    ``shipped``: the tables of the editions that come with the game, which also say what fields there are; ``blank``:
    the name of a form with blanks, and its tables.  ``check``: reads the tables; ``register``: makes their edition
    known by its name; both raise `EditionError`.  ``money``, ``amounts``: the fields that are amounts, and how they
    are written.  ``choices``: of fields that hold one of a few values, with what these are called.  ``optional``:
    fields that may be left out; ``fixed``: tables that nobody changes; ``keyed``: tables whose rows have keys of
    their own.
    """

    shipped: Mapping[str, Callable[[], Mapping[str, Any]]]
    check: Callable[[Mapping[str, Any]], object]
    register: Callable[[Mapping[str, Any]], None]
    money: Money
    blank: tuple[str, Callable[[], Mapping[str, Any]]]
    amounts: frozenset[str] = frozenset()
    choices: Mapping[str, Sequence[tuple[Any, Names]]] = field(default_factory=dict)
    optional: frozenset[str] = frozenset()
    fixed: frozenset[str] = frozenset()
    keyed: frozenset[str] = frozenset()


def filling_of(mechanics: object) -> Filling | None:
    """The form of a game's editions; None where nobody can add one."""
    return getattr(mechanics, "filling", None)


@cache
def field_texts() -> Mapping[str, Any]:
    """What the fields of editions and their kinds are called, by language."""
    return by_language(files("rulesets") / "texts", "edition_fields")
