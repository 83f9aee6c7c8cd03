"""Records: a header and its reports, judged one by one, as far as they can be read."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from typing import Any, NamedTuple, NoReturn

from rulesets.kernel.clause import Catalogue, catalogue
from rulesets.kernel.refusal import Refusal, plain, refuse
from rulesets.kernel.registry import BrokenRuleset, UnknownRuleset, judging, load, names, versions
from rulesets.kernel.report import shown
from rulesets.kernel.ruleset import Answer, Game, HeaderRefused, Ruleset
from rulesets.kernel.sentence import sentence
from rulesets.languages import FALLBACK
from rulesets.reports import Report

FORMAT = "monopoly/1"
DEEPEST = 50
"""How deeply lists and objects may be nested: more than any report or position needs, and safe for recursive code."""


class Opening(NamedTuple):
    """What opening a header led to: a game, or the refusals of the header (seq 0).

    ``retired``: the version of the ruleset that the header names, if it exists no more and a later one judges.
    """

    game: Game | None
    refusals: tuple[Refusal, ...]
    ruleset: Ruleset | None
    table: Any = None
    retired: str | None = None

    def __repr__(self) -> str:
        """One line: the game that was opened, or the codes of what is refused."""
        refused = " ".join(refusal.code for refusal in self.refusals)
        return f"<Opening: {f'refused, {refused}' if refused else repr(self.game)}>"

    def to_json(self, language: str = FALLBACK) -> dict[str, Any]:
        """Return the answer to a refused header as a JSON object, in the form of an answer to a report, as seq 0."""
        return {
            "seq": 0,
            "accepted": not self.refusals,
            "refusals": [self._explain(refusal, language) for refusal in self.refusals],
        }

    def _explain(self, refusal: Refusal, language: str) -> dict[str, Any]:
        if self.ruleset is not None:
            return self.ruleset.explain(refusal, self.table, language)
        known: Catalogue = catalogue("record")
        clause = known.clauses[known.clause_of[refusal.code]]
        return {
            "clause": clause.id,
            "code": refusal.code,
            "layer": clause.layer,
            "message": sentence(refusal, clause.id, language, lambda *_: None),
            "facts": plain(refusal.facts),
        }


class Record(NamedTuple):
    """A record as far as it was judged.

    ``stopped`` is the seq of the first refused report (0: the header), or None when every report was accepted;
    ``reports``: those that were judged, one for each of the answers.
    """

    opening: Opening
    answers: tuple[Answer, ...]
    game: Game | None
    stopped: int | None
    reports: tuple[Any, ...] = ()

    def __hash__(self) -> int:  # reports are JSON, lists and all
        return hash((self.opening, self.answers, self.stopped))

    def __repr__(self) -> str:
        """One line: whose record it is, and how far it was judged."""
        end = "all accepted" if self.stopped is None else f"refused first at {self.stopped}"
        return f"<Record of {self.opening.ruleset!r}: {len(self.answers)} reports, {end}>"


def open_header(header: Any) -> Opening:
    """Start the game that a header describes.  Never raises: all faults become refusals."""
    if not isinstance(header, dict):
        return Opening(None, (refuse("header_malformed", value=shown(header)),), None)
    if header.get("record") != FORMAT:
        return Opening(None, (refuse("record_format", value=shown(header.get("record")), format=FORMAT),), None)
    name = header.get("ruleset")
    try:
        ruleset = load(name) if isinstance(name, str) else None
    except BrokenRuleset as broken:
        return Opening(None, (refuse("ruleset_broken", ruleset=broken.name, why=broken.why),), None)
    except UnknownRuleset:
        ruleset = None
    if ruleset is None:
        return Opening(None, (_unknown(name),), None)
    faults, retired = [], None
    if "version" in header:
        every, wanted = versions(ruleset.name), header["version"]
        found = judging(every, wanted)
        if found is None:
            facts = {"what": "version", "value": shown(wanted), "known": [version.version for version in every]}
            faults.append(refuse("version_unknown", ruleset=ruleset.name, **facts))
        else:
            ruleset, retired = found, wanted if wanted != found.version else None
    expected = ruleset.retired[retired] if retired is not None else ruleset.fingerprint
    if not faults and "fingerprint" in header and header["fingerprint"] != expected:
        facts = {"what": "fingerprint", "value": shown(header["fingerprint"]), "known": [expected]}
        faults.append(refuse("version_unknown", ruleset=ruleset.name, **facts))
    seats: Any = header.get("seats")
    try:
        game = ruleset.start(
            seats, header.get("edition"), header.get("options"), header.get("start"), header.get("names")
        )
    except HeaderRefused as refused:
        return Opening(None, (*faults, *refused.refusals), ruleset, refused.table)
    return Opening(None if faults else game, tuple(faults), ruleset, retired=retired)


def _unknown(name: object) -> Refusal:
    return refuse("ruleset_unknown", ruleset=shown(name), known=list(names()))


class Judged(NamedTuple):
    """A report that was judged (None where it could not be read), and the answer to it."""

    report: Any
    answer: Answer

    def __repr__(self) -> str:
        """One line: the type of the report, and the answer."""
        kind = self.report.get("type") if isinstance(self.report, dict) else self.report
        return f"<Judged {shown(kind)}: {self.answer!r}>"

    def __hash__(self) -> int:  # reports are JSON, lists and all
        return hash(self.answer)


def judged(game: Game, reports: Iterable[Report]) -> Iterator[Judged]:
    """Yield the answers to ``reports`` one by one, each judged in the game that the one before it left."""
    for report in reports:
        answer = game.ruleset.judge(game, report)
        game = answer.game
        yield Judged(report, answer)


def replay(header: Any, reports: Iterable[Report], *, stop: bool = True) -> Record:
    """Judge a record up to the first refusal, or with ``stop=False`` to its end, where refused reports change nothing.

    Never raises: a header that no game can be started from is refused, in ``opening``.
    """
    return gathered(open_header(header), lambda game: judged(game, reports), stop)


def gathered(opening: Opening, judging: Callable[[Game], Iterator[Judged]], stop: bool) -> Record:
    """Collect the record of an opening and of the reports judged from it on, up to the first refusal or to the end."""
    if opening.game is None:
        return Record(opening, (), None, 0)
    game, rows, stopped = opening.game, [], None
    for row in judging(game):
        rows.append(row)
        game = row.answer.game
        if not row.answer.accepted and stopped is None:
            stopped = row.answer.seq
            if stop:
                break
    return Record(opening, tuple(row.answer for row in rows), game, stopped, tuple(row.report for row in rows))


class Unreadable(ValueError):
    """A line that is not a JSON object of a record; ``refusal`` says why."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.code)
        self.refusal = refusal


def read_line(line: str) -> Any:
    """Return the JSON value of a line.  Raises `Unreadable` for broken JSON, NaN, huge numbers, duplicate keys and deep
    nesting; all but the last say at which character (``column``, from 1).
    """
    try:
        value = _DECODER.decode(line)
    except _Unwanted as unwanted:
        raise Unreadable(refuse(unwanted.code, **unwanted.facts, column=_column(line, unwanted))) from None
    except RecursionError:
        raise Unreadable(refuse("nested_too_deep")) from None
    except json.JSONDecodeError as error:
        # If the end is missing, it is missing after the last character, not on the next line.
        column = min(error.pos, len(line.rstrip())) + 1
        raise Unreadable(refuse("not_json", reason=error.msg, column=column)) from None
    if line.count("[") + line.count("{") > DEEPEST and _is_deep(value):
        raise Unreadable(refuse("nested_too_deep"))
    return value


def _is_deep(value: Any) -> bool:
    level = [value]
    for _ in range(DEEPEST):
        parts = chain.from_iterable(each.values() if isinstance(each, dict) else each for each in level)
        level = [each for each in parts if isinstance(each, dict | list)]
    return bool(level)


class _Unwanted(Exception):
    """Something that Python's JSON accepts and a record does not.

    ``written``: how it stands in the line; for a duplicate field, its name, however the line writes it.
    """

    def __init__(self, code: str, written: str, **facts: str) -> None:
        super().__init__(code)
        self.code = code
        self.written = written
        self.facts = facts


def _no_constant(name: str) -> NoReturn:
    raise _Unwanted("not_a_number", name, value=name)


def _int(digits: str) -> int:
    if len(digits) > 18:
        raise _Unwanted("number_too_large", digits, value=shown(digits))
    return int(digits)


def _float(digits: str) -> float:
    value = float(digits)
    if value in (float("inf"), float("-inf")):
        raise _Unwanted("number_too_large", digits, value=shown(digits))
    return value


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    built = dict(pairs)
    if len(built) != len(pairs):
        twice = next(name for name, count in Counter(name for name, _ in pairs).items() if count > 1)
        raise _Unwanted("field_twice", twice, field=shown(twice))
    return built


_DECODER = json.JSONDecoder(parse_constant=_no_constant, parse_int=_int, parse_float=_float, object_pairs_hook=_object)
_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[{}\[\]:,]|[^\s"{}\[\]:,]+')
"""Strings, punctuation, and the rest: numbers and words."""


def _column(line: str, unwanted: _Unwanted) -> int:
    """Return where something unwanted stands in a line that is JSON up to there: a number or word as it is written, or
    the second occurrence of a field's name in one object.
    """
    names: list[set[str]] = [set()]
    text = None
    for token in _TOKEN.finditer(line):
        if token[0] in ("{", "["):
            names.append(set())
        elif token[0] in ("}", "]"):
            names.pop()
        elif token[0] == ":" and text is not None:
            name = json.loads(text[0])
            if unwanted.code == "field_twice" and name == unwanted.written and name in names[-1]:
                return text.start() + 1
            names[-1].add(name)
        elif token[0].startswith(unwanted.written) and unwanted.code != "field_twice":
            return token.start() + 1
        text = token if token[0][0] == '"' else None
    return 1
