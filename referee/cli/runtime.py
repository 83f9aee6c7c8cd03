"""``referee runtime``: fetch the runtime that judges on the device, and install it where the service finds it."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from referee.core.settings import SettingsFault, from_environment
from referee.law.runtime import RuntimeFault, default_folder, ensure_installed, install_file, pinned_runtime
from referee.records import UNREADABLE
from referee.server.text import word


@click.command()
@click.argument("file", required=False, type=click.Path(exists=True, dir_okay=False, path_type=Path))
def runtime(file: Path | None) -> None:
    """Install the runtime that judges on the devices: download it with npm, or take it from FILE.

    With Node.js its standard library is compiled, so that pages start to judge sooner; one that is already compiled is
    taken from beside FILE.  See docs/operating.md.
    """
    try:
        folder = from_environment().runtime or default_folder()
        if file is None:
            ensure_installed(folder)
        else:
            install_file(file, folder)
    except (RuntimeFault, SettingsFault) as fault:
        click.echo(f"referee: {fault}", err=True)
        sys.exit(UNREADABLE)
    except OSError as error:
        click.echo(f"referee: {error.filename}: {error.strerror}", err=True)
        sys.exit(UNREADABLE)
    click.echo(word("runtime_there", name=pinned_runtime().label, folder=folder))
