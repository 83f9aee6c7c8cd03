"""``referee demo``: an event to look at and to practise with."""

from __future__ import annotations

import click

from referee.cli.output import REFUSED
from referee.cli.service import reports_errors
from referee.core.database.migrate import upgrade
from referee.core.own_address import OwnAddress
from referee.core.settings import from_environment
from referee.demo.client import DemoRefused
from referee.demo.event import make
from referee.server.app import create_app
from rulesets.languages import FIRST, LANGUAGES
from tournaments.regulation import shipped


@click.command()
@click.option("--players", type=click.IntRange(8, 400), default=24, show_default=True)
@click.option("--regulation", type=click.Choice(shipped.names()), default="jma-national-2012", show_default=True)
@click.option("--seed", default="demo", show_default=True, help="The same text makes the same people and results.")
@click.option("--lang", "language", type=click.Choice(LANGUAGES), default=FIRST, show_default=True)
@click.option("--address", help="Of the service, for the links. [default: the one that its own links have]")
@reports_errors
def demo(players: int, regulation: str, seed: str, language: str, address: str | None) -> None:
    """Make a demo event in the service's database: people, seating, a round played, the next one running.

    Prints its address, that of its public pages, and a private link for each role.  Exit 1: something was refused, and
    what.
    """
    settings = from_environment()
    upgrade(settings.database_url)
    where = (address or OwnAddress(settings).now()).rstrip("/")
    app = create_app(settings._replace(log_level="warning", public_url=where))  # its own requests are nobody's news
    try:
        made = make(app, players=players, regulation=regulation, seed=seed, language=language, address=where)
    except DemoRefused as refused:
        click.echo(f"referee: {refused}", err=True)
        raise SystemExit(REFUSED) from refused
    finally:
        app.extensions["referee"].close()
    click.echo(f"{where}/events/{made.event_id}")
    click.echo(f"{'everybody':12} {made.public}")
    for role, link in made.links.items():
        click.echo(f"{role:12} {link}")
