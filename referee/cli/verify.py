"""``referee verify``: compute an event again from its archive, without a service or a database."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import click

from referee.archives.verify import Verified
from referee.archives.verify import verify as verify_archive
from referee.cli.output import language_option
from referee.records import REFUSED
from referee.records.output import fail, visible
from tournaments.archive.difference import said
from tournaments.archive.unpack import NoArchive


@click.command()
@click.option("--jobs", type=click.IntRange(min=1), help="Number of processes that judge the logs.")
@language_option
@click.argument("archive", type=click.Path(path_type=Path))
def verify(archive: Path, jobs: int | None, language: str) -> None:
    """Compute an event again from its ARCHIVE, a zip file, and say whether everything is the same.

    Draws are repeated from their seeds, logs judged, results counted, standings, qualification, prizes and the final
    order computed, chains and publications checked.  What people decided is listed with author and reason.  Needs no
    database; `referee db verify` verifies that of a service.  Exit 0: the same; 1: something differs; 2: unreadable.
    """
    try:
        with archive.open("rb") as file:
            found = verify_archive(file, processes=jobs or os.cpu_count() or 1)
    except OSError as error:
        fail(f"{archive}: {error.strerror}")
    except NoArchive as error:
        fail(f"{archive}: {visible(said(error.code, error.facts, language))}")
    for row in rows(found, language):
        click.echo(row)
    sys.exit(REFUSED if found.differences else 0)


def rows(found: Verified, language: str) -> Iterator[str]:
    """Yield what was found, line by line: the differences, then what people decided, then the verdict."""
    for difference in found.differences:
        yield click.style(f"✗  {visible(difference.sentence(language))}", fg="red")
    yield said("acts" if found.acts else "no_acts", {"count": len(found.acts)}, language)
    for act in found.acts:
        yield f"   {visible(act.sentence(language))}"
    for note in found.notes(language):
        yield click.style(f"!  {visible(note)}", fg="yellow")
    yield said("computed", found.counts, language)
    if confirmed := found.confirmations(language):
        yield confirmed
    yield visible(said("fingerprint", {"fingerprint": found.fingerprint}, language))
    yield said("differs" if found.differences else "same", {"count": len(found.differences)}, language)
