"""``referee check``: judge records."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from referee.records import REFUSED, UNREADABLE, output
from referee.records.command import FILES, LANGUAGE, Command, Option, UsageError
from referee.records.record_file import FileUnreadable, open_record
from rulesets import notation


def check(files: tuple[Path, ...], language: str, as_json: bool, noted: bool) -> None:
    """Judge each record in FILES (- is standard input), printing one answer per report.

    After the header, each line is a report, as JSON or in the short notation (docs/notation.md).

    Exit 0: all reports were accepted; 1: something was refused; 2: a file cannot be read.
    """
    if as_json and noted:
        raise UsageError("--notation goes with the answers for people, not with --json")
    worst = 0
    for path in files:
        try:
            refused = check_json(path, language) if as_json else check_as_text(path, language, noted=noted)
            worst = max(worst, REFUSED if refused else 0)
        except FileUnreadable as error:
            output.complain(error)
            worst = UNREADABLE
    sys.exit(worst)


CHECK = Command(
    "check",
    check,
    (
        Option(
            "--json", "as_json", bool, "Print answers as JSON Lines, ending each file with its position and standing."
        ),
        Option("--notation", "noted", bool, "Print each report in the short notation (not with --json)."),
        LANGUAGE,
        FILES,
    ),
)


def write_json_line(row: dict[str, Any]) -> None:
    """Write one JSON object as a line and flush it: a program that pipes in reports gets each answer at once."""
    sys.stdout.write(json.dumps(row, ensure_ascii=False, separators=(",", ":")) + "\n")
    sys.stdout.flush()


def check_json(path: Path, language: str) -> int:
    """Print a record's answers as JSON Lines, and return the number of refusals."""
    reading = open_record(path)
    name = str(path)
    game = reading.opening.game
    if game is None:
        write_json_line({"file": name, **reading.opening.to_json(language)})
        return 1
    refused = 0
    for _, answer in reading.judged:
        write_json_line({"file": name, **answer.to_json(language)})
        refused += not answer.accepted
        game = answer.game
    end = {"file": name, "position": game.ruleset.position(game), "standing": game.ruleset.standing(game)}
    if (retired := reading.opening.retired) is not None:
        end["judged_by"] = {"ruleset": game.ruleset.name, "version": game.ruleset.version, "named": retired}
    write_json_line(end)
    return refused


def check_as_text(path: Path, language: str, *, noted: bool = False) -> int:
    """Print a record's answers for people, and return the number of refusals.  ``noted``: with reports in notation."""
    reading = open_record(path)
    game = reading.opening.game
    print(f"\n{path}")
    if game is None:
        for refusal in reading.opening.to_json(language)["refusals"]:
            print(output.refusal_line(0, refusal["message"], refusal["clause"]))
        return 1
    if (retired := reading.opening.retired) is not None:
        print(output.retired_line(game.ruleset, retired, language))
    refused = 0
    codes = notation.codes(game) if noted else {}
    for report, answer in reading.judged:
        line = "" if report is None or not noted else notation.write(report, codes)
        for row in output.answer_lines(answer, language, line if noted else None):
            print(row)
        refused += not answer.accepted
        game = answer.game
    for row in output.summary(game, game.seq, refused, language):
        print(row)
    return refused
