"""A position of the classic board as a form: its fields, what was typed into them, and what that changes.

Used wherever a position is written by hand: `fields` for the template (``position_fields.html``), `read_position` for
the form's values, `difference` for a ruling's ``set``.  What has no field in the form (talks, offers, what is known of
the decks) stays as it was in the game that the form began with.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from referee.core.language import words
from referee.core.problems import Problem
from referee.rules.positions.due import KINDS, kinds_of
from referee.rules.positions.reading import MOST_ROWS, MisreadField, PositionForm
from referee.rules.positions.values import CHECKBOXES, THROW_AHEAD, form_values
from rulesets.classic.game.table import LAST_THROW, Table
from rulesets.classic.turns.parking import is_played
from rulesets.kernel.ruleset import Game

PHASES = ("between_turns", "turn", THROW_AHEAD, "over", "setup")
BLANK_ROWS = 2
"""The number of blank rows for what is due after those that are filled in."""


class DeedRow(NamedTuple):
    """A deed.  ``building``: whether it can be built on."""

    key: str
    name: str
    price: int
    building: bool


class ColourGroup(NamedTuple):
    """The deeds of a colour group."""

    key: str
    name: str
    deeds: list[DeedRow]


def groups_of(edition: Any, language: str) -> list[ColourGroup]:
    """The deeds of an edition of the classic board by colour group, in a language."""
    return [
        ColourGroup(
            key,
            edition.group_names[key][language],
            [
                DeedRow(deed.key, deed.names[language], deed.price, bool(deed.building_cost))
                for deed in (edition.deeds[number] for number in numbers)
            ],
        )
        for key, numbers in edition.groups.items()
    ]


class PositionFields(NamedTuple):
    """The fields of a position's form.  ``players``: order, seat, name.  Choices are pairs of value and label.

    ``values``: the values that would have been typed for the current position.
    """

    players: list[tuple[int, str, str]]
    spaces: list[tuple[str, str]]
    groups: list[ColourGroup]
    levels: list[str]
    cards: list[tuple[str, str]]
    phases: list[tuple[str, str]]
    doubles: list[int]
    pot: bool
    ticks: list[tuple[str, str]]
    kinds: list[tuple[str, str, tuple[str, ...]]]
    parties: list[tuple[str, str]]
    dice: list[str]
    values: dict[str, str]

    def rows(self, form: Mapping[str, str]) -> range:
        """The numbers of the rows for what is due, with some blank ones after those that are filled in."""
        filled = [number for number in range(1, MOST_ROWS + 1) if form.get(f"due_{number}_kind")]
        return range(1, min(max(filled, default=0) + BLANK_ROWS, MOST_ROWS) + 1)


def has_fields(game: Game) -> bool:
    """Whether positions of a game have a form: those of the classic board do."""
    return isinstance(game.state.table, Table)


def fields(game: Game, language: str) -> PositionFields:
    """The form for the positions of a game on the classic board, in a language."""
    table = game.state.table
    edition, figures = table.edition, table.figures
    texts = words(language)
    label = game.ruleset.mechanics.label

    def labelled(kind: str, value: Any) -> str:
        return str(label(table, kind, value, language))

    jail = edition.spaces[edition.jail].names[language]
    jailed = [
        (f"jail:{failed}", texts["position_jail"].format(space=jail, failed=failed))
        for failed in range(figures.jail_throws)
    ]
    spaces = [(each.key, each.names[language]) for each in edition.spaces if each.kind != "go_to_jail"]
    players = [(number, seat, table.names.get(seat, seat)) for number, seat in enumerate(table.seats, 1)]
    phases = [phase for phase in PHASES if phase != "setup" or table.options["dealt_deeds"]]
    ticks = [name for name in CHECKBOXES if name != "last_throw" or figures.ending == LAST_THROW]
    return PositionFields(
        players=players,
        spaces=[*spaces, *jailed],
        groups=groups_of(edition, language),
        levels=[labelled("level", level) for level in range(6)],
        cards=[(deck, names[language]) for deck, names in edition.deck_names.items() if deck in table.release],
        phases=[(phase, texts[f"position_phase_{phase}"]) for phase in phases],
        doubles=list(range(figures.most_doubles)),
        pot=is_played(table),
        ticks=[(name, texts[f"position_{name}"]) for name in ticks],
        kinds=[(kind, texts[f"position_due_{kind}"], KINDS[kind].uses) for kind in kinds_of(table)],
        parties=[
            *((str(number), name) for number, _, name in players),
            *((key, labelled("seat", key)) for key in ("bank", "each")),
        ],
        dice=[f"{low}{high}" for low in range(1, 7) for high in range(low + 1, 7)],
        values=form_values(game),
    )


class ReadPosition(NamedTuple):
    """The position that was read from a form.  ``misread``: what could not be read and is left out of it; ``due_rows``:
    the row of each entry of ``due``, 0 for an entry without one.
    """

    position: dict[str, Any]
    misread: list[MisreadField]
    due_rows: list[int]


def typed_position(form: Mapping[str, str], game: Game, language: str) -> ReadPosition:
    """Read the position that a form stands for, based on the position of ``game``.

    Nothing is raised for what cannot be read, and whether the position is possible is not checked.
    """
    reading = PositionForm(form, game, language)
    position, due_rows = reading.position()
    return ReadPosition(position, reading.misread, due_rows)


def read_position(form: Mapping[str, str], game: Game, language: str) -> dict[str, Any]:
    """Read the position that a form stands for.  Raises the problem ``faulty`` with everything that cannot be read."""
    found = typed_position(form, game, language)
    if found.misread:
        errors = [{"field": each.label, "fault": "misread", "message": each.message} for each in found.misread]
        raise Problem("faulty", more={"errors": errors}, faults=[each.message for each in found.misread])
    return found.position


def difference(before: Mapping[str, Any], after: Mapping[str, Any]) -> dict[str, Any]:
    """What a ruling's ``set`` has to contain to turn one position into another: players field by field, deeds one by
    one (``null`` for one that goes to the bank), anything else as a whole.  Empty if they are the same.
    """
    changed: dict[str, Any] = {}
    for name, value in after.items():
        if name in ("bank", "standing") or value == before.get(name):
            continue
        if name == "players":
            rows = {seat: _changed(before["players"][seat], player) for seat, player in value.items()}
            changed[name] = {seat: row for seat, row in rows.items() if row}
        elif name == "deeds":
            had = before["deeds"]
            rows = {key: _changed(had.get(key, {}), deed) for key, deed in value.items()}
            gone = {key: None for key in had if key not in value}
            changed[name] = {key: row for key, row in rows.items() if row} | gone
        else:
            changed[name] = value
    return changed


def _changed(before: Mapping[str, Any], after: Mapping[str, Any]) -> dict[str, Any]:
    return {field: value for field, value in after.items() if field not in before or before[field] != value}
