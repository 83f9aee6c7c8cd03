"""``referee edition``: create an edition file with blanks, and check one that has been filled in."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Mapping
from pathlib import Path

import rulesets
from referee.records import EDITIONS, REFUSED
from referee.records.command import FILE, LANGUAGE, Argument, Command, CommandGroup
from referee.records.output import fail
from rulesets.city.game.board import Edition
from rulesets.city.game.edition import parse, register
from rulesets.city.game.edition_blank import blank
from rulesets.kernel.edition_faults import EditionError
from rulesets.kernel.telling.filling import filling_of
from tournaments import toml_text

ARCHIVED = "editions.jsonl"
"""The editions in an archive, one a line: name, ruleset and TOML."""
GAMES = ("city",)
"""Games whose editions are filled in by the owners of a set, because their cards are not public."""


def tables_of(path: Path) -> Mapping[str, object]:
    """The tables of a file.  Raises OSError if it cannot be read, and ValueError if it is not TOML in UTF-8."""
    return toml_text.parse(path.read_text(encoding="utf-8"), float)


def read_edition(path: Path) -> Edition:
    """Return the edition in a file.

    Raises as `tables_of` does, and `EditionError` with everything that is missing or impossible in it.
    """
    return parse(tables_of(path))


def edition_files() -> list[Path]:
    """The files in the folder of editions; none where ``REFEREE_EDITIONS`` names no folder."""
    return sorted(Path(os.environ[EDITIONS]).expanduser().glob("*.toml")) if os.environ.get(EDITIONS) else []


def load_editions() -> list[str]:
    """Register every edition in the folder of editions; return what is wrong with those that are unusable.

    Files in that folder that are not TOML are ignored; a folder that does not exist is a fault.
    """
    folder = os.environ.get(EDITIONS)
    if folder and not Path(folder).expanduser().is_dir():
        return [f"{EDITIONS}: there is no folder {folder}"]
    wrong = []
    for path in edition_files():
        try:
            register(read_edition(path))
        except EditionError as error:
            wrong.append(f"{path}: not usable, {len(error.faults)} faults; see `referee edition check {path}`")
        except (OSError, ValueError) as error:
            wrong.append(f"{path}: {error}")
    return wrong


def learn_beside(record: Path) -> None:
    """Register the editions that an unpacked archive has beside the log of a table, in its folder or the one above.

    Raises ValueError with what is wrong with them.
    """
    for path in (record.parent / ARCHIVED, record.parent.parent / ARCHIVED):
        for line in path.read_text(encoding="utf-8").splitlines() if path.is_file() else ():
            try:
                row = json.loads(line)
                filling = filling_of(rulesets.load(row["ruleset"]).mechanics)
                if filling is not None:
                    filling.register(toml_text.parse(row["text"], float))
            except (LookupError, TypeError, ValueError) as error:  # `EditionError` and `Faulty` among them
                raise ValueError(f"{path}: {error}") from error


def new(game: str, file: Path) -> None:
    """Write an edition of GAME to FILE: what is known, and blanks for what is on your board and cards.

    An existing file is never overwritten.  Exit 0: written; 2: the file already exists or cannot be written.
    """
    assert game in GAMES
    try:
        with file.open("x", encoding="utf-8") as written:
            written.write(blank())
    except FileExistsError:
        fail(f"{file} is there already and stays as it is; name another file")
    except OSError as error:
        fail(f"{file} cannot be written: {error.strerror}")
    print(f'{file}: fill every "?" from your set, then run: referee edition check {file}')


def check(file: Path, language: str) -> None:
    """Check the edition in FILE and list everything that is missing or impossible.

    Exit 0: it can be used; 1: it cannot be used yet; 2: the file cannot be read.
    """
    try:
        known = read_edition(file)
    except EditionError as error:
        for fault in error.faults:
            print(fault.said(language))
        print(f"{file}: {len(error.faults)} to put right")
        sys.exit(REFUSED)
    except OSError as error:
        fail(f"{file} cannot be read: {error.strerror}")
    except ValueError as error:
        fail(f"{file} is no TOML file of an edition: {error}")
    note = " (invented figures)" if known.invented else ""
    print(f"{file}: edition {known.name}{note}, {len(known.spaces)} spaces, whole")


EDITION = CommandGroup(
    "edition",
    "Create and check editions of games whose cards are not public.",
    (
        Command("new", new, (Argument("game", GAMES), Argument("file", default=Path("city.toml")))),
        Command("check", check, (FILE, LANGUAGE)),
    ),
)
