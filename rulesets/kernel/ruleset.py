"""A ruleset, a game in progress and the answer to a report: three types that refer to one another.

`Ruleset.judge` is the only way from one game to the next.  What a ruleset is made of is its `Law`.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any, NamedTuple

from rulesets.frozen import FrozenDict
from rulesets.kernel.explanation import Explained, Facts
from rulesets.kernel.header import HeaderRefused, name_faults, seat_faults
from rulesets.kernel.kept import read_kept
from rulesets.kernel.law import Law
from rulesets.kernel.matter import broken, carry_out, matters
from rulesets.kernel.options import choose
from rulesets.kernel.past import Past, retracted
from rulesets.kernel.refusal import Refusal, refuse
from rulesets.kernel.renderer import Renderer
from rulesets.kernel.report import shown
from rulesets.kernel.rule import Check, Rule, besides
from rulesets.kernel.ruling import Decided, decided
from rulesets.kernel.telling.assets import Assets
from rulesets.kernel.telling.filling import filling_of
from rulesets.kernel.telling.money import Money
from rulesets.languages import FALLBACK
from rulesets.reports import Report, as_report

__all__ = ["Answer", "Check", "Explanation", "Game", "HeaderRefused", "Rule", "Ruleset"]

Event = Mapping[str, Any]


class Game(NamedTuple):
    """An immutable game.  ``seq`` is the number of the last report judged, refused ones included (0 before the
    first).
    """

    ruleset: Ruleset
    state: Any
    seq: int = 0
    past: Past | None = None

    def __repr__(self) -> str:
        """One line: whose game it is, and how far it has come."""
        return f"<Game of {self.ruleset!r}: {' '.join(self.state.table.seats)}, {self.seq} reports>"

    def __deepcopy__(self, _memo: object) -> Game:
        return self


class Answer(NamedTuple):
    """Accepted with events, or refused with every clause that the report breaks, the most telling first.

    ``game`` is the game to continue from: after a refusal the same position under the next number.
    """

    seq: int
    accepted: bool
    events: tuple[Event, ...]
    refusals: tuple[Refusal, ...]
    warnings: tuple[Refusal, ...]
    game: Game

    def __repr__(self) -> str:
        """One line: the codes of what is refused, or the kinds of what happened."""
        if not self.accepted:
            return f"<Answer {self.seq}: refused, {' '.join(refusal.code for refusal in self.refusals)}>"
        return f"<Answer {self.seq}: accepted, {' '.join(event['kind'] for event in self.events)}>"

    def __hash__(self) -> int:  # events are JSON, lists and all
        return hash((self.seq, self.accepted, self.game))

    @property
    def due(self) -> list[dict[str, Any]]:
        """What the table must do next, first things first."""
        ruleset, state, _, _ = self.game
        return ruleset.mechanics.due(state)

    def to_json(self, language: str = FALLBACK) -> dict[str, Any]:
        """Return the answer as a JSON object, with sentences in ``language``."""
        seq, accepted, events, refusals, warnings, (ruleset, state, _, _) = self
        if not accepted:
            return {"seq": seq, "accepted": False, "refusals": self._refused(refusals, language)}
        return {
            "seq": seq,
            "accepted": True,
            "events": list(events),
            "due": ruleset.mechanics.due(state),
            "warnings": self._refused(warnings, language) if warnings else [],
        }

    def sentences(self, language: str = FALLBACK) -> list[str]:
        """Return what has happened, a sentence without its full stop for each event, or why the report is refused, a
        text for each clause.  Raises KeyError for an unknown language.
        """
        if self.accepted:
            return self.game.ruleset.narrate(self.game, self.events, language)
        return [refusal["message"] for refusal in self._refused(self.refusals, language)]

    def _refused(self, refusals: tuple[Refusal, ...], language: str) -> list[dict[str, Any]]:
        ruleset, state, _, _ = self.game
        return [ruleset.explain(refusal, state.table, language) for refusal in refusals]


class Explanation(NamedTuple):
    """What holds in the position of ``game``, as facts and in words, for somebody who has to decide at a table.

    It says what may be reported now; why a report would be refused and what the clauses say, or what it would lead to;
    and what else the family of games has to say.  ``may``: the entries of `Ruleset.legal`.  ``answer``: to the report
    that was tried, if one was.
    """

    game: Game
    may: tuple[Facts, ...]
    answer: Answer | None
    explained: Explained

    def __hash__(self) -> int:  # facts are JSON, lists and all; they follow from the game
        return hash((self.game, self.answer))

    def __repr__(self) -> str:
        """One line: what is explained, and the report that was tried."""
        return f"<Explanation of {self.game!r}: {len(self.may)} may follow, tried: {self.answer!r}>"

    def to_json(self, language: str = FALLBACK) -> dict[str, Any]:
        """Return the explanation as a JSON object with sentences in ``language``.

        Raises KeyError for an unknown language.
        """
        ruleset = self.game.ruleset
        renderer = Renderer(ruleset, self.game.state.table, language)
        return {
            "seq": self.game.seq,
            "over": ruleset.over(self.game),
            "due": renderer.render(ruleset.due(self.game)),
            "may": [
                {**entry, "text": renderer.sentence({"kind": f"may_{entry['type']}", **entry})} for entry in self.may
            ],
            **self._tried(renderer),
            "debts": renderer.render(self.explained.debts),
            "ending": renderer.render(self.explained.ending),
            "shortage": renderer.render(self.explained.shortage),
            "rents": renderer.render(self.explained.rents),
            "win": renderer.render(self.explained.win),
            "means": renderer.render(self.explained.means),
        }

    def _tried(self, renderer: Renderer) -> dict[str, Any]:
        answer = self.answer
        if answer is None:
            return {"accepted": None, "refused": None, "warnings": None, "happens": None, "next": None}
        if not answer.accepted:
            refused = [renderer.refused(refusal) for refusal in answer.refusals]
            return {"accepted": False, "refused": refused, "warnings": None, "happens": None, "next": None}
        return {
            "accepted": True,
            "refused": None,
            "warnings": [renderer.refused(warning) for warning in answer.warnings],
            "happens": renderer.render(answer.events),
            "next": renderer.render(answer.due),
        }


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Ruleset(Law):
    """A law that starts games and judges them; immutable.  See `rulesets.kernel` for the contract."""

    def __repr__(self) -> str:
        """The name and version by which it is loaded."""
        return f"{self.name}@{self.version}"

    def money(self, edition: str | None = None) -> Money:
        """How amounts are written in games of an edition, by default the ruleset's own."""
        return self.mechanics.money(self.edition(edition))

    def editions(self) -> tuple[str, ...]:
        """The names of all editions that the game can be played with here, those that are kept outside the law too."""
        if filling_of(self.mechanics) is not None:
            read_kept()
        return self.mechanics.editions()

    def edition(self, name: str | None = None) -> Any:
        """An edition, by default the ruleset's own."""
        name = self.default_edition if name is None else name
        if name not in self.mechanics.editions():
            self.editions()
        return self.mechanics.edition(name)

    def board(self, edition: str, language: str) -> str:
        """The title of an edition; its name where the game has no other."""
        return self.mechanics.label(None, "board", edition, language) or edition

    def assets(self, edition: str | None = None) -> Assets:
        """What players can own in games of an edition, by default the ruleset's own."""
        return self.mechanics.assets(self.edition(edition))

    # -- starting

    def start(
        self,
        seats: list[str] | tuple[str, ...],
        edition: str | None = None,
        options: dict[str, Any] | None = None,
        start: dict[str, Any] | None = None,
        names: dict[str, str] | None = None,
    ) -> Game:
        """Start a game of ``seats`` (keys in turn order) from the set-up, or from the position ``start``.

        Raises `HeaderRefused` with every fault: of form (RECORD/FORM), of options (RECORD/OPTION), of the position
        (RECORD/START).
        """
        faults = seat_faults(seats, *self.seats)
        faults += name_faults(names, [] if faults else seats)
        edition = self.default_edition if edition is None else edition
        if edition not in self.mechanics.editions() and edition not in (known := self.editions()):
            faults.append(refuse("edition_unknown", edition=shown(edition), known=list(known)))
        chosen, wrong = choose(self.options, {} if options is None else options, self.conflict, self.absent_options)
        faults += wrong
        if faults:
            raise self._unstartable(faults)
        table = self.mechanics.table(
            self, tuple(seats), self.mechanics.edition(edition), chosen, FrozenDict(names or {})
        )
        if not start:
            if start is not None and start != {}:
                raise self._unstartable([refuse("position_malformed", value=shown(start))])
            return Game(self, self.mechanics.opening(table))
        state, faults = self.mechanics.placed(table, start)
        if faults:
            raise self._unstartable([refuse("position_impossible", count=len(faults)), *faults], table)
        return Game(self, state)

    def _unstartable(self, faults: list[Refusal], table: Any = None) -> HeaderRefused:
        return HeaderRefused(faults, table, [self.explain(fault, table, FALLBACK)["message"] for fault in faults])

    # -- judging

    def judge(self, game: Game, report: Report) -> Answer:
        """Judge one report.  Pure: ``game`` stays as it is; continue from ``answer.game``.

        Whatever is given is judged, and refused if it is no report at all: with `rulesets.as_report` a type checker
        lets what was read from JSON pass.
        """
        _, state, seq, past = game
        given: Any = report  # whatever was given: a report is what a type checker was told
        kind = given.get("type") if isinstance(given, dict) else None
        rule = self.rules.get(kind) if isinstance(kind, str) else None
        if rule is None:
            return self._special(game, kind, report)
        parsed = rule.form.parse(report, state.table)
        if isinstance(parsed, list):
            return self._refused(game, parsed)
        if refusals := rule.broken(state, parsed):
            return self._refused(game, refusals)
        draft = carry_out(self.mechanics, state, rule, parsed)
        if refusals := broken(self.mechanics, state, parsed, draft):
            return self._refused(game, refusals)
        self.mechanics.settle(draft)
        seq += 1
        events, warnings = tuple(draft.events), tuple(draft.warnings) if draft.warnings else ()
        return Answer(seq, True, events, (), warnings, Game(self, draft.freeze(), seq, Past(seq, state, past)))

    def obstacle(self, game: Game, report: Report, but_for: Container[str] = ()) -> Refusal | None:
        """Return one refusal of those that `judge` would give, ignoring the codes in ``but_for``, or None.

        The search stops at the first refusal: for testing many reports, as `legal` does.  With codes to ignore, what
        the report would break of what stands open is not looked for, as it may be impossible to carry out.
        """
        given: Any = report  # whatever was given: a report is what a type checker was told
        kind = given.get("type") if isinstance(given, dict) else None
        rule = self.rules.get(kind) if isinstance(kind, str) else None
        if rule is None:
            return besides(self._special(game, kind, report).refusals, but_for)
        parsed = rule.form.parse(report, game.state.table)
        if isinstance(parsed, list):
            return besides(parsed, but_for)
        if found := rule.obstacle(game.state, parsed, but_for):
            return found
        if but_for != () or not any(each.breaks and each.is_open(game.state) for each in matters(self.mechanics)):
            return None
        after = carry_out(self.mechanics, game.state, rule, parsed)
        return next(iter(broken(self.mechanics, game.state, parsed, after)), None)

    def refuse_unread(self, game: Game, fault: Refusal) -> Answer:
        """Refuse a report, for its form, that could not even be read (broken JSON, a line cut off)."""
        return self._refused(game, [fault])

    def _refused(self, game: Game, refusals: list[Refusal]) -> Answer:
        seq = game.seq + 1
        if len(refusals) > 1:
            clause_of = self.catalogue.clause_of
            refusals = _distinct(refusals)
            refusals.sort(key=lambda refusal: clause_of[refusal.code].startswith("RECORD/"))
        after = Game(self, game.state, seq, Past(seq, game.state, game.past))
        return Answer(seq, False, (), tuple(refusals), (), after)

    def _special(self, game: Game, kind: Any, report: Any) -> Answer:
        """Answer a report that has no rule: one of the kernel's own, or one without a known type."""
        if not isinstance(report, dict):
            return self._refused(game, [refuse("report_malformed", value=shown(report))])
        if kind == "ruling":
            ruling = decided(self, game.state, report)
            return self._refused(game, ruling) if isinstance(ruling, list) else self._ruled(game, ruling)
        if kind == "retract":
            return self._retract(game, report)
        if "type" not in report:
            return self._refused(game, [refuse("type_missing", known=list(self.types))])
        if isinstance(kind, str) and kind in self.absent:
            return self._refused(game, [refuse("type_not_in_ruleset", type=kind, ruleset=self.name)])
        return self._refused(game, [refuse("type_unknown", value=shown(kind), known=list(self.types))])

    def _ruled(self, game: Game, ruling: Decided) -> Answer:
        seq = game.seq + 1
        after = Game(self, ruling.state, seq, Past(seq, game.state, game.past))
        return Answer(seq, True, tuple(ruling.events), (), tuple(ruling.warnings), after)

    def _retract(self, game: Game, report: dict[str, Any]) -> Answer:
        past = retracted(game.past, game.seq, report)
        if isinstance(past, list):
            return self._refused(game, past)
        seq = game.seq + 1
        event = {"kind": "retracted", "from": past.seq, "to": game.seq}
        return Answer(seq, True, (event,), (), (), Game(self, past.state, seq, Past(seq, game.state, past.before)))

    # -- reading

    def due(self, game: Game) -> list[dict[str, Any]]:
        """What the table must do next, first things first; empty when the game is over."""
        return self.mechanics.due(game.state)

    def position(self, game: Game) -> dict[str, Any]:
        """The whole position as a JSON object; ``start`` with it gives the same state again."""
        return self.mechanics.position(game.state)

    def narrate(self, game: Game, entries: Iterable[Facts], language: str = FALLBACK) -> list[str]:
        """Return events that followed one another, or what is due, as sentences without full stops.

        Raises KeyError for an unknown language.
        """
        return Renderer(self, game.state.table, language).sentences(entries)

    def standing(self, game: Game) -> list[dict[str, Any]]:
        """The ranking as JSON objects, best first; equal players share a rank and the next is skipped."""
        return self.mechanics.standing(game.state)

    def over(self, game: Game) -> bool:
        """Whether the game has ended."""
        return self.mechanics.over(game.state)

    def legal(self, game: Game) -> list[dict[str, Any]]:
        """What may be reported now: exact reports where they are few, bounds where they are not."""
        return self.mechanics.legal(game)

    def propose(self, game: Game, random: Random, *, hurry: bool = False) -> Report:
        """Return a report for random play, legal more often than not; ``hurry``: by a table that wants to end."""
        return as_report(self.mechanics.propose(game, random, hurry=hurry))

    def explanation(self, game: Game, report: Report | None = None) -> Explanation:
        """Explain what holds in a position, for somebody who has to decide at a table; ``report``: one to try there."""
        answer = None if report is None else self.judge(game, report)
        return Explanation(game, tuple(self.legal(game)), answer, self.mechanics.explained(game))


def _distinct(refusals: list[Refusal]) -> list[Refusal]:
    seen: dict[str, Refusal] = {}
    for refusal in refusals:
        seen.setdefault(refusal.code, refusal)
    return list(seen.values())
