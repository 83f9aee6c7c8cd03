"""A position of any game as a form: its fields are what the game declares beside its law (`Assets`, `Placing`).

What has no field stays as it was in the game that the form began with, and so does a field that was not changed.
"""

from __future__ import annotations

import copy
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from referee.core.language import text
from rulesets.kernel.ruleset import Game
from rulesets.kernel.telling.assets import AssetDeed
from rulesets.kernel.telling.placing import Placed, placed, placing_of, same
from rulesets.kernel.track.reading import MOST_CASH
from tournaments.lists.cells import Fields
from tournaments.typed import Dollars, Whole

KEEP = "keep"
"""The field that says whether what is open in the position stays open."""
MOST = 99
"""The largest number of pieces that is read."""
MOMENT = ("turn", "phase")
"""Parts of a position with whose change what was open is over."""


@dataclass(frozen=True, slots=True)
class PlacedField:
    """A field of the form.  ``path``: where it is in the position; ``choices``: pairs of value and label, empty if it
    is typed; ``value``: what would have been typed for the current position; ``counts``: one number for each choice.
    """

    name: str
    path: tuple[str, ...]
    label: str
    placed: Placed
    choices: Sequence[tuple[str, str]]
    value: str
    counts: Mapping[str, str]

    @property
    def inputs(self) -> Mapping[str, str]:
        """The names of its inputs, with their values."""
        return self.counts or {self.name: self.value}


@dataclass(frozen=True, slots=True)
class PlacedSection:
    """Fields under a heading: of the game, of a player, of a deed.  ``name``: where faults of it are shown."""

    name: str
    title: str
    fields: Sequence[PlacedField]


@dataclass(frozen=True, slots=True)
class DeclaredForm:
    """The form.  ``deeds``: what they are called; ``groups``: the deeds by group; ``opened``: whether anything is open
    in the position.
    """

    game: PlacedSection
    players: Sequence[PlacedSection]
    deeds: str
    groups: Sequence[tuple[str, Sequence[PlacedSection]]]
    opened: bool

    def sections(self) -> Iterator[PlacedSection]:
        yield self.game
        yield from self.players
        for _, deeds in self.groups:
            yield from deeds

    def values(self) -> dict[str, str]:
        """What would have been typed for the current position."""
        fields = (field for section in self.sections() for field in section.fields)
        return {name: value for field in fields for name, value in field.inputs.items()} | {KEEP: "1"}


def declared_form(game: Game, language: str) -> DeclaredForm:
    position, table, mechanics = game.ruleset.position(game), game.state.table, game.ruleset.mechanics
    assets, more = mechanics.assets(table.edition), placing_of(game)
    seats = [(seat, same(table.names.get(seat, seat))) for seat in table.seats]
    spaces = [(each["key"], same(each["name"])) for each in mechanics.printed(table, language)["spaces"]]
    turn = Placed("turn", _words("position_turn_of"), seats)
    cash = Placed("cash", _words("result_cash"), money=True)
    owner = Placed("owner", _words("position_owner"), ((None, _words("result_bank")), *seats))
    lent = _words("result_mortgaged")
    mortgaged = Placed("mortgaged", lent, ((False, same("–")), (True, lent)))
    on_track = all("space" in row for row in position["players"].values())
    space = [Placed("space", _words("position_space"), spaces)] * on_track

    def section(name: str, title: str, path: tuple[str, ...], kinds: Iterable[Placed]) -> PlacedSection:
        return PlacedSection(name, title, [_field(name, path, kind, position, game, language) for kind in kinds])

    def of_deed(deed: AssetDeed) -> PlacedSection:
        kinds = (owner, *[mortgaged] * assets.mortgages, *map(placed, deed.pieces), *more.deed)
        return section(f"deeds.{deed.key}", deed.names[language], ("deeds", deed.key), kinds)

    return DeclaredForm(
        section("game", text(language, "position_turn"), (), (turn, *more.game)),
        [
            section(f"players.{order}", names[language], ("players", seat), (cash, *space, *more.player))
            for order, (seat, names) in enumerate(seats, 1)
        ],
        assets.called["many"][language].capitalize(),
        [(group.names[language], [of_deed(deed) for deed in group.deeds]) for group in assets.groups],
        any(position.get(part) for part in more.opened),
    )


def _words(key: str) -> Mapping[str, str]:
    return {language: text(language, key) for language in same("")}


def _field(
    of: str, above: tuple[str, ...], kind: Placed, position: Mapping[str, Any], game: Game, language: str
) -> PlacedField:
    path = (*above, *kind.key.split("."))
    name = f"{of}.{kind.key}"
    now = _value(position, path)
    choices = [(str(at), names[language]) for at, (_, names) in enumerate(kind.choices)]
    value, counts = "", {}
    if kind.several:
        counts = {f"{name}.{at}": str((now or []).count(value)) for at, (value, _) in enumerate(kind.choices)}
    elif kind.choices:
        value = next((str(at) for at, (each, _) in enumerate(kind.choices) if each == now), "0")
    elif kind.money:
        value = game.ruleset.mechanics.money(game.state.table.edition).typed(now) if now else "0"
    else:
        value = str(now or 0)
    return PlacedField(name, path, kind.names[language], kind, choices, value, counts)


def _value(position: Any, path: Iterable[str]) -> Any:
    for part in path:
        position = (position or {}).get(part)
    return position


def read_declared(form: Mapping[str, str], game: Game, language: str) -> tuple[dict[str, Any], dict[str, list[str]]]:
    """Read the position that a form stands for, and the faults of what cannot be read, by field."""
    position = copy.deepcopy(game.ruleset.position(game))
    cells = Fields(form, money=game.ruleset.mechanics.money(game.state.table.edition))
    shown = declared_form(game, language)
    changed = [
        (f"{section.title} – {field.label}", field)
        for section in shown.sections()
        for field in section.fields
        if any(form.get(name, value) != value for name, value in field.inputs.items())
    ]
    if any(field.path[0] in MOMENT for _, field in changed) or form.get(KEEP) != "1":
        for part in placing_of(game).opened:
            position.pop(part, None)
    position.pop("bank", None)  # what is left of the pieces follows from the rest
    faults: dict[str, list[str]] = {}
    for where, field in changed:
        value = _read(field, cells, where)
        for fault in cells.faults:
            faults.setdefault(field.name, []).append(fault.sentence(language))
        cells.faults.clear()
        within = position
        for part in field.path[:-1]:
            within[part] = within = within.get(part) or {}
        within[field.path[-1]] = value
    position["deeds"] = {key: row for key, row in position["deeds"].items() if any(row.values())}
    return position, faults


def _read(field: PlacedField, cells: Fields, where: str) -> Any:
    kind = field.placed
    if kind.several:
        counts = [cells.read(name, Whole(0, MOST), where) or 0 for name in field.counts]
        return [value for (value, _), count in zip(kind.choices, counts, strict=True) for _ in range(count)]
    if kind.choices:
        at = cells.read(field.name, Whole(0, len(kind.choices) - 1), where)
        return kind.choices[at or 0][0]
    return cells.read(field.name, Dollars(0, MOST_CASH) if kind.money else Whole(0, MOST), where) or 0


def place_of(facts: Mapping[str, Any], game: Game, shown: DeclaredForm) -> str:
    """The field or section of the form that a refusal with these facts belongs to, ``""`` for the whole."""
    order = {seat: str(number) for number, seat in enumerate(game.state.table.seats, 1)}
    known = {name for section in shown.sections() for name in (section.name, *(each.name for each in section.fields))}
    parts = [order.get(part, part) for part in str(facts.get("field", "")).partition("[")[0].split(".")]
    about = [facts.get("player"), *(facts.get("players") or ())]
    deeds = [facts.get("deed"), *(facts.get("deeds") or ())]
    places = (
        ".".join(parts),
        ".".join(parts[:2]),
        f"game.{parts[0]}",
        *(f"deeds.{deed}" for deed in deeds),
        *(f"players.{order.get(str(seat), '')}" for seat in about),
    )
    return next((place for place in places if place in known), "")


def declared_messages(refusals: Iterable[Mapping[str, Any]], game: Game, language: str) -> dict[str, list[str]]:
    """The messages of refusals by the field or section of the form, ``""`` for the whole."""
    shown = declared_form(game, language)
    found: dict[str, list[str]] = {}
    for each in refusals:
        if each["code"] != "position_impossible":  # says only how many there are
            found.setdefault(place_of(each["facts"], game, shown), []).append(each["message"])
    return found
