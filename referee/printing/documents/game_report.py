"""The report of the game at a table: its board, worth, owners and rents, from the log."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from referee.core.service import service
from referee.log.table_game import TableGames
from referee.printing.documents.game_record import requested_table
from referee.printing.job import PaperJob
from referee.printing.request import DocumentRequest
from referee.stories.figures import StoryFigures, figures
from rulesets import Game
from tournaments.paper.documents.game.board import PrintedBoard, PrintedDeed, PrintedSpace, PrintedToken
from tournaments.paper.documents.game.game_report import GameReport, PlayerLine, game_report
from tournaments.paper.documents.game.owners import DeedLine, HeldDeed

HOTEL = 5


def table_report(request: DocumentRequest) -> PaperJob:
    """The report of the requested table.  Raises the problems ``invalid``, ``not_found`` and ``rules_changed``."""
    round_, found, row = requested_table(request)
    opened, answers = service().part(TableGames).replayed(row.id)
    game = answers[-1].game if answers else opened.game
    seats = game.state.table.seats
    names = dict(zip(seats, (person.name for person in found.people), strict=False)) | game.state.table.names
    facts = report_facts(game, figures(opened.game, answers), names, request.language)
    return PaperJob(game_report, replace(facts, round=round_, table=found.number), 2)


def report_facts(game: Game, found: StoryFigures, names: Mapping[str, str], language: str) -> GameReport:
    """The facts of a game's report except its round and table.  ``names``: by seat, as far as they are known."""
    mechanics, state = game.ruleset.mechanics, game.state
    printed, position = mechanics.printed(state.table, language), mechanics.position(state)

    def money(amount: int) -> str:
        return mechanics.label(state.table, "money", amount, language) or f"{amount:,}"

    letters = {group["key"]: group["letter"] for group in printed["groups"]}
    players = tuple(
        PlayerLine(
            line["player"],
            names.get(line["player"], line["player"]),
            line["rank"],
            money(found.worths[line["player"]][-1]),
            money(position["players"][line["player"]]["cash"]),
            money(found.paid(line["player"])),
            money(found.received(line["player"])),
        )
        for line in mechanics.standing(state)
    )
    deeds = tuple(
        DeedLine(
            deed["name"],
            letters[deed["group"]],
            tuple(HeldDeed(each.seat, each.since, each.until) for each in found.spans if each.deed == deed["key"]),
            money(found.earned(deed["key"])),
        )
        for deed in printed["deeds"]
    )
    board = board_of(printed, position)
    over = game.ruleset.over(game)
    return GameReport(0, 0, players, board, found.moments, found.worths, deeds, game.seq, over)


def board_of(printed: dict[str, Any], position: dict[str, Any]) -> PrintedBoard:
    """The board in a position (`templates/static/board/seen.js` does the same for pages)."""
    marks = printed["marks"]
    at = {space["key"]: number for number, space in enumerate(printed["spaces"])}
    spaces = tuple(
        PrintedSpace(space["name"], space["letter"], standing(position["deeds"].get(space["key"]), marks["hotel"]))
        for space in printed["spaces"]
    )
    tokens = tuple(
        PrintedToken(seat, at[player["space"]], player.get("jail") is not None)
        for seat, player in position["players"].items()
        if not player.get("out") and player.get("space") in at
    )
    return PrintedBoard(spaces, tokens, marks["mortgaged"])


def standing(holding: dict[str, Any] | None, hotel: str) -> PrintedDeed | None:
    """The owner and buildings of a deed, or None if nobody owns it.  Houses are counted, in City the blocks."""
    if holding is None or holding["owner"] is None:
        return None
    blocks = sum(holding.get("residential", ())) + sum(holding.get("industrial", ()))
    count = holding.get("level", 0) or blocks
    built = hotel if holding.get("level") == HOTEL else str(count or "")
    return PrintedDeed(holding["owner"], built, bool(holding.get("mortgaged")))
