"""What lies on a table: its sign, its score sheet, sheets to write the moves down."""

from __future__ import annotations

from referee.accounts.invitations import address, codes, link
from referee.core.problems import Problem
from referee.events.game_header import board
from referee.printing.job import Job
from referee.printing.request import DocumentRequest
from referee.printing.seats import RoundSeats, TableOf
from rulesets import editions, load
from rulesets.city import board as city
from rulesets.city import edition as city_editions
from tournaments.paper.documents.city_score_sheet import city_score_sheets
from tournaments.paper.documents.move_log import MoveLogs, move_logs
from tournaments.paper.documents.score_sheet import score_sheets
from tournaments.paper.documents.score_sheet_parts import ScoreSheets
from tournaments.paper.documents.table_signs import table_signs


def signs(request: DocumentRequest) -> Job:
    """The signs of a round's tables; with their codes, as far as they have one in force, for whoever may see them."""
    found = request.of_round()
    rows = [table.row for table in found.tables if table.row]
    in_force = codes(request.session, request.now, rows) if request.codes else {}
    links = {table_id: request.code(link(each)) for table_id, each in in_force.items()}
    tables = tuple(request.at_table(table, links.get(table.row.id, "") if table.row else "") for table in found.tables)
    return Job(table_signs, tables, 1 + len(tables) // 2, request.draft_of_seats([found]), found.version)


def sheets(request: DocumentRequest) -> Job:
    """The score sheets of a round; the code on each leads to the page for its result.

    Raises the problem ``no_score_sheet`` for a board whose deeds are not known.
    """
    found = request.of_round()
    tables = tuple(request.at_table(table, entry(request, table)) for table in found.tables)
    round_ = request.rounds.get(found.number)
    edition = edition_of(request, found)
    facts = ScoreSheets(found.number, tables, edition.name, (round_.minutes if round_ else None) or 0)
    make = city_score_sheets if isinstance(edition, city.Edition) else score_sheets
    return Job(make, facts, len(tables), request.draft_of_seats([found]), found.version)


def logs(request: DocumentRequest) -> Job:
    """Two sheets for each table of a round to write the moves down."""
    found = request.of_round()
    tables = tuple(map(request.at_table, found.tables))
    facts = MoveLogs(found.number, tables)
    return Job(move_logs, facts, len(tables) * facts.sheets, request.draft_of_seats([found]), found.version)


def entry(request: DocumentRequest, table: TableOf) -> str:
    """The address of the page for a table's result; empty while the table is drafted, or
    where nobody else would get there."""
    return request.code(f"{address()}/events/{request.event.id}/tables/{table.row.id}/result") if table.row else ""


def edition_of(request: DocumentRequest, seats: RoundSeats) -> editions.Edition | city.Edition:
    """The board of a round: that of its first game, else the regulation's.  Raises the problem ``no_score_sheet``."""
    name = next((table.edition for table in seats.tables if table.edition), None)
    if name is None and request.regulation is not None:
        game = request.regulation.game
        name = game.edition or load(game.ruleset).default_edition
    known = (*editions.names(), *city_editions.names())
    name = name or known[0]
    found = board(name)
    if found is None:
        raise Problem("no_score_sheet", edition=name, known=list(known))
    return found
