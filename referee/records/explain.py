"""``referee explain``: explain the position of a record to whoever has to decide."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from referee.records import REFUSED
from referee.records.command import FILE, LANGUAGE, Command, Option
from referee.records.output import command_texts, visible
from referee.records.position import AT, game_of
from rulesets import Game
from rulesets.kernel.record import Unreadable, read_line
from rulesets.trying import Tried, explanation_of, parse_report

JsonObject = dict[str, Any]


def explain(file: Path, language: str, seq: int | None, report: str | None, as_json: bool) -> None:
    """Explain the position of the record FILE (- is standard input).

    What may be reported and why something else may not, what debtors can raise, who may rescue them, what the end
    signal leaves to be done, and how scarce houses are.

    Exit 0: done; 1: the report that was tried is refused; 2: the file cannot be read.
    """
    game = game_of(file, language, seq)
    explanation = explanation_of(game, None if report is None else report_of_text(game, report)).to_json(language)
    if as_json:
        print(json.dumps(explanation, ensure_ascii=False, separators=(",", ":")))
    else:
        for row in explanation_lines(explanation, command_texts("explain", language)):
            print(visible(row))
    sys.exit(REFUSED if explanation["accepted"] is False else 0)


EXPLAIN = Command(
    "explain",
    explain,
    (
        AT,
        Option("--report", "report", str, "A report to try, as JSON or in the short notation."),
        Option("--json", "as_json", bool, "Print one JSON object."),
        LANGUAGE,
        FILE,
    ),
)


def report_of_text(game: Game, text: str) -> Tried:
    """Return the report from its JSON or notation, or the refusal that says why it cannot be read."""
    if text.lstrip()[:1].isalnum():
        return parse_report(game, text)
    try:
        report: Tried = read_line(text)
    except Unreadable as unreadable:
        return unreadable.refusal
    return report


def explanation_lines(explanation: JsonObject, heads: Mapping[str, str]) -> Iterator[str]:
    if explanation["accepted"] is not None:
        yield from section(heads["tried"], [*tried_lines(explanation, heads["accepted"])])
    yield from section(heads["due"], texts(explanation["due"]))
    yield from section(heads["may"], texts(explanation["may"]))
    for debtor in explanation["debts"]:
        yield from section(heads["debts"], texts([*debtor["debts"], *debtor["lines"]]))
        yield from section(heads["sources"], texts(debtor["sources"]))
        yield from section(heads["way_all" if debtor["provisional"] else "way"], texts(debtor["way"]))
        if rescue := debtor["rescue"]:
            yield from section(heads["rescue"], texts([*rescue["lines"], *rescue["who"], *rescue["prices"]]))
        if otherwise := debtor["otherwise"]:
            yield from section(heads["not_yet"], reasons(otherwise["refused"]))
            yield from section(heads["otherwise" if debtor["rescue"] else "bankrupt"], texts(otherwise["lines"]))
    yield from section(heads["rents"], texts(explanation["rents"]))
    if win := explanation["win"]:
        yield from section(heads["win"], texts([*win["lines"], *win["way"]]))
    for part in ("ending", "shortage"):
        if explanation[part] is not None:
            yield from section(heads[part], texts(explanation[part]["lines"]))


def tried_lines(explanation: JsonObject, accepted: str) -> Iterator[str]:
    if explanation["accepted"]:
        yield accepted
        yield from texts([*explanation["happens"], *explanation["next"]])
        yield from reasons(explanation["warnings"])
    for refusal in explanation["refused"] or ():
        yield from reasons([refusal])
        yield f"  {refusal['title']}: {refusal['says']}"


def texts(entries: list[JsonObject]) -> list[str]:
    """Return the sentences of entries with their clauses, each followed by why it is not possible, if it is not."""
    rows = []
    for each in entries:
        rows.append(" ".join([each["text"], *(f"[{clause}]" for clause in each.get("clauses", ()))]))
        if refusal := each.get("refusal"):
            rows += [f"  {reason}" for reason in reasons([refusal])]
    return rows


def reasons(refusals: list[JsonObject]) -> list[str]:
    return [f"{each['message']} [{each['clause']}]" for each in refusals]


def section(head: str, rows: list[str]) -> list[str]:
    return ["", head, *(f"  {row}" for row in rows)] if rows else []
