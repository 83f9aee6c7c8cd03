"""Editions of Monopoly City by name: the sample, and those that an organizer registers.

The printed cards are not public.  ``city-sample`` comes with the project and has invented figures; an organizer who
owns the game fills in a file with the real ones (``referee edition new city``) and makes it known with `register`.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from rulesets.city.game.board import Edition
from rulesets.city.game.edition_reading import read
from rulesets.kernel.edition_faults import EditionError, EditionFault
from rulesets.languages.texts import document

SAMPLE = "city-sample"
_registered: dict[str, Edition] = {}


def parse(data: Mapping[str, object], name: str | None = None) -> Edition:
    """Read an edition from the tables of a file, reporting all faults at once (CONTENTS-1, OVER-2, RES-1, IND-1).

    ``name``: overrides the name in the file.  Raises `EditionError`.
    """
    return read(data, name)


def register(edition: Edition) -> None:
    """Register an edition under its name, for use as the ``edition`` of a header.

    Registering the same edition again has no effect.  Raises `EditionError` where another one has that name.
    """
    known = _sample() if edition.name == SAMPLE else _registered.get(edition.name)
    if known is not None and known != edition:
        raise EditionError(edition.name, (_fault(edition.name, "name_taken", "other_name"),))
    if edition.name != SAMPLE:
        _registered[edition.name] = edition


def names() -> tuple[str, ...]:
    """The names of all known editions, the sample first."""
    return (SAMPLE, *sorted(_registered))


def load(name: str) -> Edition:
    """Return the edition ``name``.  Raises `EditionError` for an unknown name."""
    if name == SAMPLE:
        return _sample()
    if name not in _registered:
        raise EditionError(name, (_fault(name, "unknown", "known"),))
    return _registered[name]


@cache
def _sample() -> Edition:
    return parse(document(files("rulesets") / "editions", SAMPLE))


def _fault(name: str, wrong: str, right: str) -> EditionFault:
    return EditionFault(name, wrong, right, {"name": name, "known": ", ".join(names())})
