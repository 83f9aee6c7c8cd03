"""``python3 dev.py bench law``: judging compared with python-chess, refusals compared with acceptances, listing legal
reports, replaying, memory.

It judges every report of the games in ``tests/records``; refusals are measured with hostile variants of the same
reports in the same positions.  Reference and candidate run in turn, five times; each turn gives a ratio, and the median
ratio is reported.  It measures the process's own processor time, so that other load on the machine matters little.
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

import rulesets
from rulesets.kernel.record import open_header
from rulesets.reports import as_report
from tests.benchmarks.chess_games import chess_moves, per_item
from tests.benchmarks.options import Options
from tests.benchmarks.results import Figure, Result

ROUNDS = 5
FOLDER = Path(__file__).parent.parent / "records"
Report = dict[str, Any]
STRANGE: tuple[Any, ...] = (None, True, -1, 7, 10**9, "", "Z", [], [0], ["A", "A"], {}, {"cash": -5}, 1.5)
"""Values that a field may get by mistake or malice."""


class Played(NamedTuple):
    """A game of ``tests/records``: its opening and its reports."""

    opening: rulesets.Game
    reports: tuple[Report, ...]


def played(file: Path) -> Played:
    """Read the game of a record."""
    header, *reports = map(json.loads, file.read_text("utf-8").splitlines())
    game = open_header(header).game
    assert game is not None
    return Played(game, tuple(reports))


PLAYED = [played(file) for file in sorted(FOLDER.glob("*.jsonl"))]


def positions() -> Iterator[tuple[rulesets.Game, Report]]:
    """Yield every report with the game before it."""
    for opening, reports in PLAYED:
        game = opening
        for report in reports:
            yield game, report
            game = game.ruleset.judge(game, as_report(report)).game


def hostile(game: rulesets.Game, report: Report, random: Random) -> Iterator[Report]:
    """Yield variants of a report: by another player, with another value, without a field, with an extra one, a report
    from another moment of the game, another type, and one that a table might make.
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
    """Whether a report is refused because of its form."""
    clause_of = game.ruleset.catalogue.clause_of
    refusals = game.ruleset.judge(game, as_report(report)).refusals
    return any(clause_of[refusal.code] == "RECORD/FORM" for refusal in refusals)


def refused() -> list[tuple[rulesets.Game, Report]]:
    """Refused variants of every fifth report, each with the game before it."""
    random = Random(8)
    return [
        (game, variant)
        for number, (game, report) in enumerate(positions())
        if number % 5 == 0
        for variant in hostile(game, report, random)
        if not game.ruleset.judge(game, as_report(variant)).accepted
    ]


REFUSED = refused()
BY_RULES = [pair for pair in REFUSED if not malformed(*pair)]
"""Well-formed reports that are refused by a rule of the game."""


def judging() -> int:
    """Judge all reports, from JSON object to answer."""
    return judged(lambda answer: None)


def answering() -> int:
    """The same, with every answer converted to a JSON object: events, what is due, warnings."""
    return judged(rulesets.Answer.to_json)


def judged(use: Callable[[rulesets.Answer], object]) -> int:
    """Judge all reports, call ``use`` with every answer, and return the number of reports."""
    count = 0
    for opening, reports in PLAYED:
        game = opening
        for report in reports:
            answer = game.ruleset.judge(game, as_report(report))
            use(answer)
            game = answer.game
        count += len(reports)
    return count


def refusing(pairs: list[tuple[rulesets.Game, Report]]) -> int:
    """Judge reports that are refused, with all their refusals."""
    for game, report in pairs:
        game.ruleset.judge(game, as_report(report))
    return len(pairs)


def listing_times() -> list[float]:
    """Milliseconds for listing the legal reports in every fiftieth position, the median of all rounds, ascending."""
    rows: list[list[float]] = []
    for number, (game, _) in enumerate(positions()):
        if number % 50 == 0:
            rows.append([timed(partial(game.ruleset.legal, game)) / 1e3 for _ in range(ROUNDS)])
    return sorted(median(row) for row in rows)


def timed(task: Callable[[], object]) -> float:
    """Processor time of a task in microseconds."""
    start = process_time()
    task()
    return (process_time() - start) * 1e6


def compare(reference: Callable[[], int], candidate: Callable[[], int]) -> tuple[float, float, float]:
    """Run reference and candidate in turn; returns the medians of their microseconds per item, and of the ratio of
    reference to candidate.
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
        assert rulesets.replay(header, map(as_report, reports)).stopped is None
    return sum(len(reports) for _, reports in PLAYED)


def memory() -> float:
    """Megabytes per 1,000 reports of the longest game with its history."""
    game, reports = max(PLAYED, key=lambda played: len(played.reports))
    tracemalloc.start()
    for report in reports:
        game = game.ruleset.judge(game, as_report(report)).game
    size, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert game.seq == len(reports)
    return size / len(reports) / 1e3


def measure(_options: Options) -> Result:
    """Measure every figure.  Data prepared for the benchmark is excluded from garbage collection."""
    gc.collect()
    gc.freeze()
    theirs, ours, ratio = compare(chess_moves, judging)
    figures = [
        Figure("python-chess, a move, SAN to outcome", theirs, "µs"),
        Figure("a report, JSON object to answer", ours, "µs", ratio, "python-chess", "1.2 at least"),
    ]
    _, ours, ratio = compare(chess_moves, answering)
    figures.append(Figure("and the answer as a JSON object", ours, "µs", ratio, "python-chess", "1 at least"))
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
