"""The counted sheet as a form: the deeds of a table's edition by colour, and the release cards."""

from __future__ import annotations

from typing import Any, NamedTuple

from referee.language import language
from referee.log.table_game import TableGame


class DeedRow(NamedTuple):
    """A deed.  ``building``: whether something can be built there."""

    key: str
    name: str
    price: int
    building: bool


class Group(NamedTuple):
    """The deeds of a colour."""

    key: str
    name: str
    deeds: list[DeedRow]


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


def groups_of(edition: Any, spoken: str) -> list[Group]:
    """The deeds of an edition of the classic board by colour, in a language."""
    return [
        Group(
            key,
            edition.group_names[key][spoken],
            [
                DeedRow(deed.key, deed.names[spoken], deed.price, bool(deed.building_cost))
                for deed in (edition.deeds[number] for number in numbers)
            ],
        )
        for key, numbers in edition.groups.items()
    ]
