"""The command line: ``referee check|position|standing|rules`` (record format, Command line)."""

from __future__ import annotations

import sys
from io import TextIOWrapper

import click

from referee.cli.check import check
from referee.cli.position import position
from referee.cli.rules import rules
from referee.cli.standing import standing


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="monopoly-referee", prog_name="referee")
def main() -> None:
    """Judge records of Monopoly games, and look up the rules."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            # UTF-8 wherever the terminal's language is another.  Half a surrogate pair, which a record's JSON may
            # hold as \ud800, has no UTF-8 and is written as that again.
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")


main.add_command(check)
main.add_command(position)
main.add_command(standing)
main.add_command(rules)
