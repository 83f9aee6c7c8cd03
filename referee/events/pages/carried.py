"""Sentences that name a table, for a tablet that was carried to another one."""

from __future__ import annotations

from referee.core.language import language, word
from referee.core.pages.format import round_name
from referee.events.queries import NamedTable


def table_line(sentence: str, nameless: str, table: NamedTable) -> str:
    """Return a sentence that names a table's round and players.  ``nameless``: the text key if they are not public."""
    round_ = round_name(table.round.number, table.round, language())
    facts = {"number": table.number, "round": round_, "names": word("comma").join(table.players)}
    return word(sentence if table.players else nameless, **facts)
