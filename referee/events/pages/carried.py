"""A tablet at another table than its own: whose it is, in plain words."""

from __future__ import annotations

from referee.core.language import language, word
from referee.core.pages.format import round_name
from referee.events.queries import AtTable


def table_line(sentence: str, nameless: str, table: AtTable) -> str:
    """A sentence about a table with its round and its players; ``nameless``: that where they are not public."""
    round_ = round_name(table.round.number, table.round, language())
    facts = {"number": table.number, "round": round_, "names": word("comma").join(table.players)}
    return word(sentence if table.players else nameless, **facts)
