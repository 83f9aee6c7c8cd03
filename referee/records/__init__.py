"""The commands that judge records: ``check|explain|position|standing|rejudge|edition`` (record format, Command line).

They need the law and the standard library alone, and are declared once (`command.py`): the package of the law runs them
by argparse (`main.py`), the service's command line by click, beside its own (`referee.cli`).
"""

from __future__ import annotations

EDITIONS = "REFEREE_EDITIONS"
"""The environment variable that names a folder with editions of one's own: for commands that judge records.  A service
takes over what is there, and keeps it in its database.
"""
REFUSED = 1
"""Exit code: something was refused."""
UNREADABLE = 2
"""Exit code: a file that cannot be read."""
COMMANDS = {
    "check": "referee.records.check:CHECK",
    "edition": "referee.records.edition:EDITION",
    "explain": "referee.records.explain:EXPLAIN",
    "position": "referee.records.position:POSITION",
    "rejudge": "referee.records.rejudge:REJUDGE",
    "standing": "referee.records.position:STANDING",
}
"""The commands by name, each where it is declared."""


def first_sentence(help_text: str) -> str:
    """The first sentence of a help text, without its full stop."""
    return " ".join(help_text.partition("\n\n")[0].split()).partition(". ")[0].rstrip(".")
