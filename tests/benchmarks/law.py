"""``python3 dev.py bench law``: judging against python-chess, refusals against acceptances, listing what is legal,
replaying, memory.

What is judged are the whole games of ``tests/records``, every report of them; what is refused, hostile variants of the
same reports in the same positions.  Reference and candidate run in turn, five times; each turn gives a ratio, and the
median ratio is the figure.  Time is the process's own, so that other work on the machine counts for little.
"""

from __future__ import annotations

import gc
import json
import tracemalloc
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from random import Random
from statistics import median
from time import process_time
from typing import Any, NamedTuple

import chess

import rulesets
from rulesets.kernel.record import open_header
from tests.benchmarks.chess_games import GAMES
from tests.benchmarks.options import Options
from tests.benchmarks.results import Figure, Result

ROUNDS = 5
FOLDER = Path(__file__).parent.parent / "records"
Report = dict[str, Any]
STRANGE: tuple[Any, ...] = (None, True, -1, 7, 10**9, "", "Z", [], [0], ["A", "A"], {}, {"cash": -5}, 1.5)
"""Values that a field may be given by mistake or by malice."""


class Played(NamedTuple):
    """A game of ``tests/records``: its opening and its reports."""

    opening: rulesets.Game
    reports: tuple[Report, ...]


def played(file: Path) -> Played:
    """The game of a record."""
    header, *reports = map(json.loads, file.read_text("utf-8").splitlines())
    game = open_header(header).game
    assert game is not None
    return Played(game, tuple(reports))


PLAYED = [played(file) for file in sorted(FOLDER.glob("*.jsonl"))]


def met() -> Iterator[tuple[rulesets.Game, Report]]:
    """Every report with the game that it met."""
    for opening, reports in PLAYED:
        game = opening
        for report in reports:
            yield game, report
            game = game.ruleset.judge(game, report).game


def hostile(game: rulesets.Game, report: Report, random: Random) -> Iterator[Report]:
    """Variants of a report: by somebody else, with another value, without a field, with one too many, out of another
    moment of the game, of another type, and one that a table might make.
    """
    seats = game.state.table.seats
    reports = random.choice(PLAYED).reports
    if "player" in report:
        yield {**report, "player": random.choice(seats)}
    field = random.choice([name for name in report if name != "type"] or ["type"])
    yield {**report, field: random.choice(STRANGE)}
    yield {**report, field: random.choice(reports).get(field)}
    yield {name: value for name, value in report.items() if name != field}
    yield {**report, "wind": "north"}
    yield random.choice(reports)
    yield {**report, "type": random.choice(list(game.ruleset.rules))}
    yield game.ruleset.mechanics.propose(game, random, hurry=False)


def malformed(game: rulesets.Game, report: Report) -> bool:
    """Whether a report is refused for its form."""
    clause_of = game.ruleset.catalogue.clause_of
    refusals = game.ruleset.judge(game, report).refusals
    return any(clause_of[refusal.code] == "RECORD/FORM" for refusal in refusals)


def refused() -> list[tuple[rulesets.Game, Report]]:
    """Refused variants of every fifth report, each with the game it meets."""
    random = Random(8)
    return [
        (game, variant)
        for number, (game, report) in enumerate(met())
        if number % 5 == 0
        for variant in hostile(game, report, random)
        if not game.ruleset.judge(game, variant).accepted
    ]


REFUSED = refused()
BY_RULES = [pair for pair in REFUSED if not malformed(*pair)]
"""Those of good form, refused by a rule of the game or for their moment."""


def chess_moves() -> int:
    """Parse, judge, push and look for the outcome, move by move."""
    count = 0
    for game in GAMES:
        board = chess.Board()
        for san in game.split():
            board.push(board.parse_san(san))
            board.outcome()
            count += 1
    return count


def judging() -> int:
    """JSON objects to answers, report by report."""
    return judged(lambda answer: None)


def answering() -> int:
    """The same, with every answer as a JSON object: events, what is due, warnings."""
    return judged(rulesets.Answer.to_json)


def judged(use: Callable[[rulesets.Answer], object]) -> int:
    """Judge all reports and use every answer."""
    count = 0
    for opening, reports in PLAYED:
        game = opening
        for report in reports:
            answer = game.ruleset.judge(game, report)
            use(answer)
            game = answer.game
        count += len(reports)
    return count


def refusing(pairs: list[tuple[rulesets.Game, Report]]) -> int:
    """Reports that are refused, with all their clauses."""
    for game, report in pairs:
        game.ruleset.judge(game, report)
    return len(pairs)


def listing_times() -> list[float]:
    """Milliseconds for the list of what is legal in every fiftieth position, the median of all rounds, ascending."""
    rows: list[list[float]] = []
    for number, (game, _) in enumerate(met()):
        if number % 50 == 0:
            rows.append([timed(partial(game.ruleset.legal, game)) / 1e3 for _ in range(ROUNDS)])
    return sorted(median(row) for row in rows)


def timed(task: Callable[[], object]) -> float:
    """Microseconds of a task."""
    start = process_time()
    task()
    return (process_time() - start) * 1e6


def per_item(task: Callable[[], int]) -> float:
    """Microseconds per item of a task that counts its items."""
    start = process_time()
    count = task()
    return (process_time() - start) * 1e6 / count


def compare(reference: Callable[[], int], candidate: Callable[[], int]) -> tuple[float, float, float]:
    """Medians of the microseconds per item of both, and of how many times the reference's time the candidate's goes
    into.
    """
    rows = []
    for _ in range(ROUNDS):
        theirs, ours = per_item(reference), per_item(candidate)
        rows.append((theirs, ours, theirs / ours))
    theirs, ours, ratio = (median(column) for column in zip(*rows, strict=True))
    return theirs, ours, ratio


def replaying() -> int:
    """Replay every game."""
    for game, reports in PLAYED:
        header = {"record": "monopoly/1", "ruleset": game.ruleset.name, "seats": list(game.state.table.seats)}
        assert rulesets.replay(header, reports).stopped is None
    return sum(len(reports) for _, reports in PLAYED)


def memory() -> float:
    """Megabytes of the longest game with its history, for 1,000 reports."""
    game, reports = max(PLAYED, key=lambda played: len(played.reports))
    tracemalloc.start()
    for report in reports:
        game = game.ruleset.judge(game, report).game
    size, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert game.seq == len(reports)
    return size / len(reports) / 1e3


def measure(_options: Options) -> Result:
    """Every figure.  What stands ready in memory is no part of a report's work, and no collection looks at it."""
    gc.collect()
    gc.freeze()
    theirs, ours, ratio = compare(chess_moves, judging)
    figures = [
        Figure("python-chess, a move, SAN to outcome", theirs, "µs"),
        Figure("a report, JSON object to answer", ours, "µs", ratio, "python-chess", "2 at least"),
    ]
    _, ours, ratio = compare(chess_moves, answering)
    figures.append(Figure("and the answer as a JSON object", ours, "µs", ratio, "python-chess", "1.7 at least"))
    for what, pairs in (("a refusal, all clauses", REFUSED), ("a refusal of a report of good form", BY_RULES)):
        _, ours, ratio = compare(judging, partial(refusing, pairs))
        figures.append(Figure(what, ours, "µs", 1 / ratio, "an acceptance", "1.6 at most"))
    listed = listing_times()
    figures += [
        Figure("what is legal now, median", median(listed), "ms", wanted="3 at most"),
        Figure("what is legal now, worst", listed[-1], "ms", wanted="15 at most"),
        Figure(
            "replaying 1,000 reports", median(per_item(replaying) for _ in range(ROUNDS)), "ms", wanted="40 at most"
        ),
        Figure("a game and its history of 1,000 reports", memory(), "MB", wanted="10 at most"),
    ]
    return Result("law", tuple(figures))
