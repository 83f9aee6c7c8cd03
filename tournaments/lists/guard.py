"""Guard against CSV injection: spreadsheets run a cell that begins with = + - or @ (or their full-width forms), and a
player's name may begin like that.

An export puts an apostrophe in front of such a text, and an import removes it.  A text that already looks guarded gets
one as well, so that every text survives the round trip.
"""

from __future__ import annotations

import re

_RUN = re.compile(r"'?[=+\-@＝＋－＠\t\r\n]|''")


def guarded(text: str) -> str:
    """A text made safe for a cell of a CSV file."""
    return f"'{text}" if _RUN.match(text) else text


def unguarded(cell: str) -> str:
    """The original text of a cell that `guarded` may have written."""
    return cell[1:] if cell.startswith("'") and _RUN.match(cell[1:]) else cell
