"""Replaying the rest of a log after its past was changed, so that every throw, card and agreement is kept.

What only answered the position as it was (a purchase, a call at auction, a payment) falls away where nothing asks for
it any more; debts that arise instead are paid.  An entry that can no longer follow is never dropped: it is asked about.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Literal, NamedTuple, get_args

from referee.cases.undoing import inverse
from referee.log.standing import Standing
from rulesets import Answer, Game, Report, as_report, moves
from rulesets.kernel.report import CHOICE, FACT, FORMALITY, Nature

MOST_PAYMENTS = 20

Fate = Literal["stands", "given", "anew", "left_out", "obsolete", "open", "waits"]
"""What becomes of an entry: it stands; it was given as an answer; it was made anew; it is left out, as was answered;
nothing asks for it any more; it cannot follow, and is asked about; it waits for the answer.
"""


FATES: tuple[Fate, ...] = get_args(Fate)
GONE = ("left_out", "obsolete")
"""What becomes of entries that are no more."""


class Replayed(NamedTuple):
    """An entry of a replay.  ``seq``: its number in the log, None for one that is not there; ``game``: before it;
    ``answer``: the law's, None if it was not asked.
    """

    seq: int | None
    fate: Fate
    report: Report
    game: Game
    answer: Answer | None = None


class Replay(NamedTuple):
    """A replay: the game at its end, and what became of each entry."""

    game: Game
    entries: tuple[Replayed, ...]

    @property
    def open(self) -> Replayed | None:
        """The entry that is asked about; None if the replay reached the end."""
        return next((each for each in self.entries if each.fate == "open"), None)


Read = Callable[[Game, str], Report]
"""Reads a typed line as the report that it stands for in a game.  Raises a problem if it is none."""


def replay(
    then: Game,
    now: Game,
    lines: Sequence[str],
    standing: Sequence[Standing],
    given: Mapping[int, Sequence[str]],
    read: Read,
) -> Replay:
    """Replay entries of a log in another game.

    ``then``: the game that they followed; ``now``: the one that they are to follow, after ``lines``; ``given``: by the
    number of an entry, the lines that go in before it; an empty one leaves the entry out.
    """
    entries: list[Replayed] = []

    def went_on(seq: int | None, fate: Fate, report: Report, answer: Answer) -> Game:
        entries.append(Replayed(seq, fate, report, now, answer))
        return answer.game

    for line in lines:
        now = went_on(None, "given", report := read(now, line), _judged(now, report))
    for place, move in enumerate(standing):
        before, then = then, _judged(then, move.report).game
        for line in filter(None, given.get(move.seq, ())):
            now = went_on(None, "given", report := read(now, line), _judged(now, report))
        report = _again(move.report, before, then, now)
        if "" in given.get(move.seq, ()):
            entries.append(Replayed(move.seq, "left_out", report, now))
            continue
        if _fits(report, before, now):
            paid = _payments_before(report, now)
            for payment in paid or ():
                now = went_on(None, "anew", payment, _judged(now, payment))
            if paid is not None:
                now = went_on(move.seq, "stands", report, _judged(now, report))
                continue
        if nature(report, now) in (CHOICE, FORMALITY):
            entries.append(Replayed(move.seq, "obsolete", report, now))
            continue
        entries.append(Replayed(move.seq, "open", report, now, _judged(now, report)))
        entries.extend(Replayed(each.seq, "waits", each.report, now) for each in standing[place + 1 :])
        break
    return Replay(now, tuple(entries))


def offered(game: Game) -> Iterator[Report]:
    """The reports that can be the answer before an entry that cannot follow yet: those that change what is due, then
    those that bring cash to somebody who owes.
    """
    due, had = game.ruleset.due(game), _cash(game)
    debtors = {each["player"] for each in due if each["kind"] == "debt"}
    raising = []
    for each in moves(game):
        answer = _judged(game, each)
        if answer.due != due:
            if nature(each, game) != FACT:
                yield each
        elif any(_cash(answer.game)[debtor] > had[debtor] for debtor in debtors):
            raising.append(each)
    yield from raising


def _cash(game: Game) -> dict[str, int]:
    return {seat: each["cash"] for seat, each in game.ruleset.position(game)["players"].items()}


def nature(report: Report, game: Game) -> Nature:
    """What a report says of the table, by its type; a ruling is a fact."""
    rule = game.ruleset.rules.get(report["type"])
    return rule.form.nature if rule else FACT


def _judged(game: Game, report: Any) -> Answer:
    return game.ruleset.judge(game, as_report(report))


def _again(report: Any, before: Game, after: Game, now: Game) -> Report:
    """A report as it is made again: a ruling that set the position makes the same change to the other one."""
    if report["type"] != "ruling" or not report.get("set"):
        return as_report(report)
    positions = (each.ruleset.position(each) for each in (after, before, now))
    return as_report({**report, "set": inverse(*positions)})


def _fits(report: Report, before: Game, now: Game) -> bool:
    """Whether a decision is about what is due in the other game too.  Anything else fits wherever the law allows it."""
    return nature(report, now) != CHOICE or _subject(before) == _subject(now)


def _subject(game: Game) -> Any:
    """What the first thing due is about."""
    due = game.ruleset.due(game)
    return {name: due[0].get(name) for name in ("kind", "player", "deed", "group")} if due else None


def _payments_before(report: Report, game: Game) -> list[Report] | None:
    """The payments of what is due after which a report is accepted, none if it is at once; None if it is not."""
    paid: list[Report] = []
    while len(paid) <= MOST_PAYMENTS:
        if game.ruleset.obstacle(game, report) is None:
            return paid
        possible = [each for each in _payments(game) if game.ruleset.obstacle(game, each) is None]
        if not possible:
            return None
        payment = possible[0]
        paid.append(payment)
        game = _judged(game, payment).game
    return None


def _payments(game: Game) -> Iterator[Report]:
    for due in game.ruleset.due(game):
        if due["kind"] == "debt" and not due["provisional"]:
            about = {"deed": due["deed"]} if due.get("deed") else {}
            yield as_report({"type": "pay", "player": due["player"], "to": due["to"], **about})
