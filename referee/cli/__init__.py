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

from referee.cli.edition import load_editions
from referee.cli.output import UNREADABLE

COMMANDS = {
    "check": "referee.cli.check:check",
    "db": "referee.cli.db:db",
    "demo": "referee.cli.demo:demo",
    "edition": "referee.cli.edition:edition",
    "explain": "referee.cli.explain:explain",
    "position": "referee.cli.position:position",
    "print": "referee.cli.print:print",
    "regulation": "referee.cli.regulation:regulation",
    "rejudge": "referee.cli.rejudge:rejudge_command",
    "rules": "referee.cli.rules:rules",
    "rulings": "referee.cli.rulings:rulings",
    "runtime": "referee.cli.runtime:runtime",
    "seating": "referee.cli.seating:seating",
    "serve": "referee.cli.serve:serve",
    "standing": "referee.cli.position:standing",
    "tls": "referee.cli.tls:tls",
    "user": "referee.cli.user:user",
}
"""The commands by name: each is imported with what it needs only when it is run."""


class Commands(click.Group):
    """The commands; output that cannot be written ends them with a message instead of a traceback."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """All commands."""
        return sorted(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """A command by its name."""
        if cmd_name not in COMMANDS:
            return None
        module, _, name = COMMANDS[cmd_name].partition(":")
        gc.disable()  # what is imported stays: looking through it for garbage would take a fifth of the time
        command: click.Command = getattr(import_module(module), name)
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
