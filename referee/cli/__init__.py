"""The command line: ``referee check|explain|position|standing|rejudge|edition|rules`` (record format, Command line),
``regulation``, ``seating``, and the commands of the service.
"""

from __future__ import annotations

import gc
import os
import sys
from importlib import import_module
from io import TextIOWrapper
from typing import Any

import click

from referee.cli.check import check
from referee.cli.edition import edition, load_editions
from referee.cli.explain import explain
from referee.cli.output import UNREADABLE
from referee.cli.position import position, standing
from referee.cli.regulation import regulation
from referee.cli.rejudge import rejudge_command
from referee.cli.rules import rules
from referee.cli.seating import seating

OF_THE_SERVICE = {
    "db": "referee.cli.db",
    "demo": "referee.cli.demo",
    "print": "referee.cli.print",
    "rulings": "referee.cli.rulings",
    "serve": "referee.cli.serve",
    "tls": "referee.cli.tls",
    "user": "referee.cli.user",
}
"""The modules of commands, by name, that need the service's libraries: imported only when they are run."""


class Commands(click.Group):
    """The commands; output that cannot be written ends them with a message instead of a traceback."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """All commands."""
        return sorted({*super().list_commands(ctx), *OF_THE_SERVICE})

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """A command by its name."""
        if cmd_name not in OF_THE_SERVICE:
            return super().get_command(ctx, cmd_name)
        gc.disable()  # what is imported stays: looking through it for garbage would take a fifth of the time
        command: click.Command = getattr(import_module(OF_THE_SERVICE[cmd_name]), cmd_name)
        gc.enable()
        return command

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command.  A reader that went away is click's affair; a full disk is reported."""
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            raise
        except OSError as error:
            click.echo(f"referee: the output cannot be written: {error.strerror}", err=True)
            os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # what is left of the output has nowhere to go either
            sys.exit(UNREADABLE)


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="monopoly-referee", prog_name="referee")
def main() -> None:
    """Judge records of Monopoly games, and look up the rules."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            # UTF-8 wherever the terminal's language is another.  Half a surrogate pair, which a record's JSON may
            # hold as \ud800, has no UTF-8 and is written as that again.
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    for complaint in load_editions():
        click.echo(f"referee: {complaint}", err=True)


for command in (check, position, standing, edition, explain, regulation, rejudge_command, rules, seating):
    main.add_command(command)
