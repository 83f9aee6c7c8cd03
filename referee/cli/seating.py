"""``referee seating``: draw a schedule, and check one from its file alone."""

from __future__ import annotations

import csv
import sys
from collections.abc import Iterator
from dataclasses import replace
from io import StringIO
from pathlib import Path

import click

from referee.cli.output import language_option, print_faults
from referee.records import REFUSED, UNREADABLE
from referee.records.output import command_texts, fail, visible
from rulesets.languages.counted import fill
from tournaments import json_text
from tournaments.fault import Fault, Faulty
from tournaments.players.clubs import club_spellings
from tournaments.seating.bound import bound
from tournaments.seating.draw import draw
from tournaments.seating.entrants import AIMS, STARTS, Sitter, request
from tournaments.seating.file import SCHEDULE, Filed, dump, parse
from tournaments.seating.file import check as differences
from tournaments.seating.reading import from_row, read_entrant
from tournaments.seating.schedule import Schedule
from tournaments.seating.score import HARD, score
from tournaments.seating.shapes import FITS
from tournaments.seating.violations import violations
from tournaments.section import Section


@click.group()
def seating() -> None:
    """Draw the seating for all rounds, and check such a schedule."""


@seating.command()
@click.option("--rounds", type=int, required=True, help="Number of rounds to seat.")
@click.option("--size", type=int, default=4, show_default=True, help="Preferred size of the tables.")
@click.option("--also", type=int, multiple=True, help="Another size to make the numbers fit; may be repeated.")
@click.option("--fit", type=click.Choice(FITS), default=FITS[0], show_default=True, help="How the sizes fit.")
@click.option("--seed", required=True, help="Text that seeds the draw.  The same text gives the same schedule.")
@click.option(
    "--apart", nargs=2, multiple=True, metavar="ID ID", help="Two players who must not meet; may be repeated."
)
@click.option("--aims", default=",".join(AIMS), show_default=True, help="Aims, most important first.")
@click.option("--start", type=click.Choice(STARTS), default=STARTS[0], show_default=True, help="The start order.")
@click.option("--output", "-o", type=click.Path(path_type=Path), help="File to write instead of standard output.")
@language_option
@click.argument("players", type=click.Path(path_type=Path))
def make(
    players: Path,
    rounds: int,
    size: int,
    also: tuple[int, ...],
    fit: str,
    seed: str,
    apart: tuple[tuple[str, str], ...],
    aims: str,
    start: str,
    output: Path | None,
    language: str,
) -> None:
    """Draw the schedule for PLAYERS: CSV with a column id, or a JSON list of objects with id.

    Other columns and keys: club, first and last (round), absent, table, table_rounds, namesake (the same text for all
    who have one name).

    Exit 0: drawn; 1: drawn, but players who must not meet do; 2: a file cannot be read or written, or nothing fits.
    """
    try:
        wanted = [aim.strip() for aim in aims.split(",") if aim.strip()]
        schedule = draw(request(entrants(players), rounds, (size, *also), seed, apart, wanted, start, fit=fit))
    except Faulty as error:
        print_faults(players, error.faults, language)
        sys.exit(UNREADABLE)
    if output is None:
        click.echo(dump(schedule), nl=False)
    else:
        try:
            output.write_text(dump(schedule), encoding="utf-8", newline="\n")
        except OSError as error:
            fail(f"{output} cannot be written: {error.strerror}")
    for row in summary(schedule, language):
        click.echo(row, err=output is None)
    sys.exit(REFUSED if any(score(schedule)[aim] for aim in HARD) else 0)


@seating.command()
@language_option
@click.argument("file", type=click.Path(path_type=Path))
def check(file: Path, language: str) -> None:
    """Check the schedule in FILE: repeat its draw and its moves, and compute its figures.

    Also lists what is wrong with the schedule as it stands.  Tables that were not drawn are derived from data outside
    the file; they are marked, not checked.  Exit 0: the file is correct; 1: something in it is wrong; 2: it cannot be
    read.
    """
    try:
        filed = parse(read_text(file))
    except Faulty as error:
        print_faults(file, error.faults, language)
        sys.exit(UNREADABLE)
    found = differences(filed)
    for row in finding_lines(filed, found, language):
        click.echo(row)
    sys.exit(REFUSED if found else 0)


def finding_lines(filed: Filed, faults: tuple[Fault, ...], language: str) -> Iterator[str]:
    """Yield what a check found, line by line."""
    words = command_texts("seating", language)
    for fault in faults:
        yield click.style(f"✗  {visible(fault.sentence(language))}", fg="red")
    for fault in violations(filed.schedule):
        if fault not in faults:
            yield click.style(f"!  {visible(fault.sentence(language))}", fg="yellow")
    yield from summary(filed.schedule, language)
    if filed.kind != SCHEDULE:
        yield click.style(f"!  {words['follows'].format(kind=filed.kind)}", fg="yellow")
    if faults or filed.kind == SCHEDULE:
        yield fill(words["differs"], count=len(faults)) if faults else words["same"]


def summary(schedule: Schedule, language: str) -> Iterator[str]:
    """Yield the figures of a schedule with their lower bounds, line by line."""
    words, least = command_texts("seating", language), bound(schedule)
    for aim, figure in score(schedule).items():
        line = words["best" if figure == least[aim] else "figure"].format(score=figure, bound=least[aim])
        yield f"{words[aim]}: {line}"
    if schedule.moves:
        yield fill(words["moves"], moves=len(schedule.moves))


def entrants(path: Path) -> list[Sitter]:
    """Return the players in a CSV or JSON file.  Raises `Faulty` with everything that is wrong in it."""
    text, faults = read_text(path), list[Fault]()
    sections = from_json(text, faults) if text.lstrip().startswith("[") else from_csv(text, faults)
    read = [read_entrant(section) for section in sections]
    if faults:
        raise Faulty(faults)
    clubs = club_spellings(each.club or "" for each in read).labels
    return [replace(each, club=clubs[each.club or ""]) for each in read]


def from_json(text: str, faults: list[Fault]) -> list[Section]:
    return list(Section({"players": json_text.parse(text)}, "", faults).sections("players"))


def from_csv(text: str, faults: list[Fault]) -> list[Section]:
    rows = csv.DictReader(StringIO(text, newline=""))
    if "id" not in (rows.fieldnames or ()):
        raise Faulty([Fault("line 1", "seating_no_columns")])
    sections = []
    for row in rows:
        if None in row:
            faults.append(Fault(f"line {rows.line_num}", "seating_cells"))
        cells = {key: text for key, text in row.items() if isinstance(key, str) and isinstance(text, str)}
        sections.append(from_row(cells, rows.line_num, faults))
    return sections


def read_text(path: Path) -> str:
    """Return the text of a file, or exit with code 2 and a message."""
    try:
        return path.read_text(encoding="utf-8-sig")
    except OSError as error:
        fail(f"{path}: {error.strerror}")
    except UnicodeDecodeError:
        fail(f"{path}: not UTF-8")
