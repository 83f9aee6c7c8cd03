"""Guard against formulas: spreadsheets run a cell that begins with = + - or @ (or their wide forms), and a player may
be named so.

An export puts an apostrophe before such a text; an import takes it away again.  A text that would look guarded gets one
too, so that every text comes back as it was.
"""

from __future__ import annotations

import re

_RUN = re.compile(r"'?[=+\-@＝＋－＠\t\r\n]|''")


def guarded(text: str) -> str:
    """A text as it may stand in a cell of a CSV file."""
    return f"'{text}" if _RUN.match(text) else text


def unguarded(cell: str) -> str:
    """The text of a cell that `guarded` may have written."""
    return cell[1:] if cell.startswith("'") and _RUN.match(cell[1:]) else cell
