"""The registry: rulesets by name.  Anybody's ruleset joins by the entry-point group ``referee.rulesets``.

An entry point names the ruleset and points at a `kernel.ruleset.Ruleset` object (or a function that returns one).
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points

from rulesets.kernel.ruleset import Ruleset
from rulesets.shipped import SHIPPED

GROUP = "referee.rulesets"


class UnknownRuleset(LookupError):
    """No ruleset has this name.  ``known`` lists those there are."""

    def __init__(self, name: str, known: tuple[str, ...]) -> None:
        super().__init__(f"There is no ruleset {name!r}. Known are: {', '.join(known)}.")
        self.name = name
        self.known = known


def names() -> tuple[str, ...]:
    """The names of all rulesets, sorted."""
    return tuple(sorted({*SHIPPED, *(point.name for point in entry_points(group=GROUP))}))


class BrokenRuleset(LookupError):
    """An installed ruleset of another package that cannot be loaded, and why."""

    def __init__(self, name: str, why: str) -> None:
        super().__init__(f"The ruleset {name!r} is installed, but cannot be loaded: {why}.")
        self.name = name
        self.why = why


@cache
def load(name: str) -> Ruleset:
    """The ruleset ``name``, for instance ``"jma-2006"``.  Raises `UnknownRuleset` or `BrokenRuleset`."""
    target = SHIPPED.get(name)
    if target is not None:
        module, _, attribute = target.partition(":")
        found = getattr(import_module(module), attribute)
    else:
        point = next((point for point in entry_points(group=GROUP) if point.name == name), None)
        if point is None:
            raise UnknownRuleset(name, names())
        found = _loaded(point)
    if not isinstance(found, Ruleset):
        raise BrokenRuleset(name, f"its entry point gives a {type(found).__name__}")
    return found


def _loaded(point: EntryPoint) -> object:
    try:
        found = point.load()
        return found() if callable(found) and not isinstance(found, Ruleset) else found
    except Exception as error:
        raise BrokenRuleset(point.name, f"{type(error).__name__}: {error}") from error
