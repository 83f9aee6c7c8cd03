"""The law embedded in another program, such as a browser: one game, with questions and answers as JSON text.

    answer('{"ask": "open", "header": {"record": "monopoly/1", …}}')
    answer('{"ask": "judge", "after": 0, "reports": [{"type": "roll", …}], "language": "en"}')

The game consists of the known entries of a log, followed by pending reports that are not in the log yet.  All judging
is done by `Ruleset.judge`, as everywhere else; this module only keeps track of the game to judge in.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable, Sequence
from operator import is_
from typing import Any, NamedTuple

from rulesets import notation
from rulesets.kernel.narration import narrate
from rulesets.kernel.record import FORMAT, Unreadable, open_header
from rulesets.kernel.registry import BrokenRuleset, UnknownRuleset, load, names
from rulesets.kernel.ruleset import Answer, Game
from rulesets.kernel.telling.filling import filling_of
from rulesets.languages import FALLBACK

Json = dict[str, Any]


class Unknown(LookupError):
    """Raised when a question cannot be answered here: no game is open, or what it refers to is not known."""


class Pending(NamedTuple):
    """Reports that follow an entry of the log but are not in it yet: each as JSON text, with its answer."""

    after: int
    reports: tuple[str, ...]
    answers: tuple[Answer, ...]


class Held:
    """The open game.  ``logged``: the game after entry ``first`` of the log, and after every later known entry."""

    def __init__(self, game: Game) -> None:
        self.first = game.seq
        self.logged = [game]
        self.pending = Pending(game.seq, (), ())

    @property
    def seq(self) -> int:
        """The number of the last known entry."""
        return self.first + len(self.logged) - 1

    def after(self, seq: int) -> Game:
        """Return the game after an entry.  Raises `Unknown`."""
        if not self.first <= seq <= self.seq:
            raise Unknown(f"entry {seq} is not among {self.first} to {self.seq}")
        return self.logged[seq - self.first]

    def follow(self, after: int, reports: Sequence[Any]) -> list[Answer]:
        """Take over the entries that the log has after ``after``, and return the answers to them.

        If they are the first of the pending reports, the answers to the rest remain valid and are kept.
        """
        answers = self._judged(after, reports)
        del self.logged[after - self.first + 1 :]
        self.logged += [each.game for each in answers]
        count, pending = len(answers), self.pending
        if pending.after == after and count <= len(pending.answers) and all(map(is_, answers, pending.answers)):
            self.pending = Pending(after + count, pending.reports[count:], pending.answers[count:])
        return list(answers)

    def judge(self, after: int, reports: Sequence[Any]) -> tuple[Answer, ...]:
        """Judge reports that follow an entry; those already judged by the last call are not judged again."""
        answers = self._judged(after, reports)
        self.pending = Pending(after, tuple(map(json.dumps, reports)), answers)
        return answers

    def _judged(self, after: int, reports: Sequence[Any]) -> tuple[Answer, ...]:
        game, known = self.after(after), []
        if self.pending.after == after:
            for report, text, answer in zip(reports, self.pending.reports, self.pending.answers, strict=False):
                if json.dumps(report) != text:
                    break
                known.append(answer)
                game = answer.game
        for report in reports[len(known) :]:
            self.refuse_to_reach_behind(report)
            known.append(game.ruleset.judge(game, report))
            game = known[-1].game
        return tuple(known)

    def refuse_to_reach_behind(self, report: Any) -> None:
        """Raise `Unknown` for a report that retracts something before the first known entry."""
        back = isinstance(report, dict) and report.get("type") == "retract"
        if back and self.first > 0 and isinstance(report.get("seq"), int) and report["seq"] <= self.first:
            raise Unknown(f"what is taken back lies before entry {self.first}")


held: list[Held] = []
"""The open game: a list of one, or empty."""


def answer(text: str) -> str:
    """Answer a question, both JSON objects as text; ``{"unknown": why}`` where it cannot be answered here."""
    question = json.loads(text)
    try:
        reply = QUESTIONS[question["ask"]](question)
    except Unknown as unknown:
        reply = {"unknown": str(unknown)}
    return json.dumps(reply, separators=(",", ":"), default=list)


def list_rulesets(question: Json) -> Json:
    """List the rulesets: title, version, fingerprint, and the least and greatest number of seats."""
    rows = []
    for name in names():
        try:
            ruleset = load(name)
        except (BrokenRuleset, UnknownRuleset):
            continue
        rows.append(
            {
                "name": name,
                "title": ruleset.titles[question["language"]],
                "version": ruleset.version,
                "fingerprint": ruleset.fingerprint,
                "seats": list(ruleset.seats),
            }
        )
    return {"rulesets": rows}


def open_game(question: Json) -> Json:
    """Open the game of a header: from its start, or from the ``position`` after entry ``seq`` of its log.

    ``edition``: the TOML of an edition that does not come with the law.  The reply has ``refusals`` where the
    header is refused.
    """
    held.clear()
    if text := question.get("edition"):
        filling = filling_of(load(question["header"]["ruleset"]).mechanics)
        assert filling is not None
        filling.register(tomllib.loads(text))
    header = {"record": FORMAT, **{key: value for key, value in question["header"].items() if key != "fingerprint"}}
    opening = open_header(header)
    game = opening.game
    if game is None:
        return {"refusals": opening.to_json(question.get("language", FALLBACK))["refusals"]}
    if "position" in question:
        state, faults = game.ruleset.mechanics.restored(game.state.table, question["position"])
        if faults:
            raise Unknown("the position cannot be read")
        game = Game(game.ruleset, state, question["seq"])
    held.append(Held(game))
    return {"seq": game.seq, "fingerprint": game.ruleset.fingerprint, "version": game.ruleset.version}


def follow(question: Json) -> Json:
    """Follow the log with its entries after ``after``, and return the answers to them."""
    answers = _held().follow(question["after"], question["reports"])
    return {"seq": _held().seq, "answers": [each.to_json(question["language"]) for each in answers]}


def judge(question: Json) -> Json:
    """Judge reports that follow entry ``after``: the answers, their events in words, and the table after the last
    report.

    ``known``: the number of leading answers to leave out, since the caller has them already.
    """
    language = question["language"]
    game = _held().after(question["after"])
    answers = _held().judge(question["after"], question["reports"])
    game = answers[-1].game if answers else game
    answers = answers[question.get("known", 0) :]
    return {
        "answers": [each.to_json(language) for each in answers],
        "told": [_sentences(each.game, each.events, language) for each in answers],
        "state": shown(game, language),
    }


def try_reports(question: Json) -> Json:
    """Judge ``tried`` reports after ``reports`` without keeping them, up to the first one that is refused."""
    answers = _held().judge(question["after"], question["reports"])
    game = answers[-1].game if answers else _held().after(question["after"])
    tried = []
    for report in question["tried"]:
        _held().refuse_to_reach_behind(report)
        tried.append(game.ruleset.judge(game, report))
        game = tried[-1].game
        if not tried[-1].accepted:
            break
    return {"answers": [each.to_json(question["language"]) for each in tried]}


def read_line(question: Json) -> Json:
    """Read a line of the short notation as a report that follows ``reports``: the report, or the fault in the line."""
    answers = _held().judge(question["after"], question["reports"])
    game = answers[-1].game if answers else _held().after(question["after"])
    try:
        meant = notation.meant(game.ruleset.due(game))
        return {"report": notation.parse(question["line"], notation.codes(game), meant)}
    except Unreadable as error:
        return {"fault": game.ruleset.explain(error.refusal, game.state.table, question["language"])}


def read_lines(question: Json) -> Json:
    """Read lines of the short notation as successive reports from the start of the game, up to the first line that
    cannot be read or is refused; ``of``: the number of lines given.
    """
    game = _held().logged[0]
    codes, found = notation.codes(game), []
    for line in question["lines"]:
        try:
            report = notation.parse(line, codes, notation.meant(game.ruleset.due(game)))
        except Unreadable:
            break
        answer = game.ruleset.judge(game, report)
        if not answer.accepted:
            break
        found.append(report)
        game = answer.game
    return {"reports": found, "of": len(question["lines"])}


def write_lines(question: Json) -> Json:
    codes = notation.codes(_held().logged[0])
    return {"lines": [notation.write(report, codes) for report in question["reports"]]}


def board(question: Json) -> Json:
    """Return what stays the same during the game: seats, options, board and cards with their names, notation codes."""
    game = _held().logged[0]
    table, ruleset = game.state.table, game.ruleset
    return {
        "ruleset": ruleset.name,
        "title": ruleset.titles[question["language"]],
        "seats": [{"key": seat, "name": table.names.get(seat, seat)} for seat in table.seats],
        "options": dict(table.options),
        "reports": list(ruleset.rules),
        "printed": ruleset.mechanics.printed(table, question["language"]),
        "handling": ruleset.mechanics.handling(table).shape(),
        "codes": notation.codes(game),
    }


def shown(game: Game, language: str) -> Json:
    """Return the table as it stands: position, what is due (in words too), what may be reported, standing, rents."""
    ruleset = game.ruleset
    return {
        "seq": game.seq,
        "position": ruleset.position(game),
        "due": [{"entry": entry, "told": " ".join(_sentences(game, [entry], language))} for entry in ruleset.due(game)],
        "legal": ruleset.legal(game),
        "standing": ruleset.standing(game),
        "over": ruleset.over(game),
        "rents": ruleset.mechanics.charges(game.state),
    }


QUESTIONS: dict[str, Callable[[Json], Json]] = {
    "rulesets": list_rulesets,
    "open": open_game,
    "follow": follow,
    "judge": judge,
    "try": try_reports,
    "read": read_line,
    "read_lines": read_lines,
    "write": write_lines,
    "board": board,
}


def _held() -> Held:
    if not held:
        raise Unknown("no game is open")
    return held[0]


def _sentences(game: Game, entries: Sequence[Any], language: str) -> list[str]:
    ruleset, table = game.ruleset, game.state.table

    def label(kind: str, value: Any, language: str) -> str | None:
        return ruleset.mechanics.label(table, kind, value, language)

    return [each for each in narrate(entries, language, label, ruleset.sources) if each]
