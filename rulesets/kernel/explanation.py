"""An explanation: what holds in a position, as facts and in words, for whoever has to decide at a table.

What may be reported now, why a report would be refused and what the clauses say, or what it would lead to; and what
a family of games knows to tell besides (`Mechanics.explained`): of its debts, of its end, of scarce pieces.

Facts are JSON objects.  One with a ``kind`` is told: it gets its sentence, ``text`` (templates in ``sentences/may/``,
``sentences/explain/`` and those of events and what is due), and the ``clauses`` that it rests on (``explains`` in the
catalogue).  A refusal among them is told as in an answer.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from rulesets.kernel.answer import Answer
from rulesets.kernel.game import Game
from rulesets.kernel.refusal import Refusal
from rulesets.kernel.telling import KINDS, tell

Facts = Mapping[str, Any]
FILES = (*KINDS, "may", "explain")
"""The kinds of templates that explanations are told by."""


class Explained(NamedTuple):
    """What a family of games tells of a position: of everybody who owes something, of the end, of scarce pieces, of
    rents that nobody has asked for yet, of a win at auction that is not paid.
    """

    debts: tuple[Facts, ...] = ()
    ending: Facts | None = None
    shortage: Facts | None = None
    rents: tuple[Facts, ...] = ()
    win: Facts | None = None


class Explanation(NamedTuple):
    """What holds in the position of ``game``; ``answer``: to the report that was tried, if one was.

    ``may``: the entries of `Ruleset.legal`.
    """

    game: Game
    may: tuple[Facts, ...]
    answer: Answer | None
    explained: Explained

    def to_json(self, language: str = "en") -> dict[str, Any]:
        """The explanation as a JSON object, sentences in en, ja or zh.  Raises KeyError for another language."""
        ruleset = self.game.ruleset
        teller = _Teller(self.game, language)
        return {
            "seq": self.game.seq,
            "over": ruleset.over(self.game),
            "due": teller.told(ruleset.due(self.game)),
            "may": [
                {**entry, "text": teller.sentence({"kind": f"may_{entry['type']}", **entry})} for entry in self.may
            ],
            **self._tried(teller),
            "debts": teller.told(self.explained.debts),
            "ending": teller.told(self.explained.ending),
            "shortage": teller.told(self.explained.shortage),
            "rents": teller.told(self.explained.rents),
            "win": teller.told(self.explained.win),
        }

    def _tried(self, teller: _Teller) -> dict[str, Any]:
        answer = self.answer
        if answer is None:
            return {"accepted": None, "refused": None, "warnings": None, "happens": None, "next": None}
        if not answer.accepted:
            refused = [teller.refused(refusal) for refusal in answer.refusals]
            return {"accepted": False, "refused": refused, "warnings": None, "happens": None, "next": None}
        return {
            "accepted": True,
            "refused": None,
            "warnings": [teller.refused(warning) for warning in answer.warnings],
            "happens": teller.told(answer.events),
            "next": teller.told(answer.due),
        }


class _Teller:
    """Tells the facts of a game in a language."""

    def __init__(self, game: Game, language: str) -> None:
        self.ruleset = game.ruleset
        self.table = game.state.table
        self.language = language

    def label(self, kind: str, value: Any, language: str) -> str | None:
        """The printed form of a fact."""
        return self.ruleset.mechanics.label(self.table, kind, value, language)

    def sentence(self, entry: Facts) -> str:
        """The sentence of an entry with a kind."""
        return tell([entry], self.language, self.label, self.ruleset.told_by, FILES)[0]

    def told(self, value: Any) -> Any:
        """Facts with their sentences and clauses, all the way down."""
        if isinstance(value, Refusal):
            return self.refused(value)
        if isinstance(value, Mapping):
            facts = {name: self.told(each) for name, each in value.items()}
            kind = value.get("kind")
            if kind is None:
                return facts
            return {**facts, "text": self.sentence(value), "clauses": self.ruleset.catalogue.explains(kind)}
        if isinstance(value, list | tuple):
            return [self.told(each) for each in value]
        return value

    def refused(self, refusal: Refusal) -> dict[str, Any]:
        """A refusal as in an answer, with what its clause says; ``bendable``: whether a ruling can overrule it."""
        told = self.ruleset.explain(refusal, self.table, self.language)
        text = self.ruleset.catalogue.text(told["clause"], self.language)
        return {
            **told,
            "title": text.title,
            "says": text.text,
            "example": text.example,
            "reading": text.reading,
            "bendable": self.ruleset.bendable(refusal),
        }
