"""The form of a table's result, for the edition of the table."""

from __future__ import annotations

import json
from collections.abc import Hashable, Iterator, Mapping
from fractions import Fraction
from typing import Any, NamedTuple

from referee.core.language import language, word
from referee.core.pages.forms import asked
from referee.log.table_game import TableGame
from referee.models import TableResult
from referee.results.at_table import AtTable
from referee.results.commands import EnterResult
from referee.rules.positions.fields import ColourGroup, groups_of
from tournaments.lists.cells import Fields
from tournaments.points.rule import Dice
from tournaments.result import PointsRow
from tournaments.sheet.sheet import PlayerSheet, Sheet
from tournaments.typed import Whole, kinds

WAYS = ("sheet", "points", "log")


def has_dice(at: AtTable) -> bool:
    """Whether the regulation has a dice bonus after the game."""
    return any(isinstance(bonus.formula, Dice) for bonus in at.regulation.points.bonuses)


class SheetForm(NamedTuple):
    """The counted sheet as a form.  ``groups``: of deeds; empty for an edition with other buildings than houses and
    hotels; ``cards``: the release cards, by deck.
    """

    groups: list[ColourGroup]
    cards: list[tuple[str, str]]


def sheet_form(game: TableGame | None) -> SheetForm:
    """The sheet form for a game.  Monopoly City has other buildings: its sheets are entered through the API."""
    edition: Any = None if game is None else game.game.state.table.edition
    if not hasattr(edition, "houses"):
        return SheetForm([], [])
    reader = language()
    return SheetForm(groups_of(edition, reader), [(deck, names[reader]) for deck, names in edition.deck_names.items()])


class ResultFields(Fields):
    """The fields of a form for a table's result."""

    def __init__(self, at: AtTable, form: Mapping[str, str]) -> None:
        super().__init__(form, money=at.regulation.game.money)
        self.at = at
        self.form = form

    def seats(self) -> Iterator[tuple[int, str, str]]:
        """Start order, id and name of the players."""
        for order, player in enumerate(self.at.players, 1):
            yield order, player, self.at.name(player)

    def row(self, declared: Hashable, order: int, player: str, name: str) -> dict[str, Any]:
        """What is typed about a player: the fields of a declaration that are filled in, each called ``name_order``."""
        values = {
            key: self.read(f"{key}_{order}", kind, f"{name}, {word(f'result_{key}')}")
            for key, kind in kinds(declared).items()
        }
        filled = {key: value for key, value in values.items() if value is not None}
        return {
            "player": player,
            **{key: str(each) if isinstance(each, Fraction) else each for key, each in filled.items()},
        }


def result_from_form(at: AtTable, form: Mapping[str, str], way: str) -> EnterResult:
    """The result to enter, from a form.  Raises `Faulty` and the problem ``invalid``."""
    typed = ResultFields(at, form)
    body: dict[str, Any] = {"version": typed.read("version", Whole(0, 10_000)) or 0}
    if way == "sheet":
        players = [typed.row(PlayerSheet, *each) | _held(typed, *each) for each in typed.seats()]
        box = typed.read("box", kinds(Sheet)["box"], word("result_box"))
        body["sheet"] = {"players": players, "box": box}
    elif way == "points":
        body["points"] = [
            {
                **typed.row(PointsRow, *each),
                "left": form.get(f"left_{each[0]}") == "1",
                "monopoly": form.get("monopoly") == str(each[0]),
            }
            for each in typed.seats()
        ]
    else:
        body["log"] = {"anyway": form.get("anyway") == "1"}
    dice = {player: typed.read(f"dice_{order}", Whole(0, 1000), name) for order, player, name in typed.seats()}
    body["dice"] = {player: sum_ for player, sum_ in dice.items() if sum_ is not None}
    if way != "log":
        body["comments"] = _comments(form)
    for name in ("note", "despite"):
        if form.get(name, "").strip():
            body[name] = form[name].strip()
    typed.check()
    return asked(EnterResult, {}, **body)


def _held(typed: ResultFields, order: int, _player: str, name: str) -> dict[str, Any]:
    """The deeds and cards that are marked as a player's."""
    own = [field for field, owner in typed.form.items() if owner == str(order)]
    deeds = []
    for key in (field.removeprefix("deed_") for field in own if field.startswith("deed_")):
        level = typed.read(f"level_{key}", Whole(0, 5), f"{name}, {key}")
        mortgaged = typed.form.get(f"mortgaged_{key}") == "1"
        deeds.append({"deed": key, "mortgaged": mortgaged, "stands": {"level": level} if level else {}})
    return {"deeds": deeds, "cards": [field.removeprefix("card_") for field in own if field.startswith("card_")]}


def _comments(form: Mapping[str, str]) -> list[dict[str, str]]:
    numbers = [field.removeprefix("comment_") for field in form if field.startswith("comment_")]
    listed = [{key: form.get(f"{key}_{number}", "") for key in ("where", "code", "comment")} for number in numbers]
    return [each for each in listed if each["comment"].strip() and each["code"]]


def prefilled_fields(at: AtTable, latest: TableResult | None) -> dict[str, str]:
    """The form's fields, filled in from the latest version of a result, for a correction."""
    if latest is None:
        return {}
    entered = json.loads(latest.entered)
    fields: dict[str, Any] = {}
    order_of = {player: order for order, player in enumerate(at.players, 1)}
    for row in entered.get("sheet", {}).get("players", ()):
        order = order_of.get(row["player"])
        if order is None:
            continue
        fields |= {f"{key}_{order}": row.get(key) for key in kinds(PlayerSheet)}
        fields |= {f"card_{card}": order for card in row.get("cards", ())}
        for deed in row.get("deeds", ()):
            key = deed["deed"]
            fields[f"deed_{key}"] = order
            fields[f"mortgaged_{key}"] = "1" if deed.get("mortgaged") else None
            fields[f"level_{key}"] = deed.get("stands", {}).get("level")
    fields["box"] = entered.get("sheet", {}).get("box")
    for row in json.loads(latest.players):
        order = order_of.get(row["player"])
        fields |= {f"{key}_{order}": row.get(key) for key in (*kinds(PointsRow), "dice")}
        assets = None if row["fell"] else row["assets"]
        fields[f"assets_{order}"] = None if assets is None else at.regulation.game.money.typed(assets)
        fields[f"left_{order}"] = "1" if row.get("left") else None
        if row["monopoly"]:
            fields["monopoly"] = order
    return {field: str(value) for field, value in fields.items() if value is not None}
