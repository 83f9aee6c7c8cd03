"""What the engine actually answers to every scenario and every collected fault, judged once for all tests."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

import rulesets
from rulesets import notation
from rulesets.kernel.record import Record, Unreadable, open_header, read_line
from rulesets.kernel.refusal import Refusal
from rulesets.kernel.ruleset import Ruleset
from tests.rulesets import faults, notation_lines
from tests.rulesets.scenarios import FOLDERS, judged, load


class RulesetRefusal(NamedTuple):
    """A refusal or warning, and the ruleset that gave it (None: no ruleset was known yet)."""

    ruleset: Ruleset | None
    refusal: Refusal


@cache
def records() -> tuple[tuple[str, Record], ...]:
    """Every scenario judged to its end, by the name of its folder."""
    return tuple((folder, judged(scenario)) for folder in FOLDERS for _, scenario in load(folder))


def of_record(record: Record) -> Iterator[RulesetRefusal]:
    ruleset = record.opening.ruleset
    yield from (RulesetRefusal(ruleset, refusal) for refusal in record.opening.refusals)
    for answer in record.answers:
        yield from (RulesetRefusal(ruleset, refusal) for refusal in (*answer.refusals, *answer.warnings))


@cache
def of_faults() -> tuple[RulesetRefusal, ...]:
    """The refusals of the collected faults of form, headers, options, positions, lines and notation."""
    headers = [*faults.HEADERS.values()]
    headers += [{**faults.HEADER, "options": options} for options in faults.OPTIONS.values()]
    headers += [{**faults.HEADER, "start": start} for start in faults.STARTS.values()]
    headers += faults.OTHER_HEADERS.values()
    found = []
    for header in headers:
        opening = open_header(header)
        found += [RulesetRefusal(opening.ruleset, refusal) for refusal in opening.refusals]
    game = rulesets.load("jma-2006").start(["A", "B", "C"])
    for report in faults.REPORTS.values():
        found += [RulesetRefusal(game.ruleset, refusal) for refusal in game.ruleset.judge(game, report).refusals]
    for line in faults.LINES.values():
        try:
            read_line(line)
        except Unreadable as unreadable:
            found.append(RulesetRefusal(game.ruleset, unreadable.refusal))
    codes = notation.codes(game)
    for _, line, _ in notation_lines.FAULTS:
        try:
            notation.parse(line, codes)
        except Unreadable as unreadable:
            found.append(RulesetRefusal(game.ruleset, unreadable.refusal))
    return tuple(found)


@cache
def all_refusals() -> tuple[RulesetRefusal, ...]:
    """All refusals and warnings that scenarios and faults provoke."""
    return (*(each for _, record in records() for each in of_record(record)), *of_faults())
