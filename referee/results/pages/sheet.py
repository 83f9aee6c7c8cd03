"""The counted sheet as a form: the deeds of a table's edition by colour, and the release cards."""

from __future__ import annotations

from typing import Any, NamedTuple

from referee.core.language import language
from referee.log.table_game import TableGame
from referee.rules.positions.groups import Group, groups_of


class Form(NamedTuple):
    """What the edition of a table has; no groups where this form has no room for what stands on its deeds."""

    groups: list[Group]
    cards: list[tuple[str, str]]


def form_of(game: TableGame | None) -> Form:
    """The form for a game.  Monopoly City has other buildings: its sheets come in by the interface for programs."""
    edition: Any = None if game is None else game.game.state.table.edition
    if not hasattr(edition, "houses"):
        return Form([], [])
    spoken = language()
    return Form(groups_of(edition, spoken), [(deck, names[spoken]) for deck, names in edition.deck_names.items()])
