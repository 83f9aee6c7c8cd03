"""The registry: rulesets by name.  Any package can add rulesets by the entry-point group ``referee.rulesets``.

An entry point names the ruleset and points at a `kernel.ruleset.Ruleset` object, a function that returns one, or a
tuple of several: its versions, the one in force last.  Old versions can still be loaded, so that a record is judged
under the version that it names.
"""

from __future__ import annotations

import copyreg
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from pickle import PicklingError, UnpicklingError

from rulesets.kernel.ruleset import Ruleset
from rulesets.shipped import SHIPPED

GROUP = "referee.rulesets"


class UnknownRuleset(LookupError):
    """No ruleset has this name.  ``known`` lists the names that exist."""

    def __init__(self, name: str, known: tuple[str, ...]) -> None:
        super().__init__(f"There is no ruleset {name!r}. Known are: {', '.join(known)}.")
        self.name = name
        self.known = known


@cache
def installed() -> tuple[EntryPoint, ...]:
    """The rulesets of other packages, looked for once: that reads a file of every package there is, and what is
    installed meanwhile is found at the next start, like any code.
    """
    return tuple(entry_points(group=GROUP))


def names() -> tuple[str, ...]:
    """The names of all rulesets, sorted."""
    return tuple(sorted({*SHIPPED, *(point.name for point in installed())}))


class BrokenRuleset(LookupError):
    """A ruleset installed by another package that cannot be loaded, and why."""

    def __init__(self, name: str, why: str) -> None:
        super().__init__(f"The ruleset {name!r} is installed, but cannot be loaded: {why}.")
        self.name = name
        self.why = why


@cache
def versions(name: str) -> tuple[Ruleset, ...]:
    """All versions of the ruleset ``name``, the one in force last.  Raises `UnknownRuleset` or `BrokenRuleset`."""
    if name in SHIPPED:
        found: object = _at(SHIPPED[name])
    else:
        point = next((point for point in installed() if point.name == name), None)
        if point is None:
            raise UnknownRuleset(name, names())
        found = _loaded(point)
    every = found if isinstance(found, tuple) else (found,)
    for version in every:
        if not isinstance(version, Ruleset):
            raise BrokenRuleset(name, f"its entry point gives a {type(version).__name__}")
        if version.name != name:
            raise BrokenRuleset(name, f"the ruleset calls itself {version.name!r}")
    if not every or len({version.version for version in every}) < len(every):
        raise BrokenRuleset(name, "it gives no version, or one twice")
    return every


def load(name: str, version: str | None = None) -> Ruleset:
    """The ruleset ``name``, for instance ``"jma-2006"``, in the version given or in the one in force.

    For a version that exists no more it is the one that took its place (`Law.retired`).  Raises `UnknownRuleset`, also
    for an unknown version, or `BrokenRuleset`.
    """
    every = versions(name)
    if version is None:
        return every[-1]
    found = judging(every, version)
    if found is not None:
        return found
    raise UnknownRuleset(f"{name}@{version}", tuple(f"{name}@{ruleset.version}" for ruleset in every))


def judging(every: tuple[Ruleset, ...], version: object) -> Ruleset | None:
    """Return the one of a ruleset's versions that judges what names a version: itself, or the one it was retired for;
    None for a version that never was.
    """
    for ruleset in every:
        if ruleset.version == version:
            return ruleset
    return next((ruleset for ruleset in every if isinstance(version, str) and version in ruleset.retired), None)


def _at(target: str) -> object:
    module, _, attribute = target.partition(":")
    return getattr(import_module(module), attribute)


def _loaded(point: EntryPoint) -> object:
    try:
        found = point.load()
        return found() if callable(found) and not isinstance(found, Ruleset) else found
    except Exception as error:
        raise BrokenRuleset(point.name, f"{type(error).__name__}: {error}") from error


def _pickled(ruleset: Ruleset) -> tuple[object, tuple[str, str, str]]:
    """Pickle a ruleset by its name, as it is code; so the games and answers that hold it can be pickled too.

    Raises PicklingError unless `load` gives this very ruleset.
    """
    try:
        registered = load(ruleset.name, ruleset.version)
    except LookupError:
        registered = None
    if registered is not ruleset:
        raise PicklingError(
            f"{ruleset.name}@{ruleset.version} cannot be pickled: a ruleset is pickled by its name, and the registry"
            f" has {'another one' if registered else 'none'} of that name. Register it by an entry point in the group"
            f" {GROUP}, and take it from `load`."
        )
    return _unpickled, (ruleset.name, ruleset.version, ruleset.fingerprint)


def _unpickled(name: str, version: str, fingerprint: str) -> Ruleset:
    """Load the ruleset that was pickled.

    Raises `UnknownRuleset`, `BrokenRuleset`, and UnpicklingError if its rules are no longer the same.
    """
    ruleset = load(name, version)
    if ruleset.fingerprint != fingerprint:
        raise UnpicklingError(
            f"{name}@{version} was pickled with the fingerprint {fingerprint}, and here it has {ruleset.fingerprint}:"
            " its rules have changed. What is to be kept is the record of a game; replay that."
        )
    return ruleset


copyreg.pickle(Ruleset, _pickled)  # type: ignore[arg-type]
