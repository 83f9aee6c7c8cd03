"""What a command is: its name, the function that runs it, and what may be written after it, as data."""

from __future__ import annotations

from collections.abc import Callable
from inspect import getdoc
from pathlib import Path
from typing import Any, NamedTuple

from rulesets.languages import FALLBACK, LANGUAGES


class UsageError(Exception):
    """What was written after a command contradicts itself; the message says how."""


class Option(NamedTuple):
    """An option.  ``kind``: `bool` for one without a value, `str`, or `int` from ``least``; ``choices``: all values;
    ``help``: a sentence.
    """

    flag: str
    name: str
    kind: type
    help: str
    default: Any = None
    choices: tuple[str, ...] = ()
    least: int = 0
    required: bool = False


class Argument(NamedTuple):
    """A word after the command: a file, unless it is one of ``choices``.  ``many``: one or more; ``default``: if it
    may be left out.
    """

    name: str
    choices: tuple[str, ...] = ()
    many: bool = False
    default: Path | None = None


class Command(NamedTuple):
    """A command.  ``run`` takes the values by the names of the parameters; its docstring is the help."""

    name: str
    run: Callable[..., None]
    parameters: tuple[Option | Argument, ...]

    @property
    def help(self) -> str:
        """What the command does, paragraph by paragraph."""
        return getdoc(self.run) or ""


class CommandGroup(NamedTuple):
    """Commands under a common name."""

    name: str
    help: str
    commands: tuple[Command, ...]


LANGUAGE = Option("--lang", "language", str, "Language of the output.", FALLBACK, LANGUAGES)
FILE = Argument("file")
FILES = Argument("files", many=True)
