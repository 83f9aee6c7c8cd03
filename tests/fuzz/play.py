"""Plays one random game, checks the laws at each step, and judges it again from its record."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, NamedTuple

from rulesets import Game, HeaderRefused, Ruleset
from rulesets.kernel.conformance import NotConforming, ends
from rulesets.kernel.record import Opening, judged
from tests.fuzz import laws
from tests.fuzz.laws import header_sentences
from tests.fuzz.opening import Header, headers
from tests.fuzz.reports import propose
from tests.fuzz.seen import Report, Seen
from tests.fuzz.step import Law, Step

CRASH = "no report crashes"
HEADER = "a header is accepted or refused"
REPLAY = "replay equals play"
ENDS = "every game can be brought to its end"
AFTER_THE_END = 6
"""The number of reports tried after a game is over."""


class Fault(NamedTuple):
    """A broken law: the ruleset, the law, what is wrong, and the record that breaks it; ``seed``: of the game."""

    ruleset: Ruleset
    law: str
    what: str
    header: Header
    reports: Sequence[Any]
    seed: int = 0

    @property
    def origin(self) -> tuple[str, str]:
        """A key that faults with the same cause usually share: the law, and the first words of what is wrong."""
        words = "".join(letter if letter.isalpha() else " " for letter in self.what).split()
        return self.law, " ".join(words[:7])


@dataclass
class Tally:
    """Statistics of the games played: reports by type, accepted or refused, refusal codes and events met."""

    games: int = 0
    headers_refused: int = 0
    accepted: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)
    codes: set[str] = field(default_factory=set)
    events: set[str] = field(default_factory=set)

    def count(self, step: Step) -> None:
        kind = step.kind if isinstance(step.kind, str) and step.kind in step.before.ruleset.rules else "other"
        (self.accepted if step.answer.accepted else self.refused)[kind] += 1
        self.codes |= {refusal.code for refusal in step.answer.refusals}
        self.events |= {event["kind"] for event in step.answer.events}


class Broken(Exception):
    """A law broken at a step."""

    def __init__(self, law: str, what: str) -> None:
        super().__init__(f"{law}: {what}")
        self.law = law
        self.what = what


def describe_error(error: Exception) -> str:
    """A short description of an exception, with the function that raised it."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    place = f" ({trace.tb_frame.f_code.co_qualname})" if trace is not None else ""
    return f"{type(error).__name__}: {error}{place}"[:400]


def check_law(law: Law, step: Step) -> None:
    """Check a law at a step.  Raises `Broken` if it does not hold."""
    try:
        what = law.check(step)
    except Exception as error:
        raise Broken(law.name, describe_error(error)) from error
    if what:
        raise Broken(law.name, what)


def steps(header: Header, game: Game, reports: Iterable[Any]) -> Iterator[Step]:
    """Judge reports one by one, yielding each step.  Raises `Broken` if judging crashes."""
    opening, states, before = game, {}, Seen(game)
    for report in reports:
        states[before.game.seq + 1] = before.game.state
        try:
            answer = before.ruleset.judge(before.game, report)
        except Exception as error:
            raise Broken(CRASH, describe_error(error)) from error
        after = Seen(answer.game)
        yield Step(header, opening, before, report, answer, after, states)
        before = after


def open_game(ruleset: Ruleset, header: Header) -> Opening:
    """Open a game by a header that is passed through JSON."""
    read = json.loads(json.dumps(header))
    try:
        game = ruleset.start(*(read.get(name) for name in ("seats", "edition", "options", "start", "names")))
    except HeaderRefused as refused:
        return Opening(None, refused.refusals, ruleset, refused.table)
    return Opening(game, (), ruleset)


def draw_game(ruleset: Ruleset, random: Random, tally: Tally, situation: str = "") -> tuple[Header, Game] | Fault:
    """Draw headers until one is accepted, and return it with its game; the sentences of refused ones are checked."""
    for header in headers(ruleset, random, situation):
        try:
            opening = open_game(ruleset, header)
            what = None if opening.game else header_sentences(header, opening)
        except Exception as error:
            return Fault(ruleset, HEADER, describe_error(error), header, [])
        if what:
            return Fault(ruleset, HEADER, what, header, [])
        if opening.game:
            return header, opening.game
        tally.headers_refused += 1
    raise AssertionError(f"{ruleset.name} refuses a plain header")


def play(ruleset: Ruleset, seed: int, length: int, tally: Tally, only: str = "", situation: str = "") -> Fault | None:
    """Play a random game of up to ``length`` reports; returns the first fault, if any.

    ``only``: check only the laws with this in their names, each at every report.  ``situation``: where to start.
    """
    checked = [law for law in laws.laws_for(ruleset) if only in law.name]
    random = Random(f"{ruleset.name} {seed}")
    found = draw_game(ruleset, random, tally, situation)
    if isinstance(found, Fault):
        return found._replace(seed=seed)
    header, game = found
    tally.games += 1
    reports: list[Any] = []
    answers: list[Report] = []
    end = game

    def proposed() -> Iterator[Any]:
        late = 0
        while len(reports) < length and late < AFTER_THE_END:
            late += ruleset.over(end)
            reports.append(propose(Seen(end), random))
            yield reports[-1]

    try:
        for number, step in enumerate(steps(header, game, proposed())):
            end = step.answer.game
            tally.count(step)
            for at, law in enumerate(checked):
                if only or (number + at) % law.every == 0:
                    check_law(law, step)
            if not only:
                answers.append(step.answer.to_json())
        if not only:
            check_replay(ruleset, header, reports, answers, end)
            check_ending(ruleset, end, seed)
    except Broken as broken:
        return Fault(ruleset, broken.law, broken.what, header, reports, seed)
    except Exception as error:
        return Fault(ruleset, "the next report can be proposed", describe_error(error), header, reports, seed)
    return None


def check_replay(
    ruleset: Ruleset, header: Header, reports: Sequence[Any], answers: Sequence[Report], end: Game
) -> None:
    """Check that a record gets the same answers when it is read back from JSON and judged again."""
    first, *rest = [json.loads(json.dumps(line)) for line in (header, *reports)]
    again = open_game(ruleset, first).game
    if again is None:
        raise Broken(REPLAY, "the header is refused")
    for then, (_, now) in zip(answers, judged(again, rest), strict=True):
        again = now.game
        if now.to_json() != then:
            raise Broken(REPLAY, f"report {then['seq']} is answered otherwise")
    if ruleset.position(end) != ruleset.position(again):
        raise Broken(REPLAY, "replay ends in another position")


def check_ending(ruleset: Ruleset, end: Game, seed: int) -> None:
    """Check that the game can be brought to its end."""
    try:
        ends(ruleset, end, seed)
    except NotConforming as error:
        raise Broken(ENDS, str(error).split(": ", 1)[-1]) from error
    except Exception as error:
        raise Broken(ENDS, describe_error(error)) from error


def recording(reports: Iterable[Any], judged_reports: list[Any]) -> Iterator[Any]:
    """Yield the reports one by one, appending each to ``judged_reports``."""
    for report in reports:
        judged_reports.append(report)
        yield report


def find_fault(ruleset: Ruleset, header: Header, reports: Sequence[Any], name: str, seed: int = 0) -> Fault | None:
    """Check the law of this name at every report of a record; returns the fault with the record up to it, or None."""
    judged_reports: list[Any] = []
    try:
        opening = open_game(ruleset, header)
        if name == HEADER:
            what = None if opening.game else header_sentences(header, opening)
            return Fault(ruleset, HEADER, what, header, []) if what else None
        if opening.game is None:
            return None
        answers: list[Report] = []
        end = opening.game
        for step in steps(header, end, recording(reports, judged_reports)):
            end = step.answer.game
            for law in laws.laws_for(ruleset):
                if law.name == name:
                    check_law(law, step)
            if name == REPLAY:
                answers.append(step.answer.to_json())
        if name == REPLAY:
            check_replay(ruleset, header, judged_reports, answers, end)
        if name == ENDS:
            check_ending(end.ruleset, end, seed)
    except Broken as broken:
        return Fault(ruleset, broken.law, broken.what, header, judged_reports, seed) if broken.law == name else None
    except Exception as error:
        return Fault(ruleset, HEADER, describe_error(error), header, []) if name == HEADER else None
    return None
