"""The command line: ``referee check|explain|position|standing|rejudge|edition|rules`` (record format, Command line),
``regulation``, ``seating``, and the commands of the service.
"""

from __future__ import annotations

import ast
import gc
import os
import sys
from importlib import import_module
from importlib.metadata import Distribution
from importlib.util import find_spec
from io import TextIOWrapper
from pathlib import Path
from typing import Any

import click

EDITIONS = "REFEREE_EDITIONS"
"""The environment variable that names the folder with an organizer's own editions."""
UNREADABLE = 2
"""Exit code: a file that cannot be read."""
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
    "verify": "referee.cli.verify:verify",
}
"""The commands by name.  Each is imported, with everything that it needs, only when it is run."""


def first_sentence(place: str) -> str:
    """The first sentence of the docstring of the function at ``module:name``."""
    module, _, name = place.partition(":")
    spec = find_spec(module)
    assert spec is not None and spec.origin is not None
    tree = ast.parse(Path(spec.origin).read_text("utf-8"))
    [function] = [each for each in tree.body if isinstance(each, ast.FunctionDef) and each.name == name]
    return " ".join((ast.get_docstring(function) or "").partition("\n\n")[0].split()).partition(". ")[0].rstrip(".")


class Commands(click.Group):
    """The group of all commands.  If the output cannot be written, they end with a message instead of a traceback."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of all commands; the package of the law alone has only those that judge records."""
        return [name for name, place in sorted(COMMANDS.items()) if find_spec(place.partition(":")[0])]

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands with the first sentences of their docstrings, which are read without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, first_sentence(COMMANDS[name])) for name in self.list_commands(ctx)])

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import a command and return it; None if there is none of this name."""
        if cmd_name not in self.list_commands(ctx):
            return None
        module, _, name = COMMANDS[cmd_name].partition(":")
        gc.disable()  # modules stay in memory: collecting garbage meanwhile would take a fifth of the time
        command: click.Command = getattr(import_module(module), name)
        gc.enable()
        return command

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command, and report a full disk.  A broken pipe is left to click."""
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            raise
        except OSError as error:
            click.echo(f"referee: the output cannot be written: {error.strerror}", err=True)
            os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # so that flushing the rest at exit does not fail, too
            sys.exit(UNREADABLE)


def package() -> str:
    """The installed package that the commands belong to: the referee, or the law alone."""
    return "monopoly-referee" if any(Distribution.discover(name="monopoly-referee")) else "monopoly-law"


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name=package(), prog_name="referee")
def main() -> None:
    """Judge records of Monopoly games, and look up the rules."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            # UTF-8 whatever the terminal's locale is.  A lone surrogate, which a record's JSON may contain as
            # \ud800, cannot be encoded and is written as that escape again.
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    if EDITIONS in os.environ:
        for complaint in import_module("referee.cli.edition").load_editions():
            click.echo(f"referee: {complaint}", err=True)
