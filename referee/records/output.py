"""What the commands print: errors, and answers for people, one line per report."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from importlib.resources import files
from io import TextIOWrapper
from typing import Any, NoReturn
from unicodedata import category, east_asian_width

from referee.records import EDITIONS, UNREADABLE
from rulesets.kernel.narration import narrate
from rulesets.kernel.refusal import Refusal
from rulesets.kernel.ruleset import Answer, Game, Ruleset
from rulesets.kernel.sentence import Label, sentence
from rulesets.languages import language as settings
from rulesets.languages.counted import fill
from rulesets.languages.texts import texts

RED, YELLOW = 31, 33


def prepare() -> None:
    """Set the streams up, and register the organizer's own editions."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            # UTF-8 whatever the terminal's locale is.  A lone surrogate, which a record's JSON may contain as
            # \ud800, cannot be encoded and is written as that escape again.
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    if EDITIONS in os.environ:
        for complaint in import_module("referee.records.edition").load_editions():
            complain(complaint)


def painted(text: str, colour: int) -> str:
    terminal = sys.stdout.isatty() and (os.name != "nt" or "WT_SESSION" in os.environ)
    return f"\033[{colour}m{text}\033[0m" if terminal else text


def complain(message: object) -> None:
    print(f"referee: {message}", file=sys.stderr, flush=True)


def cannot_write(error: OSError) -> NoReturn:
    """Say that the output cannot be written, such as to a full disk, and exit with code 2."""
    complain(f"the output cannot be written: {error.strerror}")
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # so that flushing the rest at exit does not fail, too
    sys.exit(UNREADABLE)


def fail(message: object) -> NoReturn:
    """Print a message on standard error and exit with code 2."""
    complain(message)
    sys.exit(UNREADABLE)


INDENT = " " * 7
NOTATION_WIDTH = 16
"""Columns that a report in notation takes up before its answer; longer ones push it to the right."""


def labels(game: Game) -> Label:
    """Return the labels of a game, with the key of the seat after the name of a player."""
    table, label = game.state.table, game.ruleset.mechanics.label

    def named(kind: str, value: Any, language: str) -> str | None:
        printed = label(table, kind, value, language)
        if kind != "seat" or printed in (None, value) or value in ("bank", "each"):
            return printed
        return command_texts("printing", language)["named"].format(name=printed, seat=value)

    return named


def visible(text: str) -> str:
    """Return text from a record on one line, with control characters, which a terminal would obey, escaped."""
    return "".join(
        letter if letter.isprintable() or category(letter) == "Zs" else repr(letter)[1:-1] for letter in text
    )


def refusal_line(seq: int, message: str, clause: str, noted: str = "") -> str:
    return painted(f"{seq:5}  ✗  {noted}{visible(message)} [{clause}]", RED)


def answer_lines(answer: Answer, language: str, notation: str | None = None) -> Iterator[str]:
    """Yield an answer as lines.  ``notation``: the report in notation, which is put before the first."""
    noted = "" if notation is None else pad(visible(notation), NOTATION_WIDTH) + "  "
    label = labels(answer.game)
    clause_of = answer.game.ruleset.catalogue.clause_of

    def explained(refusal: Refusal) -> tuple[str, str]:
        clause = clause_of[refusal.code]
        return sentence(refusal, clause, language, label, answer.game.ruleset.sources), clause

    for refusal in answer.refusals:
        yield refusal_line(answer.seq, *explained(refusal), noted)
        noted = " " * (NOTATION_WIDTH + 2 if noted else 0)
    if answer.accepted:
        happened = settings(language).joins.told(narrate(answer.events, language, label, answer.game.ruleset.sources))
        yield f"{answer.seq:5}  ✓  {noted}{visible(happened)}"
        noted = " " * (NOTATION_WIDTH + 2 if noted else 0)
    for warning in answer.warnings:
        yield painted("{:5}  !  {}{} [{}]".format(answer.seq, noted, *explained(warning)), YELLOW)


def retired_line(ruleset: Ruleset, named: str, language: str) -> str:
    """Return the line that says that the version a record names is gone, and which one judges it."""
    text = command_texts("printing", language)["retired"]
    return INDENT + text.format(ruleset=ruleset.name, named=named, version=ruleset.version)


def summary(game: Game, count: int, refusals: int, language: str) -> Iterator[str]:
    """Yield how a record ended: counts, what is due or that the game is over, and the standing."""
    words = command_texts("printing", language)
    over = game.ruleset.over(game)
    reports = fill(words["reports"], count=count, refused=refusals)
    yield f"{INDENT}{reports}{settings(language).joins.sentences}{words['over' if over else 'due']}"
    for entry in narrate(game.ruleset.due(game), language, labels(game), game.ruleset.sources):
        yield f"{INDENT}  - {entry}"
    yield INDENT + words["standing"]
    for row in standing_table(game, language):
        yield f"{INDENT}  {row}"


def standing_table(game: Game, language: str) -> Iterator[str]:
    """Yield the standing as a table: rank, name, worth, and whether the player has won or is out."""
    words, label = command_texts("printing", language), labels(game)
    rows = game.ruleset.standing(game)
    names = [label("seat", row["player"], language) or row["player"] for row in rows]
    worths = [
        "–" if row["worth"] is None else label("money", row["worth"], language) or str(row["worth"]) for row in rows
    ]
    for row, name, worth in zip(rows, names, worths, strict=True):
        end = words["won"] if row.get("monopoly_win") else words["out"].format(**row) if row.get("out_at") else ""
        space = " " * (max(map(width, names)) - width(name) + max(map(width, worths)) - width(worth))
        yield f"{row['rank']}.  {name}  {space}{worth}  {end}".rstrip()
    if any(row.get("invented") for row in rows):
        yield f"({words['invented']})"


def pad(text: str, columns: int) -> str:
    """Pad a text with spaces to a number of terminal columns."""
    return text + " " * (columns - width(text))


def width(text: str) -> int:
    """Return how many terminal columns a text takes up: a Chinese or Japanese character takes two."""
    return sum(2 if east_asian_width(character) in "WF" else 1 for character in text)


@cache
def command_texts(command: str, language: str) -> Mapping[str, str]:
    return texts(files("referee") / "texts" / "cli", command, language)
