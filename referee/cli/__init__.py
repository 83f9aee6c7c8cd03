"""The command line: ``referee check|position|standing|rules`` (record format, Command line)."""

from __future__ import annotations

import click

from referee.cli.check import check
from referee.cli.position import position
from referee.cli.rules import rules
from referee.cli.standing import standing


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="monopoly-referee", prog_name="referee")
def main() -> None:
    """Judge records of Monopoly games, and look up the rules."""


main.add_command(check)
main.add_command(position)
main.add_command(standing)
main.add_command(rules)
