"""A ruleset: rules by type of report, put together with options, editions and a catalogue, and the one way in:
`judge`.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, NamedTuple, Protocol
from unicodedata import category

from rulesets.kernel.answer import Answer
from rulesets.kernel.clause import Catalogue
from rulesets.kernel.explanation import Explained, Explanation
from rulesets.kernel.fingerprint import fingerprint
from rulesets.kernel.game import Game, Past
from rulesets.kernel.options import Conflict, Option, choose
from rulesets.kernel.refusal import Refusal, refuse
from rulesets.kernel.report import Field, Form, listed, shown, text, whole
from rulesets.kernel.sentence import Tellers, sentence

UNSEEN = frozenset({"Cc", "Cs", "Zl", "Zp"})
"""Unicode categories of letters that end lines or steer terminals, and of halves of letters."""

Check = Callable[[Any, Any], "list[Refusal] | None"]
"""``check(state, report)``: what the report breaks of one rule, or None.  Pure."""


class Rule(NamedTuple):
    """What holds for one type of report: its form, the checks that it must pass, and what follows from it.

    ``gate``: where one of these checks refuses, the others are not asked (a game that is over breaks no further rule).
    ``carry_out(draft, report)`` writes the consequences into a draft of the next state.  It runs only after every
    check has passed, or where a referee's ruling lets a refused report stand.
    """

    form: Form
    checks: tuple[Check, ...]
    carry_out: Callable[[Any, Any], None]
    gate: tuple[Check, ...] = ()

    def broken(self, state: Any, report: Any) -> list[Refusal] | None:
        """Every refusal of a well-formed report, or None."""
        for check in self.gate:
            if found := check(state, report):
                return found
        every: list[Refusal] | None = None
        for check in self.checks:
            if found := check(state, report):
                every = found if every is None else every + found
        return every

    def obstacle(self, state: Any, report: Any, but_for: Container[str] = ()) -> Refusal | None:
        """One refusal of those that `broken` finds, codes of ``but_for`` aside, or None; the first one ends the
        search.
        """
        for check in self.gate:
            if found := check(state, report):
                return _besides(found, but_for)
        for check in self.checks:
            if (found := check(state, report)) and (refusal := _besides(found, but_for)):
                return refusal
        return None


class Mechanics(Protocol):
    """What a family of games must tell the kernel about its states.  All methods are pure but for the draft they are
    given.
    """

    def table(self, ruleset: Ruleset, seats: tuple[str, ...], edition: Any, options: Mapping[str, Any],
              names: Mapping[str, str]) -> Any:  # fmt: skip
        """All that stays the same during a game; every state carries it.  Its ``options`` are those given here."""

    def editions(self) -> tuple[str, ...]:
        """The names of the editions that the family can be played with."""

    def edition(self, name: str) -> Any:
        """The edition ``name``."""

    def opening(self, table: Any) -> Any:
        """The state at the start of a game."""

    def placed(self, table: Any, position: Any) -> tuple[Any, list[Refusal]]:
        """The state of a position given as JSON, and every fault that makes it impossible (RECORD/FORM,
        RECORD/START).
        """

    def amended(self, state: Any, partial: Any) -> tuple[Any, list[Refusal]]:
        """The state with parts of its position replaced, and every fault of the result."""

    def contradictions(self, state: Any) -> list[Refusal]:
        """Why no ruling may lead to this state: it could not be on the table."""

    def position(self, state: Any) -> dict[str, Any]:
        """The whole state as a JSON object that `placed` takes back."""

    def due(self, state: Any) -> list[dict[str, Any]]:
        """What the table must do next."""

    def standing(self, state: Any) -> list[dict[str, Any]]:
        """The ranking, best first."""

    def over(self, state: Any) -> bool:
        """Whether the game has ended."""

    def draft(self, state: Any) -> Any:
        """A draft of the next state, with lists ``events`` and ``warnings`` and a method ``freeze``."""

    def settle(self, draft: Any) -> None:
        """What follows after any accepted report: turns that end, offers that lapse, the end of the game."""

    def legal(self, game: Game) -> list[dict[str, Any]]:
        """What may be reported now: exact reports, or bounds where they are too many."""

    def explained(self, game: Game) -> Explained:
        """What there is to tell of debts, of the end and of scarce pieces."""

    def restored(self, table: Any, position: Any) -> tuple[Any, list[Refusal]]:
        """A position written by `position`, read back, and its faults of form; what it says is not questioned."""

    def propose(self, game: Game, random: Any, *, hurry: bool) -> dict[str, Any]:
        """A report that a table might make now, legal or not, for random play; in a ``hurry`` towards the end."""

    def scatter(self, state: Any, random: Any) -> dict[str, Any]:
        """A possible position for random play to start from."""

    def conserved(self, state: Any) -> dict[str, int]:
        """Quantities that no report may change."""

    def printed(self, table: Any, language: str) -> dict[str, Any]:
        """What is printed on the board and its cards, as a JSON object with the names in a language."""

    def label(self, table: Any, kind: str, value: Any, language: str) -> str | None:
        """The printed form of a fact (a seat, a deed, an amount …) in a language; None for a kind it does not know."""


class HeaderRefused(Exception):
    """A header that no game can be started from; ``refusals`` holds one for each fault, ``table`` what was sound."""

    def __init__(self, refusals: list[Refusal], table: Any = None) -> None:
        super().__init__(", ".join(refusal.code for refusal in refusals))
        self.refusals = tuple(refusals)
        self.table = table


class _Ruling(NamedTuple):
    by: str
    reason: str
    clauses: tuple[str, ...]
    apply: Any
    set: Any


class _Retract(NamedTuple):
    seq: int


def _any(value: Any, _table: object) -> Any:
    return value


RULING = Form(
    "ruling",
    _Ruling,
    Field("by", text(200)),
    Field("reason", text()),
    Field("clauses", listed(text(60), least=0), required=False, default=()),
    Field("apply", _any, required=False),
    Field("set", _any, required=False),
)
RETRACT = Form("retract", _Retract, Field("seq", whole(1, 10**9)))


@dataclass(frozen=True, slots=True, eq=False)
class Ruleset:
    """Rules put together; immutable.  See `rulesets.kernel` for the contract.

    ``unbendable`` lists refusal codes that no ruling can overrule, because the report is impossible on the board
    (besides every RECORD clause): a referee then sets the position instead.  ``bendable_records`` are codes of RECORD
    clauses that a ruling can overrule all the same.  ``absent``: types of report that the game has, but these rules
    have not.
    """

    name: str
    version: str
    titles: Mapping[str, str]
    catalogue: Catalogue
    mechanics: Mechanics
    rules: Mapping[str, Rule]
    options: tuple[Option, ...]
    conflict: Conflict
    seats: tuple[int, int]
    default_edition: str
    figures: Any
    unbendable: frozenset[str] = frozenset()
    bendable_records: frozenset[str] = frozenset()
    absent: frozenset[str] = frozenset()
    _types: tuple[str, ...] = field(init=False, default=())

    def __post_init__(self) -> None:
        object.__setattr__(self, "rules", MappingProxyType(dict(self.rules)))
        object.__setattr__(self, "_types", (*self.rules, "ruling", "retract"))

    @property
    def fingerprint(self) -> str:
        """Sixteen characters that change when clauses, options, figures or the parts put together do."""
        return fingerprint(
            {
                "name": self.name,
                "version": self.version,
                "clauses": {
                    clause.id: [
                        clause.layer,
                        clause.refuses,
                        clause.computes,
                        *([clause.supersedes] if clause.supersedes else []),
                    ]
                    for clause in self.catalogue.clauses.values()
                },
                "rules": {
                    name: [_place(part) for part in (*rule.gate, *rule.checks, rule.carry_out)]
                    for name, rule in self.rules.items()
                },
                "options": {option.name: option.default for option in self.options},
                "figures": self.figures,
                "seats": self.seats,
                "edition": self.default_edition,
                "bent": [sorted(self.unbendable), sorted(self.bendable_records)],
                "absent": sorted(self.absent),
            }
        )

    @property
    def told_by(self) -> Tellers:
        """In whose words this ruleset is told."""
        return self.catalogue.told_by

    # -- starting

    def start(
        self,
        seats: Any,
        edition: Any = None,
        options: Any = None,
        start: Any = None,
        names: Any = None,
    ) -> Game:
        """A game of ``seats`` (keys in turn order) from the set-up, or from the position ``start``.

        Raises `HeaderRefused` with every fault: of form (RECORD/FORM), of options (RECORD/OPTION), of the position
        (RECORD/START).
        """
        faults = self._seat_faults(seats)
        faults += _name_faults(names, [] if faults else seats)
        edition = self.default_edition if edition is None else edition
        if edition not in (known := self.mechanics.editions()):
            faults.append(refuse("edition_unknown", edition=shown(edition), known=list(known)))
        chosen, wrong = choose(self.options, {} if options is None else options, self.conflict)
        faults += wrong
        if faults:
            raise HeaderRefused(faults)
        table = self.mechanics.table(self, tuple(seats), self.mechanics.edition(edition), chosen, names or {})
        if not start:
            if start is not None and start != {}:
                raise HeaderRefused([refuse("position_malformed", value=shown(start))])
            return Game(self, self.mechanics.opening(table))
        state, faults = self.mechanics.placed(table, start)
        if faults:
            raise HeaderRefused([refuse("position_impossible", count=len(faults)), *faults], table)
        return Game(self, state)

    def _seat_faults(self, seats: Any) -> list[Refusal]:
        least, most = self.seats
        if not isinstance(seats, list | tuple) or not least <= len(seats) <= most:
            count = len(seats) if isinstance(seats, list | tuple) else shown(seats)
            return [refuse("seats_number", count=count, least=least, most=most)]
        reserved = ("bank", "each")
        wrong = [seat for seat in seats if not (_is_name(seat) and 0 < len(seat) <= 40) or seat in reserved]
        if wrong:
            return [refuse("seat_malformed", value=shown(wrong[0]))]
        if len(set(seats)) != len(seats):
            return [refuse("seat_twice", value=next(seat for seat in seats if list(seats).count(seat) > 1))]
        return []

    # -- judging

    def judge(self, game: Game, report: Any) -> Answer:
        """The answer to one report (a JSON object).  Pure: ``game`` stays as it is; go on from ``answer.game``."""
        state = game.state
        kind = report.get("type") if report.__class__ is dict else None
        rule = self.rules.get(kind) if kind.__class__ is str else None
        if rule is None:
            return self._special(game, kind, report)
        parsed = rule.form.parse(report, state.table)
        if parsed.__class__ is list:
            return self._refused(game, parsed)
        broken = rule.broken(state, parsed)
        if broken is not None:
            return self._refused(game, broken)
        draft = self.mechanics.draft(state)
        rule.carry_out(draft, parsed)
        self.mechanics.settle(draft)
        return self._accepted(game, draft.freeze(), draft.events, draft.warnings)

    def _accepted(self, game: Game, state: Any, events: list[Any], warnings: list[Refusal]) -> Answer:
        seq = game.seq + 1
        after = Game(self, state, seq, Past(seq, game.state, game.past))
        return Answer(seq, True, tuple(events), (), tuple(warnings) if warnings else (), after)

    def _refused(self, game: Game, refusals: list[Refusal]) -> Answer:
        seq = game.seq + 1
        if len(refusals) > 1:
            clause_of = self.catalogue.clause_of
            refusals = _distinct(refusals)
            refusals.sort(key=lambda refusal: clause_of[refusal.code].startswith("RECORD/"))
        after = Game(self, game.state, seq, Past(seq, game.state, game.past))
        return Answer(seq, False, (), tuple(refusals), (), after)

    def obstacle(self, game: Game, report: Any, but_for: Container[str] = ()) -> Refusal | None:
        """One refusal of those that `judge` would give, codes of ``but_for`` aside; None where there is none.

        Nothing is carried out, and the first refusal ends the search: for asking about many reports, as `legal` does.
        """
        kind = report.get("type") if report.__class__ is dict else None
        rule = self.rules.get(kind) if kind.__class__ is str else None
        if rule is None:
            return _besides(self._special(game, kind, report).refusals, but_for)
        parsed = rule.form.parse(report, game.state.table)
        if parsed.__class__ is list:
            return _besides(parsed, but_for)
        return rule.obstacle(game.state, parsed, but_for)

    def refuse_unread(self, game: Game, fault: Refusal) -> Answer:
        """The answer to a report that could not even be read (broken JSON, a line cut off): refused for its form."""
        return self._refused(game, [fault])

    def _special(self, game: Game, kind: Any, report: Any) -> Answer:
        if report.__class__ is not dict:
            return self._refused(game, [refuse("report_malformed", value=shown(report))])
        if kind == "ruling":
            return self._ruling(game, report)
        if kind == "retract":
            return self._retract(game, report)
        if "type" not in report:
            return self._refused(game, [refuse("type_missing", known=list(self._types))])
        if isinstance(kind, str) and kind in self.absent:
            return self._refused(game, [refuse("type_not_in_ruleset", type=kind, ruleset=self.name)])
        return self._refused(game, [refuse("type_unknown", value=shown(kind), known=list(self._types))])

    def _retract(self, game: Game, report: dict[str, Any]) -> Answer:
        parsed = RETRACT.parse(report, None)
        if isinstance(parsed, list):
            return self._refused(game, parsed)
        past = game.past
        while past is not None and past.seq > parsed.seq:
            past = past.before
        if past is None or past.seq != parsed.seq:
            code = "retracted_before" if parsed.seq <= game.seq else "retract_of_the_future"
            return self._refused(game, [refuse(code, seq=parsed.seq, last=game.seq)])
        seq = game.seq + 1
        event = {"kind": "retracted", "from": parsed.seq, "to": game.seq}
        return Answer(seq, True, (event,), (), (), Game(self, past.state, seq, Past(seq, game.state, past.before)))

    def _ruling(self, game: Game, report: dict[str, Any]) -> Answer:
        parsed = RULING.parse(report, None)
        if isinstance(parsed, list):
            return self._refused(game, parsed)
        unknown = [name for name in parsed.clauses if self.catalogue.misnames(name)]
        if unknown:
            return self._refused(game, [refuse("clause_unknown", unknown=unknown[0], ruleset=self.name)])
        if (parsed.apply is None) == (parsed.set is None):
            return self._refused(game, [refuse("ruling_without_effect")])
        event = {"kind": "ruling", "by": parsed.by, "reason": parsed.reason, "clauses": list(parsed.clauses)}
        if parsed.set == {}:  # a decision that is on record, and leaves everything as it is
            return self._accepted(game, game.state, [event], [])
        if parsed.set is not None:
            state, faults = self.mechanics.amended(game.state, parsed.set)
            if faults:
                return self._refused(game, [refuse("position_impossible", count=len(faults)), *faults])
            return self._accepted(game, state, [event], [])
        return self._let_stand(game, parsed.apply, event)

    def _let_stand(self, game: Game, report: Any, event: dict[str, Any]) -> Answer:
        kind = report.get("type") if isinstance(report, dict) else None
        rule = self.rules.get(kind) if isinstance(kind, str) else None
        if rule is None:
            return self._refused(game, [refuse("ruling_on_no_report", value=shown(kind), known=list(self.rules))])
        parsed = rule.form.parse(report, game.state.table)
        if isinstance(parsed, list):
            return self._refused(game, parsed)
        broken = rule.broken(game.state, parsed) or []
        if hard := [refusal for refusal in broken if not self.bendable(refusal)]:
            return self._refused(game, hard)
        overruled = list(dict.fromkeys(self.catalogue.clause_of[refusal.code] for refusal in broken))
        draft = self.mechanics.draft(game.state)
        draft.events.append({**event, "overruled": overruled})
        rule.carry_out(draft, parsed)
        self.mechanics.settle(draft)
        after = draft.freeze()
        if faults := self.mechanics.contradictions(after):
            return self._refused(game, [refuse("position_impossible", count=len(faults)), *faults])
        return self._accepted(game, after, draft.events, draft.warnings)

    def bendable(self, refusal: Refusal) -> bool:
        """Whether a referee's ruling can let a report stand in spite of ``refusal``: not where it is impossible."""
        if refusal.code in self.bendable_records:
            return True
        return refusal.code not in self.unbendable and not self.catalogue.clause_of[refusal.code].startswith("RECORD/")

    # -- reading

    def due(self, game: Game) -> list[dict[str, Any]]:
        """What the table must do next, first things first; empty when the game is over."""
        return self.mechanics.due(game.state)

    def position(self, game: Game) -> dict[str, Any]:
        """The whole position as a JSON object; ``start`` with it gives the same state again."""
        return self.mechanics.position(game.state)

    def standing(self, game: Game) -> list[dict[str, Any]]:
        """The ranking as JSON objects, best first; equal players share a rank and the next is skipped."""
        return self.mechanics.standing(game.state)

    def over(self, game: Game) -> bool:
        """Whether the game has ended."""
        return self.mechanics.over(game.state)

    def legal(self, game: Game) -> list[dict[str, Any]]:
        """What may be reported now: exact reports where they are few, bounds where they are not."""
        return self.mechanics.legal(game)

    def explanation(self, game: Game, report: Any = None) -> Explanation:
        """What holds in a position, for whoever has to decide at a table; ``report``: one that is tried there."""
        answer = None if report is None else self.judge(game, report)
        return Explanation(game, tuple(self.legal(game)), answer, self.mechanics.explained(game))

    def explain(self, refusal: Refusal, table: Any, language: str) -> dict[str, Any]:
        """A refusal or warning as a JSON object with its clause, the layer that the rule comes from, and its
        sentence.  Where a tournament's regulation has set an option that bends the clause, the layer is
        ``regulation``, and ``option`` names it.
        """

        def label(kind: str, value: Any, language: str) -> str | None:
            return self.mechanics.label(table, kind, value, language)

        clause = self.catalogue.clauses[self.catalogue.clause_of[refusal.code]]
        bent = self.bent_by(clause.id, table)
        return {
            "clause": clause.id,
            "code": refusal.code,
            "layer": "regulation" if bent else clause.layer,
            **({"option": bent} if bent else {}),
            "message": sentence(refusal, clause.id, language, label, self.told_by),
            "facts": plain(refusal.facts),
        }

    def bent_by(self, clause: str, table: Any) -> str | None:
        """The option by which a game's regulation bends a clause in force: one set otherwise than the rules say."""
        if table is None:
            return None
        for option in self.options:
            if self.catalogue.current(option.clause) == clause and table.options[option.name] != option.default:
                return option.name
        return None


def _place(function: Any) -> str:
    return f"{function.__module__}.{function.__qualname__}"


def plain(facts: Mapping[str, Any]) -> dict[str, Any]:
    """Facts as JSON values; a refusal inside them by its code."""
    return {key: value.code if isinstance(value, Refusal) else value for key, value in facts.items()}


def _is_name(name: Any) -> bool:
    """A text on one line: the wide space of Japanese names and variation selectors belong to it, controls do not."""
    return isinstance(name, str) and len(name) <= 200 and not any(category(letter) in UNSEEN for letter in name)


def _besides(refusals: Iterable[Refusal], but_for: Container[str]) -> Refusal | None:
    """The first refusal with another code than those of ``but_for``."""
    for refusal in refusals:
        if refusal.code not in but_for:
            return refusal
    return None


def _distinct(refusals: list[Refusal]) -> list[Refusal]:
    seen: dict[str, Refusal] = {}
    for refusal in refusals:
        seen.setdefault(refusal.code, refusal)
    return list(seen.values())


def _name_faults(names: Any, seats: Any) -> list[Refusal]:
    if names is None:
        return []
    if not isinstance(names, dict) or not all(_is_name(name) for name in names.values()):
        return [refuse("names_malformed", value=shown(names))]
    if seats and (strange := [seat for seat in names if seat not in seats]):
        return [refuse("name_of_no_seat", seat=shown(strange[0]), seats=[shown(seat) for seat in seats[:10]])]
    return []
