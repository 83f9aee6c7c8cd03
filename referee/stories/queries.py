"""The story of the game at a table, computed from its log."""

from __future__ import annotations

from dataclasses import dataclass

from referee.log.table_game import TableGame, TableGames
from referee.stories.story import Story, story_of


@dataclass(frozen=True, slots=True)
class TableStory:
    """The story of a table's game.  ``table``: the game before its first entry."""

    table: TableGame
    story: Story


def story_at(games: TableGames, table_id: str) -> TableStory:
    """The story of the game at a table.  Raises `NoTable`, `LogDiffers`."""
    opened, answers = games.replayed(table_id)
    return TableStory(opened, story_of(opened.game, answers))
