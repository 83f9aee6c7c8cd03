"""Options that several commands share."""

from __future__ import annotations

import click

from rulesets.languages import FALLBACK, LANGUAGES

UNREADABLE = 2
"""Exit code: a file that cannot be read."""
REFUSED = 1
"""Exit code: something was refused."""

language = click.option(
    "--lang",
    "language",
    type=click.Choice(LANGUAGES),
    default=FALLBACK,
    show_default=True,
    help="Language of the sentences.",
)
