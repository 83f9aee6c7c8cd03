"""A check that is taken out of the program while it runs, so that an attack on what it guards must succeed."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from importlib import import_module
from types import ModuleType
from typing import Any, NamedTuple, Protocol


class Patch(Protocol):
    """Replaces attributes, as `pytest.MonkeyPatch` does, which puts them back at the end of a block."""

    def setattr(self, target: Any, name: str, value: object) -> None:
        """Replace an attribute."""


class ForGood:
    """Replaces attributes for as long as the process lives."""

    def setattr(self, target: Any, name: str, value: object) -> None:
        setattr(target, name, value)


class Mutant(NamedTuple):
    """A program without a check.

    ``attack``: the name of the attack that must succeed; ``without``: what is missing, in a few words; ``changes``:
    what replaces ``module:name`` or ``module:Class.name``.  ``quick``: the attack takes a second or two, and needs
    neither granian nor the gateway in front of the application, so that it is proven among the tests.
    """

    attack: str
    without: str
    changes: Mapping[str, Any]
    quick: bool = False

    def apply(self, patch: Patch) -> None:
        """Change the program of this process.

        A function is replaced wherever a module has imported it, a constant only where it is named.
        """
        import_module("referee.server.application")  # and with it all that could be changed
        for place, value in self.changes.items():
            module_name, _, name = place.partition(":")
            owner: Any = import_module(module_name)
            *path, last = name.split(".")
            for part in path:
                owner = getattr(owner, part)
            before = getattr(owner, last)
            patch.setattr(owner, last, value)
            if callable(before) and isinstance(owner, ModuleType):
                for module in [each for each in sys.modules.values() if each.__name__.startswith("referee.")]:
                    if getattr(module, last, None) is before:
                        patch.setattr(module, last, value)
