"""The law of one ruleset: its parts put together, and how its refusals are worded.  It holds no game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Self

from rulesets.frozen import FrozenDict
from rulesets.kernel.clause import Catalogue
from rulesets.kernel.fingerprint import chapter, fingerprint
from rulesets.kernel.matter import matters
from rulesets.kernel.mechanics import Mechanics
from rulesets.kernel.options import Conflict, Option
from rulesets.kernel.refusal import Refusal, plain
from rulesets.kernel.rule import Rule
from rulesets.kernel.sentence import Sources, sentence
from rulesets.languages.texts import in_every_language


@dataclass(frozen=True, slots=True, eq=False)
class Law:
    """The parts of a ruleset; immutable.

    ``unbendable`` lists refusal codes that no ruling can overrule, because the report is impossible on the board (in
    addition to every RECORD clause): a referee then sets the position instead.  ``bendable_records`` are codes of
    RECORD clauses that a ruling can overrule all the same.  ``absent``: types of report that the game has, but these
    rules do not; ``absent_options``: options likewise.  ``types``: those that they have.  ``retired``: earlier versions
    that exist no more, with their fingerprints: a record that names one is judged by this version, and says so.
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
    absent_options: frozenset[str] = frozenset()
    retired: Mapping[str, str] = field(default_factory=dict)
    types: tuple[str, ...] = field(init=False, default=())
    _fingerprint: str = field(init=False, default="", repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "rules", FrozenDict(dict(self.rules)))
        object.__setattr__(self, "titles", in_every_language(self.titles))
        options = (option._replace(about=in_every_language(option.about)) for option in self.options)
        object.__setattr__(self, "options", tuple(options))
        object.__setattr__(self, "types", (*self.rules, "ruling", "retract"))

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, _memo: object) -> Self:
        return self

    @property
    def fingerprint(self) -> str:
        """Sixteen characters that change whenever clauses, options, figures or the parts put together do.

        House rules are left out, with their options and clauses: they decide no game whose header does not set them.
        """
        if not self._fingerprint:  # cached: it takes milliseconds, and every snapshot of a game names it
            object.__setattr__(self, "_fingerprint", self._reckoned_fingerprint())
        return self._fingerprint

    def _reckoned_fingerprint(self) -> str:
        return fingerprint(
            {
                "name": self.name,
                "version": self.version,
                "clauses": {
                    clause.id: [
                        clause.layer,
                        clause.refuses,
                        [_named(each) for each in clause.computes],
                        *([clause.supersedes] if clause.supersedes else []),
                    ]
                    for clause in self.catalogue.clauses.values()
                    if clause.layer != "house"
                },
                "rules": {
                    name: [_place(part) for part in (*rule.gate, *rule.checks, rule.carry_out)]
                    for name, rule in self.rules.items()
                },
                "options": {option.name: option.default for option in self.options if not option.house},
                "figures": self.figures,
                "seats": self.seats,
                "edition": self.default_edition,
                "bent": [sorted(self.unbendable), sorted(self.bendable_records)],
                "absent": sorted(self.absent),
                **self._open(),
            }
        )

    def _open(self) -> dict[str, list[str]]:
        """Return what says how long that which stands open holds, if these rules keep anything open."""
        parts = [part for matter in matters(self.mechanics) for part in (matter.lapse, matter.breaks) if part]
        return {"open": [_place(part) for part in parts]} if parts else {}

    @property
    def sources(self) -> Sources:
        """The packages and documents whose wording this ruleset uses."""
        return self.catalogue.sources

    def explain(self, refusal: Refusal, table: Any, language: str) -> dict[str, Any]:
        """Return a refusal or warning as a JSON object with its clause, the layer that the rule comes from, and its
        sentence.

        If a tournament's regulation has set an option that bends the clause, the layer is ``regulation``, and
        ``option`` names the option.
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
            "message": sentence(refusal, clause.id, language, label, self.sources),
            "facts": plain(refusal.facts),
        }

    def bent_by(self, clause: str, table: Any) -> str | None:
        """Return the option by which a game's regulation bends a clause in force, or None.

        An option bends its clause if it is set to anything but its default.
        """
        if table is None:
            return None
        for option in self.options:
            if self.catalogue.current(option.clause) == clause and table.options[option.name] != option.default:
                return option.name
        return None

    def house_rules(self, options: Mapping[str, Any]) -> dict[str, str]:
        """Return, for each clause in force that a house rule among the set ``options`` replaces, the house's clause."""
        return {
            self.catalogue.current(option.clause): option.house
            for option in self.options
            if option.house and options.get(option.name, option.default) != option.default
        }

    def bendable(self, refusal: Refusal) -> bool:
        """Whether a referee's ruling can let a report stand in spite of ``refusal``: not if it is impossible."""
        if refusal.code in self.bendable_records:
            return True
        return refusal.code not in self.unbendable and not self.catalogue.clause_of[refusal.code].startswith("RECORD/")


def _place(function: Any) -> str:
    return f"{chapter(function.__module__)}.{function.__qualname__}"


def _named(function: str) -> str:
    module, colon, name = function.partition(":")
    return f"{chapter(module)}{colon}{name}"
