"""What an explanation tells of a position, as facts, for whoever has to decide at a table.

Facts are JSON objects.  One with a ``kind`` gets its sentence, ``text`` (templates in ``sentences/may/``,
``sentences/explain/`` and those of events and what is due), and the ``clauses`` that it rests on (``explains`` in the
catalogue).  A refusal among them is worded as in an answer.  `rulesets.kernel.renderer` does it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from rulesets.kernel.narration import KINDS

Facts = Mapping[str, Any]
FILES = (*KINDS, "may", "explain")
"""The kinds of templates that explanations are worded by."""


class Explained(NamedTuple):
    """What a family of games tells of a position: of everybody who owes something, of the end, of scarce pieces, of
    rents that nobody has asked for yet, of a win at auction that is not paid, of what each player could raise.
    """

    debts: tuple[Facts, ...] = ()
    ending: Facts | None = None
    shortage: Facts | None = None
    rents: tuple[Facts, ...] = ()
    win: Facts | None = None
    means: tuple[Facts, ...] = ()
