"""The report of the game at a table: its board, worth, owners and rents, from the log."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from referee.core.service import service
from referee.log.table_game import TableGames
from referee.printing.documents.game_record import confirmed_result, requested_table
from referee.printing.job import PaperJob
from referee.printing.request import DocumentRequest
from referee.stories.figures import StoryFigures, figures
from rulesets import Game
from rulesets.kernel.telling.pieces import Piece, legend, pieces_of, standing
from tournaments.paper.documents.game.board import PrintedBoard, PrintedPiece, PrintedSpace, PrintedToken
from tournaments.paper.documents.game.game_report import DeedLine, GameReport, HeldDeed, PlayerLine, game_report


def table_report(request: DocumentRequest) -> PaperJob:
    """The report of the requested table.  Raises the problems ``invalid``, ``not_found`` and ``rules_changed``."""
    round_, found, row = requested_table(request)
    opened, answers = service().part(TableGames).replayed(row.id)
    game = answers[-1].game if answers else opened.game
    seats = game.state.table.seats
    names = dict(zip(seats, (person.name for person in found.people), strict=False)) | game.state.table.names
    facts = report_facts(game, figures(opened.game, answers), names, request.language)
    facts = replace(facts, round=round_, table=found.number, result=confirmed_result(request, round_, found))
    return PaperJob(game_report, facts, 2)


def report_facts(game: Game, found: StoryFigures, names: Mapping[str, str], language: str) -> GameReport:
    """The facts of a game's report except its round and table.  ``names``: by seat, as far as they are known."""
    mechanics, state = game.ruleset.mechanics, game.state
    printed, position = mechanics.printed(state.table, language), mechanics.position(state)

    money = mechanics.money(state.table.edition)
    letters = {group["key"]: group["letter"] for group in printed["groups"]}
    players = tuple(
        PlayerLine(
            line["player"],
            names.get(line["player"], line["player"]),
            line["rank"],
            money.shown(found.worths[line["player"]][-1]),
            money.shown(position["players"][line["player"]]["cash"]),
            money.shown(found.paid(line["player"])),
            money.shown(found.received(line["player"])),
        )
        for line in mechanics.standing(state)
    )
    deeds = tuple(
        DeedLine(
            deed["name"],
            letters[deed["group"]],
            tuple(HeldDeed(each.seat, each.since, each.until) for each in found.spans if each.deed == deed["key"]),
            money.shown(found.earned(deed["key"])),
        )
        for deed in printed["deeds"]
    )
    board = board_of(printed, position)
    over = game.ruleset.over(game)
    return GameReport(0, 0, players, board, found.moments, found.worths, deeds, game.seq, over, money)


def board_of(printed: dict[str, Any], position: dict[str, Any]) -> PrintedBoard:
    """The board in a position (`templates/static/board/seen.js` does the same for pages)."""
    at = {space["key"]: number for number, space in enumerate(printed["spaces"])}
    pieces, deeds = pieces_of(printed), position["deeds"]
    spaces = tuple(_space(space, deeds.get(space["key"]), pieces) for space in printed["spaces"])
    tokens = tuple(
        PrintedToken(seat, at[player["space"]], player.get("jail") is not None)
        for seat, player in position["players"].items()
        if not player.get("out") and player.get("space") in at
    )
    explained = [(each.mark, each.name) for each in legend(pieces, deeds)]
    groups = [(each["letter"], each["name"]) for each in printed["groups"]]
    return PrintedBoard(spaces, tokens, printed["marks"]["mortgaged"], (*groups, *explained))


def _space(space: dict[str, Any], deed: dict[str, Any] | None, pieces: Sequence[Piece]) -> PrintedSpace:
    """A space with its owner and what stands there, whether anybody owns it or not."""
    stands = tuple(PrintedPiece(each.mark, each.piece.look == "bad", each.void) for each in standing(pieces, deed))
    owner, mortgaged = (deed["owner"] or "", bool(deed.get("mortgaged"))) if deed is not None else ("", False)
    return PrintedSpace(space["name"], space["letter"], owner, mortgaged, stands)
