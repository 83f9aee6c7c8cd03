"""The commands that judge records (`referee.records`) as commands of click."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from importlib import import_module
from pathlib import Path
from typing import Any

import click

from referee.records.command import Argument, Command, CommandGroup, Option, UsageError


def declared(place: str) -> click.Command:
    """Return the command, or the group of commands, that is declared at ``module:NAME``."""
    module, _, constant = place.partition(":")
    found: Command | CommandGroup = getattr(import_module(module), constant)
    if isinstance(found, Command):
        return _command(found)
    return click.Group(found.name, {each.name: _command(each) for each in found.commands}, help=found.help)


def _command(found: Command) -> click.Command:
    parameters: list[click.Parameter] = [
        _argument(each) if isinstance(each, Argument) else _option(each) for each in found.parameters
    ]
    return click.Command(found.name, callback=_run(found.run), params=parameters, help=found.help)


def _run(run: Callable[..., None]) -> Callable[..., None]:
    @wraps(run)
    def checked(**given: Any) -> None:
        try:
            run(**given)
        except UsageError as error:
            raise click.UsageError(str(error)) from None

    return checked


def _argument(found: Argument) -> click.Argument:
    kind = click.Choice(found.choices) if found.choices else click.Path(path_type=Path)
    if found.many:
        return click.Argument([found.name], type=kind, nargs=-1, required=True)
    if found.default is None:
        return click.Argument([found.name], type=kind)
    return click.Argument([found.name], type=kind, required=False, default=found.default)


def _option(found: Option) -> click.Option:
    if found.kind is bool:
        return click.Option([found.flag, found.name], is_flag=True, help=found.help)
    kind: Any = click.Choice(found.choices) if found.choices else found.kind
    return click.Option(
        [found.flag, found.name],
        type=click.IntRange(min=found.least) if found.kind is int else kind,
        default=found.default,
        show_default=found.default is not None,
        required=found.required,
        help=found.help,
    )
