"""``referee print``: write a document of an event to a PDF file."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from referee.cli.service import event_named, open_database, reports_errors
from referee.core.http.errors import as_problem
from referee.core.problems import Problem
from referee.core.service import Service
from referee.core.settings import from_environment
from referee.printing.catalogue import CATALOGUE
from referee.printing.job import render_pdf
from referee.printing.layouts import PAPERS
from referee.printing.render import prepare
from referee.printing.request import PrintOptions
from referee.records import REFUSED
from referee.records.output import visible
from referee.server.app import create_app
from rulesets.languages import LANGUAGES
from tournaments.fault import Faulty


@click.command("print")
@click.argument("event")
@click.argument("name", type=click.Choice(tuple(CATALOGUE)))
@click.option(
    "--round", "round_", type=click.IntRange(1), help="Number of the round. [default: the current one, or all]"
)
@click.option(
    "--table",
    type=click.IntRange(1),
    help="Number of the table: only its documents; also for game-record, game-report.",
)
@click.option("--player", type=click.IntRange(1), help="Number of the only player to print it for.")
@click.option(
    "--lang", "language", type=click.Choice(LANGUAGES), help="Language of the document. [default: that of the event]"
)
@click.option("--large/--normal", default=None, help="Large or normal print. [default: as in the layout]")
@click.option("--paper", type=click.Choice(tuple(PAPERS)), help="Paper size. [default: as in the layout]")
@click.option(
    "--places",
    type=click.IntRange(1, 100),
    default=3,
    show_default=True,
    help="Certificates: the last place that gets one.",
)
@click.option("--organization", default="", help="Certificates: who awards them. [default: the event]")
@click.option("--office", default="", help="Certificates: the office of the person who signs.")
@click.option("--issuer", default="", help="Certificates: the person who signs.")
@click.option("--date", default="", help="Certificates: the date. [default: the day of the last result]")
@click.option("--codes/--no-codes", default=True, show_default=True, help="Print the tables' codes on their signs.")
@click.option("--address", help="The service's address for the codes. [default: that of its own links]")
@click.option(
    "-o",
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    required=True,
    help="File to write; - is standard output.",
)
@reports_errors
def print(
    event: str,
    name: str,
    round_: int | None,
    table: int | None,
    player: int | None,
    language: str | None,
    large: bool | None,
    paper: str | None,
    places: int,
    organization: str,
    office: str,
    issuer: str,
    date: str,
    codes: bool,
    address: str | None,
    output: Path,
) -> None:
    """Print the document NAME of EVENT (an id or the full name) to a file.

    Exit 1: it cannot be printed properly; the message says why; 2: there is no such event or database.
    """
    settings = from_environment()
    with open_database(settings, ready=True) as database, database.read() as session:
        found = event_named(session, event)
    reader = language or found.language
    app = create_app(settings._replace(public_url=address.rstrip("/")) if address else settings)
    service: Service = app.extensions["referee"]
    options = PrintOptions(language, round_, table, player, paper, large, places, organization, office, issuer, date)
    try:
        with app.test_request_context(f"/?lang={reader}"):
            with service.database.read() as session:
                document = prepare(session, found, service.database.now(), CATALOGUE[name], options, codes=codes)
            pdf = render_pdf(document)
    except (Problem, Faulty) as error:
        with app.test_request_context(f"/?lang={reader}"):
            click.echo(f"referee: {visible(str(as_problem(error).to_json(reader)['detail']))}", err=True)
        raise SystemExit(REFUSED) from error
    finally:
        service.close()
    if str(output) == "-":
        sys.stdout.buffer.write(pdf)
    else:
        output.write_bytes(pdf)
