"""What an explanation says about a position, as facts, for somebody who has to decide at a table.

Facts are JSON objects.  One with a ``kind`` gets its sentence, ``text`` (templates in ``sentences/may/``,
``sentences/explain/`` and those of events and what is due), and the ``clauses`` that it rests on (``explains`` in the
catalogue).  A refusal among them is worded as in an answer.  `rulesets.kernel.renderer` does all this.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from rulesets.kernel.narration import KINDS

Facts = Mapping[str, Any]
FILES = (*KINDS, "may", "explain")
"""The kinds of templates that explanations use."""


class Explained(NamedTuple):
    """What a family of games says about a position: who owes something, how the game ends, which pieces are scarce,
    which rents nobody has asked for yet, which win at auction is not paid, and what each player could raise.
    """

    debts: tuple[Facts, ...] = ()
    ending: Facts | None = None
    shortage: Facts | None = None
    rents: tuple[Facts, ...] = ()
    win: Facts | None = None
    means: tuple[Facts, ...] = ()

    def __hash__(self) -> int:  # facts are JSON, lists and all
        return hash((len(self.debts), len(self.rents), len(self.means)))

    def __repr__(self) -> str:
        """One line: what there is something to say about."""
        return f"<Explained: {', '.join(part for part in self._fields if getattr(self, part)) or 'nothing'}>"
