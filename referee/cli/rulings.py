"""``referee rulings``: export the rulings of an event to a file, and import them into the next event."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from referee.cases.precedents.commands import import_rulings
from referee.cases.precedents.file import export_rulings, file_text, read_file
from referee.cli.service import event_named, open_database, operator, reports_errors
from referee.core.problems import Problem
from referee.core.settings import from_environment
from referee.log.table_game import TableGames
from referee.records import REFUSED
from referee.records.output import visible


@click.group()
def rulings() -> None:
    """Carry rulings over from one event to the next."""


@rulings.command("export")
@click.argument("event")
@click.option(
    "--out", type=click.Path(dir_okay=False, path_type=Path), help="File to write. [default: standard output]"
)
@reports_errors
def export(event: str, out: Path | None) -> None:
    """Export the rulings of EVENT (an id or the full name) that are marked as advice or binding.

    The output is JSON in UTF-8; players are identified by their seats.
    """
    with open_database(from_environment(), ready=True) as database, database.read() as session:
        file = file_text(export_rulings(session, TableGames(database), event_named(session, event).id))
    if out is None:
        click.echo(file, nl=False)
    else:
        out.write_text(file, "utf-8")


@rulings.command("import")
@click.argument("event")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--trial", is_flag=True, help="Only show what would be done.")
@reports_errors
def import_(event: str, file: Path, trial: bool) -> None:
    """Import the rulings in FILE into EVENT (an id or the full name) as advice.

    Importing the same file again changes nothing.  Prints one line per ruling: new, known (it was already there),
    changed (it was there and is replaced), own (it is the event's own and is left out).  Exit 1: the file has faults;
    the messages say where.
    """
    try:
        rows = read_file(file.read_bytes())
    except Problem as problem:
        for fault in problem.more["errors"]:
            where = ": ".join(filter(None, ("referee", str(file), visible(fault["field"]))))
            click.echo(f"{where}: {visible(fault['message'])}", err=True)
        sys.exit(REFUSED)
    with operator(from_environment()) as caller:
        with caller.service.database.read() as session:
            event_id = event_named(session, event).id
        found = import_rulings(caller, event_id, rows, trial=trial)
    for each in found:
        about = f"{each.source.name} R-{each.source.number}"
        click.echo(f"{each.status:8} {visible(about)}  {', '.join(each.clauses)}")
