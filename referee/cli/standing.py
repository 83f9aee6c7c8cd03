"""``referee standing``: the final or present standing of a record."""

from __future__ import annotations

import json
from pathlib import Path

import click

from referee.cli.options import language
from referee.cli.position import game_of


@click.command()
@language
@click.argument("file", type=click.Path(path_type=Path))
def standing(file: Path, language: str) -> None:
    """Print the final (or present) standing of the record FILE as JSON."""
    game = game_of(file, language)
    click.echo(json.dumps(game.ruleset.standing(game), ensure_ascii=False))
