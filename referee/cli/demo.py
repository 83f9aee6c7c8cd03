"""``referee demo``: make an event to look at and to practise with."""

from __future__ import annotations

import gc
import multiprocessing
import os
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import click

from referee.cli.service import reports_errors
from referee.core.database.migrate import upgrade
from referee.core.own_address import OwnAddress
from referee.core.settings import Settings, from_environment
from referee.demo.client import DemoRefused, program_token
from referee.demo.event import DemoEvent, make_demo_event
from referee.demo.games import keep_playing
from referee.demo.players import demo_words
from referee.records import REFUSED
from referee.records.output import fail
from referee.server import logs, start
from referee.server.app import create_app
from referee.server.assembly import assemble
from referee.server.greeting import greeting
from rulesets.languages import FIRST, LANGUAGES
from tournaments.regulation import shipped


class DemoOptions(NamedTuple):
    """The options of the event to create."""

    players: int
    regulation: str
    seed: str
    language: str


@click.command()
@click.option("--players", type=click.IntRange(8, 400), default=24, show_default=True)
@click.option("--regulation", type=click.Choice(shipped.names()), default="jma-national-2012", show_default=True)
@click.option("--seed", default="demo", show_default=True, help="The same text gives the same people and results.")
@click.option("--lang", "language", type=click.Choice(LANGUAGES), default=FIRST, show_default=True)
@click.option("--address", help="The service's address for the links. [default: that of its own links]")
@click.option("--serve", is_flag=True, help="Create the event in a temporary database and serve it.")
@click.option("--host", default="0.0.0.0", show_default=True, help="With --serve, the address to listen on.")
@click.option(
    "--port",
    type=click.IntRange(1, 65535),
    default=8000,
    show_default=True,
    help="With --serve, the port to listen on.",
)
@reports_errors
def demo(
    players: int, regulation: str, seed: str, language: str, address: str | None, serve: bool, host: str, port: int
) -> None:
    """Create a demo event in the service's database: people, seating, one round played and the next one running.

    Prints the event's address, that of its public pages, and a private link for each role.  With --serve the service
    runs too, and the games of the running round play themselves until somebody else reports there.  Exit 1: something
    was refused; the message says what.
    """
    options = DemoOptions(players, regulation, seed, language)
    if serve:
        with TemporaryDirectory(prefix="referee-demo-") as folder:
            _serve(options, Path(folder), host, port, address)
        return
    settings = from_environment()
    upgrade(settings.database_url)
    _make_event(settings, options, address)


def _serve(options: DemoOptions, folder: Path, host: str, port: int, address: str | None) -> None:
    """Make the event in a folder and serve it there until the process gets a signal to stop."""
    os.environ.pop("REFEREE_DATABASE_URL", None)
    os.environ["REFEREE_DATA"] = str(folder)  # where the processes of the service read it
    os.environ.setdefault("REFEREE_LOG_LEVEL", "warning")
    try:
        settings = start.read_settings()
        logs.configure(settings)
        at = start.listening(settings, host, port, None, None, False, 0)
        found = start.prepare(settings)
    except start.StartFault as fault:
        fail(fault)
    event = _make_event(settings._replace(listening=at.address), options, address)
    parts = assemble(settings)
    token = program_token(parts, event.event_id, demo_words(options.language)["names"]["judge"])
    parts.close()
    click.echo()
    for line in greeting(settings, at, found):
        click.echo(line)
    sys.stdout.flush()
    here = "127.0.0.1" if host == "0.0.0.0" else f"[{host}]" if ":" in host else host
    games = (f"http://{here}:{at.port}", token, event.playing, options.seed)
    multiprocessing.Process(target=keep_playing, args=games, name="games", daemon=True).start()
    start.serve(settings, at)


def _make_event(settings: Settings, options: DemoOptions, address: str | None) -> DemoEvent:
    """Make the event and print its links."""
    where = (address or OwnAddress(settings).now()).rstrip("/")
    app = create_app(settings._replace(log_level="warning", public_url=where))  # its own requests are not logged
    gc.freeze()  # what is loaded stays: the garbage collector need not scan it during a transaction
    try:
        event = make_demo_event(app, **options._asdict(), address=where)
    except DemoRefused as refused:
        click.echo(f"referee: {refused}", err=True)
        raise SystemExit(REFUSED) from refused
    finally:
        app.extensions["referee"].close()
    click.echo(f"{where}/events/{event.event_id}")
    click.echo(f"{'everybody':12} {event.public}")
    for role, link in event.links.items():
        click.echo(f"{role:12} {link}")
    return event
