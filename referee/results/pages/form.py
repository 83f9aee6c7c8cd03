"""The form of a table's result, for the edition of the table."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from referee.core.language import language, word
from referee.core.pages.forms import read_form
from referee.log.table_game import TableGame
from referee.models import TableResult
from referee.results.at_table import AtTable
from referee.results.commands import EnterResult
from referee.results.schemas import MOST_DOLLARS, ResultIn, result_from_body
from referee.rules.positions.fields import ColourGroup, groups_of
from tournaments.lists.cells import Fields
from tournaments.points.rule import Dice
from tournaments.typed import Dollars, Exact, Whole

MONEY = Dollars(0, MOST_DOLLARS)
PLACE = Whole(1, 12)
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
        super().__init__(form)
        self.at = at
        self.form = form

    def seats(self) -> Iterator[tuple[int, str, str]]:
        """Start order, id and name of the players."""
        for order, player in enumerate(self.at.players, 1):
            yield order, player, self.at.name(player)


def result_from_form(at: AtTable, form: Mapping[str, str], way: str) -> EnterResult:
    """The result to enter, from a form.  Raises `Faulty` and the problem ``invalid``."""
    typed = ResultFields(at, form)
    body: dict[str, Any] = {"version": typed.read("version", Whole(0, 10_000)) or 0}
    if way == "sheet":
        body["sheet"] = _sheet(typed)
    elif way == "points":
        body["points"] = [_points(typed, *each) for each in typed.seats()]
    else:
        body["log"] = {"anyway": form.get("anyway") == "1"}
    dice = {player: typed.read(f"dice_{order}", Whole(0, 1000), name) for order, player, name in typed.seats()}
    body["dice"] = {player: sum_ for player, sum_ in dice.items() if sum_ is not None}
    if way != "log":
        body["comments"] = _comments(form)
    if form.get("note", "").strip():
        body["note"] = form["note"].strip()
    typed.check()
    return result_from_body(at.table.id, read_form(ResultIn, body))


def _sheet(typed: ResultFields) -> dict[str, Any]:
    form = typed.form
    cash, fell, written = word("result_cash"), word("result_fell"), word("result_written")
    players = []
    for order, player, name in typed.seats():
        mine = str(order)
        deeds = []
        for field, owner in form.items():
            key = field.removeprefix("deed_")
            if field.startswith("deed_") and owner == mine:
                level = typed.read(f"level_{key}", Whole(0, 5), f"{name}, {key}")
                stands = {"level": level} if level else {}
                deeds.append({"deed": key, "mortgaged": form.get(f"mortgaged_{key}") == "1", "stands": stands})
        cards = [
            field.removeprefix("card_") for field, owner in form.items() if field.startswith("card_") and owner == mine
        ]
        row = {
            "cash": typed.read(f"cash_{order}", MONEY, f"{name}, {cash}"),
            "fell": typed.read(f"fell_{order}", PLACE, f"{name}, {fell}"),
            "written": typed.read(f"written_{order}", MONEY, f"{name}, {written}"),
        }
        given = {key: value for key, value in row.items() if value is not None}
        players.append({"player": player, **given, "deeds": deeds, "cards": cards})
    box = typed.read("box", MONEY, word("result_box"))
    return {"players": players} if box is None else {"players": players, "box": box}


def _comments(form: Mapping[str, str]) -> list[dict[str, str]]:
    numbers = [field.removeprefix("comment_") for field in form if field.startswith("comment_")]
    listed = [{key: form.get(f"{key}_{number}", "") for key in ("where", "code", "comment")} for number in numbers]
    return [each for each in listed if each["comment"].strip() and each["code"]]


def _points(typed: ResultFields, order: int, player: str, name: str) -> dict[str, Any]:
    points, place = word("result_points_given"), word("result_place")
    assets, fell = word("result_assets"), word("result_fell")
    given_points = typed.read(f"points_{order}", Exact(), f"{name}, {points}")
    row = {
        "points": None if given_points is None else str(given_points),
        "place": typed.read(f"place_{order}", PLACE, f"{name}, {place}"),
        "assets": typed.read(f"assets_{order}", MONEY, f"{name}, {assets}"),
        "fell": typed.read(f"out_{order}", PLACE, f"{name}, {fell}"),
    }
    given = {key: value for key, value in row.items() if value is not None}
    return {"player": player, **given, "monopoly": typed.form.get("monopoly") == str(order)}


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
        fields |= {f"{key}_{order}": row.get(key) for key in ("cash", "fell", "written")}
        fields |= {f"card_{card}": order for card in row.get("cards", ())}
        for deed in row.get("deeds", ()):
            key = deed["deed"]
            fields[f"deed_{key}"] = order
            fields[f"mortgaged_{key}"] = "1" if deed.get("mortgaged") else None
            fields[f"level_{key}"] = deed.get("stands", {}).get("level")
    fields["box"] = entered.get("sheet", {}).get("box")
    for row in json.loads(latest.players):
        order = order_of.get(row["player"])
        fields[f"assets_{order}"] = None if row["fell"] else row["assets"]
        fields |= {f"out_{order}": row["fell"], f"place_{order}": row["place"], f"points_{order}": row["points"]}
        fields[f"dice_{order}"] = row.get("dice")
        if row["monopoly"]:
            fields["monopoly"] = order
    return {field: str(value) for field, value in fields.items() if value is not None}
