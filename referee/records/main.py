"""The command line of the package of the law: the commands that judge records, by argparse."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser, ArgumentTypeError, RawDescriptionHelpFormatter
from collections.abc import Callable, Sequence
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from typing import Any

from referee.records import COMMANDS, first_sentence
from referee.records.command import Argument, Command, CommandGroup, Option, UsageError
from referee.records.output import cannot_write, prepare


def main(words: Sequence[str] | None = None) -> None:
    """Run ``referee COMMAND …``; ``words``: by default those of the process."""
    prepare()
    chosen = parser().parse_args(words)
    given = vars(chosen)
    run, fail = given.pop("run"), given.pop("fail")
    try:
        run(**given)
        sys.stdout.flush()
    except UsageError as error:
        fail(str(error))
    except BrokenPipeError:  # whoever reads has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        sys.exit(1)
    except OSError as error:
        cannot_write(error)


def parser() -> ArgumentParser:
    top = ArgumentParser("referee", description="Judge records of Monopoly games.")
    top.add_argument("--version", action="version", version=f"referee, version {version('monopoly-law')}")
    under = top.add_subparsers(title="Commands", metavar="COMMAND", required=True)
    for name, place in COMMANDS.items():
        module, _, constant = place.partition(":")
        declared: Command | CommandGroup = getattr(import_module(module), constant)
        if isinstance(declared, Command):
            _add(under, name, declared)
            continue
        group = under.add_parser(name, help=declared.help, description=declared.help)
        inner = group.add_subparsers(title="Commands", metavar="COMMAND", required=True)
        for each in declared.commands:
            _add(inner, each.name, each)
    return top


def _add(under: Any, name: str, command: Command) -> None:
    """Add the parser of a command to those ``under`` which it stands."""
    own: ArgumentParser = under.add_parser(
        name, help=first_sentence(command.help), description=command.help, formatter_class=RawDescriptionHelpFormatter
    )
    own.set_defaults(run=command.run, fail=own.error)
    for each in command.parameters:
        if isinstance(each, Argument):
            many = {"nargs": "+"} if each.many else {"nargs": "?", "default": each.default} if each.default else {}
            kind = {"choices": each.choices} if each.choices else {"type": Path}
            own.add_argument(each.name, metavar=each.name.upper(), **many, **kind)
        elif each.kind is bool:
            own.add_argument(each.flag, dest=each.name, action="store_true", help=each.help)
        else:
            own.add_argument(
                each.flag,
                dest=each.name,
                default=each.default,
                required=each.required,
                choices=each.choices or None,
                type=_whole(each) if each.kind is int else str,
                metavar=None if each.choices else each.name.upper(),
                help=each.help if each.default is None else f"{each.help}  [default: {each.default}]",
            )


def _whole(option: Option) -> Callable[[str], int]:
    def whole(text: str) -> int:
        if text.isascii() and text.isdecimal() and int(text) >= option.least:
            return int(text)
        raise ArgumentTypeError(f"{text!r} is no whole number from {option.least}")

    return whole
