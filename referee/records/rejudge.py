"""``referee rejudge``: what would change if games were judged under another version, or under another ruleset."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple

from referee.records import REFUSED, UNREADABLE, output
from referee.records.command import FILES, LANGUAGE, Command, Option
from referee.records.edition import load_editions
from referee.records.output import command_texts, fail
from referee.records.record_file import FileUnreadable, record_values
from rulesets.kernel.registry import BrokenRuleset, UnknownRuleset, load
from rulesets.kernel.rejudge import Rejudged, rejudge
from rulesets.kernel.rejudge import standing as ranks
from rulesets.languages.counted import fill


class RejudgeTask(NamedTuple):
    """A file to judge again, and how to print the outcome."""

    path: Path
    ruleset: str
    version: str | None
    first: int
    language: str
    as_json: bool


class RejudgedFile(NamedTuple):
    """The outcome for a file: lines to print, whether answers and the standing change, or why it cannot be judged."""

    rows: tuple[str, ...]
    changed: bool = False
    ranks_changed: bool = False
    error: str | None = None


def rejudge_command(
    files: tuple[Path, ...], name: str, first: int, jobs: int | None, language: str, as_json: bool
) -> None:
    """Judge the records in FILES under the version that each one names and under RULESET, and list what changes.

    Exit 0: nothing changes; 1: some answer or standing changes; 2: a file cannot be read or judged.
    """
    wanted, _, version = name.partition("@")
    try:
        load(wanted, version or None)
    except (UnknownRuleset, BrokenRuleset) as error:
        fail(error)
    tasks = [RejudgeTask(path, wanted, version or None, first, language, as_json) for path in files]
    counts = {"games": len(files), "changed": 0, "ranks": 0, "unread": 0}
    for outcome in outcomes(tasks, jobs or os.cpu_count() or 1):
        for row in outcome.rows:
            print(row)
        if outcome.error:
            output.complain(outcome.error)
        counts["changed"] += outcome.changed
        counts["ranks"] += outcome.ranks_changed
        counts["unread"] += outcome.error is not None
    if not as_json:
        print("\n" + fill(command_texts("rejudge", language)["sum"], **counts))
    sys.exit(UNREADABLE if counts["unread"] else REFUSED if counts["changed"] or counts["ranks"] else 0)


REJUDGE = Command(
    "rejudge",
    rejudge_command,
    (
        Option("--ruleset", "name", str, "The ruleset to judge under: NAME, or NAME@VERSION.", required=True),
        Option("--first", "first", int, "Number of changed answers to show per game.", default=3, least=1),
        Option("--jobs", "jobs", int, "Number of processes.  [default: one per core]", least=1),
        Option("--json", "as_json", bool, "Print one JSON object per game."),
        LANGUAGE,
        FILES,
    ),
)


def outcomes(tasks: list[RejudgeTask], jobs: int) -> Iterator[RejudgedFile]:
    """Yield the outcomes in the order of the files, computed by several processes if there are several files."""
    if jobs == 1 or len(tasks) == 1:
        yield from map(judge_file, tasks)
        return
    with ProcessPoolExecutor(min(jobs, len(tasks)), initializer=load_editions) as pool:
        yield from pool.map(judge_file, tasks, chunksize=max(1, min(16, len(tasks) // (4 * jobs))))


def judge_file(task: RejudgeTask) -> RejudgedFile:
    ruleset = load(task.ruleset, task.version)
    try:
        header, *reports = record_values(task.path)
    except FileUnreadable as error:
        return RejudgedFile((), error=str(error))
    except ValueError:
        return RejudgedFile((), error=f"{task.path}: the file is empty; the first line must be the header of a record")
    result = rejudge(header, reports, ruleset)
    if (refused := result.unreadable) is not None:
        reasons = "; ".join(row["message"] for row in refused.to_json(task.language)["refusals"])
        return RejudgedFile((), error=f"{task.path}: {reasons}")
    rows = (json.dumps(as_json(task, result), ensure_ascii=False),) if task.as_json else tuple(as_text(task, result))
    return RejudgedFile(rows, bool(result.changes), result.standing_changes)


def as_json(task: RejudgeTask, result: Rejudged) -> dict[str, Any]:
    return {
        "file": str(task.path),
        "then": versioned_name(result.then.game.ruleset) if result.then.game else None,
        "now": versioned_name(result.now.game.ruleset) if result.now.game else None,
        **({"retired": retired} if (retired := result.then.opening.retired) is not None else {}),
        "carried": dict(result.carried),
        "left_out": list(result.left_out),
        "reports": len(result.now.answers),
        "changed": len(result.changes),
        "first": [
            {
                "report": change.report,
                "then": change.then.to_json(task.language),
                "now": change.now.to_json(task.language),
            }
            for change in result.changes[: task.first]
        ],
        "standing": {
            "then": [{"rank": rank, "player": player, "worth": worth} for rank, player, worth in ranks(result.then)],
            "now": [{"rank": rank, "player": player, "worth": worth} for rank, player, worth in ranks(result.now)],
            "changed": result.standing_changes,
        },
    }


def versioned_name(ruleset: Any) -> str:
    return f"{ruleset.name}@{ruleset.version}"


def as_text(task: RejudgeTask, result: Rejudged) -> Iterator[str]:
    """Yield what changes in a game, in lines for people."""
    words = command_texts("rejudge", task.language)
    then, now = result.then.game, result.now.game
    assert then is not None
    assert now is not None
    yield f"\n{task.path}  {versioned_name(then.ruleset)} → {versioned_name(now.ruleset)}"
    if (retired := result.then.opening.retired) is not None:
        yield output.retired_line(then.ruleset, retired, task.language)
    if result.carried:
        values = ", ".join(f"{name} = {json.dumps(value)}" for name, value in result.carried.items())
        yield "  " + words["carried"].format(ruleset=now.ruleset.name, values=values)
    if result.left_out:
        yield "  " + words["left_out"].format(ruleset=now.ruleset.name, names=", ".join(result.left_out))
    if not result.changes and not result.standing_changes:
        yield f"  {words['same']}"
        return
    if result.changes:
        yield "  " + fill(words["changes"], count=len(result.changes), reports=len(result.now.answers))
    for change in result.changes[: task.first]:
        yield f"  {output.visible(json.dumps(change.report, ensure_ascii=False))}"
        for when, answer in (("then", change.then), ("now", change.now)):
            yield from (f"    {words[when]}: {row.strip()}" for row in output.answer_lines(answer, task.language))
    if not result.standing_changes:
        yield f"  {words['standing']}: {words['unchanged']}"
        return
    for when, game in (("then", then), ("now", now)):
        places = "  ".join(" ".join(row.split()) for row in output.standing_table(game, task.language))
        yield f"  {words['standing']} ({words[when]}): {places}"
