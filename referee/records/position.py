"""``referee position`` and ``referee standing``: print the position or standing at the end of a record."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from referee.records import UNREADABLE
from referee.records.command import FILE, LANGUAGE, Command, Option
from referee.records.output import complain, fail
from referee.records.record_file import FileUnreadable, open_record
from rulesets.kernel.ruleset import Game


def game_of(path: Path, language: str, at: int | None = None) -> Game:
    """Return the game of a record after report ``at`` (by default the last); exit with code 2 if there is none."""
    try:
        reading = open_record(path)
        game = reading.opening.game
        if game is None:
            for refusal in reading.opening.to_json(language)["refusals"]:
                complain(f"{path}: {refusal['message']}")
            sys.exit(UNREADABLE)
        if at != 0:
            for _, answer in reading.judged:
                game = answer.game
                if answer.seq == at:
                    break
    except FileUnreadable as error:
        fail(error)
    if at is not None and game.seq != at:
        fail(f"{path}: there is no report {at}; the last one is {game.seq}")
    return game


def position(file: Path, language: str, seq: int | None) -> None:
    """Print the position of the record FILE as JSON."""
    game = game_of(file, language, seq)
    print(json.dumps(game.ruleset.position(game), ensure_ascii=False))


def standing(file: Path, language: str) -> None:
    """Print the final (or current) standing of the record FILE as JSON."""
    game = game_of(file, language)
    print(json.dumps(game.ruleset.standing(game), ensure_ascii=False))


AT = Option("--at", "seq", int, "Use the position after report SEQ instead of the last one; 0: the start.")
POSITION = Command("position", position, (AT, LANGUAGE, FILE))
STANDING = Command("standing", standing, (LANGUAGE, FILE))
