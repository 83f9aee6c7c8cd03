"""``python3 dev.py bench law``: judging against python-chess, refusals against acceptances, listing what is legal,
replaying, memory.

Reference and candidate run in turn, several times; the median of each is compared, and the ratio is the figure.
"""

from __future__ import annotations

import json
import tracemalloc
from collections.abc import Callable
from random import Random
from statistics import median
from time import perf_counter
from typing import Any

import chess

import rulesets
from tests.benchmarks.chess_games import GAMES

ROUNDS = 9
RULESET = rulesets.load("jma-2006")
SEATS = ["A", "B", "C", "D"]
Report = dict[str, Any]


def random_game(seed: int, length: int) -> tuple[list[Report], list[tuple[rulesets.Game, Report]]]:
    """The accepted reports of a random game as JSON objects, and refused reports each with the game it met."""
    random = Random(seed)
    game = RULESET.start(SEATS)
    accepted: list[Report] = []
    refused = []
    while len(accepted) < length and not RULESET.over(game):
        report = RULESET.mechanics.propose(game, random, hurry=False)
        if report.get("type") in ("ruling", "retract", "time_up"):
            continue
        answer = RULESET.judge(game, report)
        if answer.accepted:
            accepted.append(json.loads(json.dumps(report)))
            game = answer.game
        elif report.get("type") in RULESET.rules:
            refused.append((game, json.loads(json.dumps(report))))
    return accepted, refused


GAMES_PLAYED = [random_game(seed, 300) for seed in range(8)]
REPORTS = [reports for reports, _ in GAMES_PLAYED]
REFUSED = [pair for _, refused in GAMES_PLAYED for pair in refused]
LONG = random_game(77, 1000)[0]


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
    for reports in REPORTS:
        game = RULESET.start(SEATS)
        for report in reports:
            answer = RULESET.judge(game, report)
            use(answer)
            game = answer.game
            count += 1
    return count


def refusing() -> int:
    """Reports that are refused, with all their clauses."""
    for game, report in REFUSED:
        RULESET.judge(game, report)
    return len(REFUSED)


def positions() -> list[rulesets.Game]:
    """Every tenth position of the random games."""
    found = []
    for reports in REPORTS:
        game = RULESET.start(SEATS)
        for number, report in enumerate(reports):
            game = RULESET.judge(game, report).game
            if number % 10 == 0:
                found.append(game)
    return found


def listing_times() -> list[float]:
    """Milliseconds for the list of what is legal in each position, the median of all rounds, ascending."""
    rows: list[list[float]] = []
    for game in positions():
        rows.append([])
        for _ in range(ROUNDS):
            start = perf_counter()
            RULESET.legal(game)
            rows[-1].append((perf_counter() - start) * 1e3)
    return sorted(median(row) for row in rows)


def measure(*tasks: Callable[[], int]) -> list[float]:
    """Median microseconds per item of each task, the tasks taken in turn."""
    times: list[list[float]] = [[] for _ in tasks]
    for _ in range(ROUNDS):
        for task, row in zip(tasks, times, strict=True):
            start = perf_counter()
            count = task()
            row.append((perf_counter() - start) / count * 1e6)
    return [median(row) for row in times]


def replay_time() -> float:
    """Median milliseconds for replaying a record of 1,000 reports."""
    header = {"record": "monopoly/1", "ruleset": "jma-2006", "seats": SEATS}
    rows = []
    for _ in range(ROUNDS):
        start = perf_counter()
        record = rulesets.replay(header, LONG)
        rows.append((perf_counter() - start) * 1e3)
        assert record.stopped is None
    return median(rows)


def memory() -> float:
    """Megabytes of a game with its history of 1,000 reports."""
    RULESET.start(SEATS)
    tracemalloc.start()
    game = RULESET.start(SEATS)
    for report in LONG:
        game = RULESET.judge(game, report).game
    size, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert game.seq == len(LONG)
    return size / 1e6


def main() -> None:
    """Print every figure."""
    reference, judged, answered, refused = measure(chess_moves, judging, answering, refusing)
    print(f"python-chess, SAN to outcome          {reference:8.1f} us a move")
    print(f"jma-2006, JSON object to answer       {judged:8.1f} us a report   {reference / judged:5.2f} x python-chess")
    print(f"  and the answer as a JSON object     {answered:8.1f} us a report   {reference / answered:5.2f} x")
    print(f"a refusal, all clauses                {refused:8.1f} us           {refused / judged:5.2f} x an acceptance")
    listed = listing_times()
    print(f"what is legal now                     {median(listed):8.2f} ms a position, {listed[-1]:.2f} ms at worst")
    print(f"replaying {len(LONG)} reports                {replay_time():8.1f} ms")
    print(f"a game and its history of {len(LONG)} reports {memory():6.2f} MB")
