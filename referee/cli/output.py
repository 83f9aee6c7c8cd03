"""What the commands of the service share besides what those on records print: the language option, faults of files."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import click

from referee.records.output import complain, visible
from rulesets.languages import FALLBACK, LANGUAGES
from tournaments.fault import Fault

language_option = click.option(
    "--lang",
    "language",
    type=click.Choice(LANGUAGES),
    default=FALLBACK,
    show_default=True,
    help="Language of the output.",
)


def print_faults(path: Path, faults: Iterable[Fault], language: str) -> None:
    """Print everything that is wrong with a file."""
    for fault in faults:
        complain(f"{path}: {visible(fault.sentence(language))}")
