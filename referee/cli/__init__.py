"""The command line: ``referee check|explain|position|standing|rejudge|edition|rules`` (record format, Command line),
``regulation``, ``seating``, and the commands of the service.
"""

from __future__ import annotations

import ast
import gc
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import click

from referee import records

COMMANDS = {
    **records.COMMANDS,
    "db": "referee.cli.db:db",
    "demo": "referee.cli.demo:demo",
    "print": "referee.cli.print:print",
    "regulation": "referee.cli.regulation:regulation",
    "rules": "referee.cli.rules:rules",
    "rulings": "referee.cli.rulings:rulings",
    "runtime": "referee.cli.runtime:runtime",
    "seating": "referee.cli.seating:seating",
    "serve": "referee.cli.serve:serve",
    "tls": "referee.cli.tls:tls",
    "user": "referee.cli.user:user",
    "verify": "referee.cli.verify:verify",
}
"""The commands by name.  Each is imported, with everything that it needs, only when it is run."""


def about(place: str) -> str:
    """The first sentence of the help of the command at ``module:name``: a function, or a declaration (`records`)."""
    module, _, name = place.partition(":")
    spec = find_spec(module)
    assert spec is not None and spec.origin is not None
    tree = ast.parse(Path(spec.origin).read_text("utf-8"))
    functions = {each.name: ast.get_docstring(each) or "" for each in tree.body if isinstance(each, ast.FunctionDef)}
    text = functions.get(name)
    for each in tree.body:
        match each:
            case ast.Assign(targets=[ast.Name(id=declared)], value=ast.Call(args=[_, told, *_])) if declared == name:
                text = functions[told.id] if isinstance(told, ast.Name) else ast.literal_eval(told)
    assert text is not None
    return records.first_sentence(text)


class Commands(click.Group):
    """The group of all commands.  If the output cannot be written, they end with a message instead of a traceback."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted(COMMANDS)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands with the first sentences of their docstrings, which are read without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, about(COMMANDS[name])) for name in self.list_commands(ctx)])

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import a command and return it; None if there is none of this name."""
        if cmd_name not in COMMANDS:
            return None
        module, _, name = COMMANDS[cmd_name].partition(":")
        gc.disable()  # modules stay in memory: collecting garbage meanwhile would take a fifth of the time
        command: click.Command
        if cmd_name in records.COMMANDS:
            command = import_module("referee.cli.declared").declared(COMMANDS[cmd_name])
        else:
            command = getattr(import_module(module), name)
        gc.enable()
        return command

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command, and report a full disk.  A broken pipe is left to click."""
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            raise
        except OSError as error:
            import_module("referee.records.output").cannot_write(error)


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="monopoly-referee", prog_name="referee")
def main() -> None:
    """Judge records of Monopoly games, and look up the rules."""
    import_module("referee.records.output").prepare()
