"""The form of a table's result, for the edition of the table."""

from __future__ import annotations

import json
from collections.abc import Hashable, Iterator, Mapping
from fractions import Fraction
from typing import Any

import rulesets
from referee.core.language import language, word
from referee.core.pages.forms import asked
from referee.models import GameTable, TableResult
from referee.results.at_table import AtTable
from referee.results.commands import EnterResult
from rulesets import Money
from rulesets.kernel.telling.assets import AssetDeed, Assets, CountedPiece
from tournaments.fault import Fault
from tournaments.lists.cells import Fields
from tournaments.points.rule import Dice
from tournaments.result import PointsRow
from tournaments.sheet.sheet import PlayerSheet, Sheet
from tournaments.sheet.standing import as_typed, kind_of
from tournaments.typed import Dollars, Kind, Whole, kinds

WAYS = ("sheet", "points", "log")


def has_dice(at: AtTable) -> bool:
    """Whether the regulation has a dice bonus after the game."""
    return any(isinstance(bonus.formula, Dice) for bonus in at.regulation.points.bonuses)


def assets_of(table: GameTable) -> Assets:
    """What can be counted at a table, as its game declares it."""
    header: dict[str, Any] = json.loads(table.header)
    return rulesets.load(header["ruleset"], header.get("version")).assets(header.get("edition"))


class ResultFields(Fields):
    """The fields of a form for a table's result."""

    def __init__(self, at: AtTable, form: Mapping[str, str]) -> None:
        super().__init__(form, money=at.regulation.game.money)
        self.at = at
        self.form = form
        self.assets = assets_of(at.table)

    def seats(self) -> Iterator[tuple[int, str, str]]:
        """Start order, id and name of the players."""
        for order, player in enumerate(self.at.players, 1):
            yield order, player, self.at.name(player)

    def row(self, declared: Hashable, order: int, player: str, name: str) -> dict[str, Any]:
        """What is typed about a player: the fields of a declaration that are filled in, each called ``name_order``."""
        values = {
            key: self.read(f"{key}_{order}", kind, f"{name} – {word(f'result_{key}')}")
            for key, kind in kinds(declared).items()
        }
        filled = {key: value for key, value in values.items() if value is not None}
        return {
            "player": player,
            "left": self.form.get(f"left_{order}") == "1",
            **{key: str(each) if isinstance(each, Fraction) else each for key, each in filled.items()},
        }


def result_from_form(at: AtTable, form: Mapping[str, str], way: str) -> EnterResult:
    """The result to enter, from a form.  Raises `Faulty` and the problem ``invalid``."""
    typed = ResultFields(at, form)
    body: dict[str, Any] = {"version": typed.read("version", Whole(0, 10_000)) or 0}
    if way == "sheet":
        players = [typed.row(PlayerSheet, *each) | _held(typed, *each) for each in typed.seats()]
        typed.faults += _unheld(typed)
        box = typed.read("box", kinds(Sheet)["box"], word("result_box"))
        body["sheet"] = {"players": players, "box": box}
    elif way == "points":
        body["points"] = [
            {**typed.row(PointsRow, *each), "monopoly": form.get("monopoly") == str(each[0])} for each in typed.seats()
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
        deed, mortgaged = typed.assets.deed(key), typed.form.get(f"mortgaged_{key}") == "1"
        stands = {} if deed is None else _stands(typed, deed, name)
        deeds.append({"deed": key, "mortgaged": mortgaged, "stands": stands})
    return {"deeds": deeds, "cards": [field.removeprefix("card_") for field in own if field.startswith("card_")]}


def _unheld(typed: ResultFields) -> list[Fault]:
    """A fault of every deed on which something stands, or which is mortgaged, without a holder."""
    return [
        Fault("", "deed_unheld", {"deed": deed.names})
        for deed in typed.assets.deeds()
        if not typed.form.get(f"deed_{deed.key}")
        and (typed.form.get(f"mortgaged_{deed.key}") or _stands(typed, deed, deed.names[language()]))
    ]


def _stands(typed: ResultFields, deed: AssetDeed, name: str) -> dict[str, Any]:
    """What is typed of the pieces on a deed."""
    read = {
        each.key: typed.read(f"{each.key}_{deed.key}", kind_of(each), f"{name} – {piece_on(each, deed)}")
        for each in deed.pieces
    }
    return {piece: value for piece, value in read.items() if value}


def piece_on(piece: CountedPiece, deed: AssetDeed) -> str:
    """What the field of a piece on a deed is called."""
    return word("result_piece", deed=deed.names[language()], piece=piece.names[language()])


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
    assets, money = assets_of(at.table), at.regulation.game.money
    for row in entered.get("sheet", {}).get("players", ()):
        order = order_of.get(row["player"])
        if order is None:
            continue
        fields |= {f"{key}_{order}": typed_again(kind, row.get(key), money) for key, kind in kinds(PlayerSheet).items()}
        fields |= {f"card_{card}": order for card in row.get("cards", ())}
        for deed in row.get("deeds", ()):
            key = deed["deed"]
            fields[f"deed_{key}"] = order
            fields[f"mortgaged_{key}"] = "1" if deed.get("mortgaged") else None
            stands, declared = deed.get("stands", {}), assets.deed(key)
            for piece in declared.pieces if declared is not None else ():
                fields[f"{piece.key}_{key}"] = as_typed(piece, stands[piece.key]) if piece.key in stands else None
    fields["box"] = typed_again(kinds(Sheet)["box"], entered.get("sheet", {}).get("box"), money)
    for row in json.loads(latest.players):
        order = order_of.get(row["player"])
        fields |= {f"{key}_{order}": typed_again(kind, row.get(key), money) for key, kind in kinds(PointsRow).items()}
        fields[f"dice_{order}"] = row.get("dice")
        if row["fell"]:
            fields[f"assets_{order}"] = None
        fields[f"left_{order}"] = "1" if row.get("left") else None
        if row["monopoly"]:
            fields["monopoly"] = order
    return {field: str(value) for field, value in fields.items() if value is not None}


def typed_again(kind: Kind[Any], value: Any, money: Money) -> Any:
    """A value as it would be typed: amounts as the game writes them."""
    return money.typed(value) if isinstance(kind, Dollars) and value is not None else value
