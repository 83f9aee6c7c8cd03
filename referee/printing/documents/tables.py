"""What lies on a table: its sign and tent, score and count sheets, result slips, and move logs; and all of a round."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace

from referee.accounts.invitations import base_url, link, table_codes
from referee.core.problems import Problem
from referee.printing.documents.results import assets
from referee.printing.documents.seating_charts import by_table, chart_by_name
from referee.printing.job import PaperJob, bind_jobs, bind_two_sided
from referee.printing.request import DocumentRequest
from referee.printing.seats import RoundSeats, SeatedTable
from referee.results.facts import recorded_result
from referee.results.queries import latest_results
from rulesets import load, names
from rulesets.kernel.telling.counting import CountingSheet
from tournaments.paper.documents.count_sheets import CountSheet, CountSheets, count_sheets
from tournaments.paper.documents.cover import Cover, CoverLine, cover
from tournaments.paper.documents.game.move_log import MoveLogs, move_logs
from tournaments.paper.documents.score_sheet import score_sheets
from tournaments.paper.documents.score_sheet_parts import ScoreSheets, Signed, result_slips
from tournaments.paper.documents.table_signs import TableSigns, table_signs
from tournaments.paper.documents.table_tents import name_strips, table_tents

PARTS: Mapping[str, tuple[str, int]] = {
    "seating_by_name": ("cover_wall", 0),
    "seating_by_table": ("cover_wall", 0),
    "table_signs": ("cover_cut", 2),
    "score_sheet": ("cover_table", 1),
    "result_slips": ("cover_cut", 2),
}
"""The parts that there may be of everything for a round, what is done with them, and for how many tables a sheet is,
0 for a chart.
"""


def all_papers(request: DocumentRequest) -> PaperJob:
    """A cover; what goes on the wall: the charts by name and by table; then for the tables: signs, score sheets, slips.

    Score sheets and slips are left out if the board's deeds are not known.
    """
    found = request.requested_round()
    if not found.tables:
        return PaperJob(cover, Cover("round_set", found.number, ()))
    jobs = [chart_by_name(request, [found]), by_table(request), signs(request)]
    try:
        jobs += [sheets(request), slips(request)]
    except Problem as problem:
        if problem.code != "no_score_sheet":
            raise
    lines = tuple(
        CoverLine(part, use, -(-len(found.tables) // each) if each else 0)
        for (part, (use, each)), _ in zip(PARTS.items(), jobs, strict=False)
    )
    jobs.insert(0, jobs[0]._replace(make=cover, facts=Cover("round_set", found.number, lines), sheets=1))
    make = bind_jobs if request.options.single_sided else bind_two_sided
    return PaperJob(make, tuple(jobs), sum(each.sheets for each in jobs), jobs[0].draft, found.version)


def signs(request: DocumentRequest) -> PaperJob:
    """The signs of a round's tables, with the codes that are in force if whoever asks may see them."""
    found = request.requested_round()
    rows = [table.row for table in found.tables if table.row]
    in_force = table_codes(request.session, request.now, rows) if request.codes else {}
    links = {table_id: request.qr_link(link(each)) for table_id, each in in_force.items()}
    tables = tuple(
        request.table_seats(table, links.get(table.row.id, "") if table.row else "") for table in found.tables
    )
    return PaperJob(
        table_signs,
        TableSigns(found.number, tables),
        1 + len(tables) // 2,
        request.seats_draft_note([found]),
        found.version,
    )


def tents(request: DocumentRequest) -> PaperJob:
    """A tent for every table number used in any round, or for the requested one."""
    numbers = sorted({table.number for seats in request.seats.values() for table in seats.tables})
    chosen = tuple(each for each in numbers if request.options.table in (None, each))
    return PaperJob(table_tents, chosen, len(chosen))


def strips(request: DocumentRequest) -> PaperJob:
    """The strips with the players' names in a round, to go with the tents."""
    found = request.requested_round()
    tables = tuple(map(request.table_seats, found.tables))
    facts = TableSigns(found.number, tables)
    return PaperJob(name_strips, facts, 1 + len(tables) // 8, request.seats_draft_note([found]), found.version)


def sheets(request: DocumentRequest) -> PaperJob:
    """The score sheets of a round, front and back; the code on each leads to the page for its result.

    Raises the problem ``no_score_sheet`` for a board whose deeds are not known.
    """
    facts, job = score_facts(request)
    return job._replace(make=score_sheets, facts=facts, sheets=2 * len(facts.tables))


def slips(request: DocumentRequest) -> PaperJob:
    """The result slips of a round, two on a sheet.  Raises the problem ``no_score_sheet``."""
    facts, job = score_facts(request)
    return job._replace(make=result_slips, facts=facts, sheets=1 + len(facts.tables) // 2)


def counts(request: DocumentRequest) -> PaperJob:
    """A count sheet for everybody at the tables of a round.  Raises the problem ``no_score_sheet``."""
    facts, job = score_facts(request)
    everybody = tuple(
        CountSheet(table, order)
        for table in facts.tables
        for order, person in enumerate(table.players, 1)
        if request.includes(person)
    )
    return job._replace(
        make=count_sheets, facts=CountSheets(facts.round, facts.counting, everybody), sheets=1 + len(everybody) // 2
    )


def score_facts(request: DocumentRequest) -> tuple[ScoreSheets, PaperJob]:
    """The facts of a round's score sheets, and a job to complete."""
    found = request.requested_round()
    tables = tuple(request.table_seats(table, result_link(request, table)) for table in found.tables)
    round_ = request.rounds.get(found.number)
    minutes = (round_.minutes if round_ else None) or 0
    sheet = counting_of(request, found)
    if request.regulation is not None and not request.regulation.planned(found.number).counts:
        sums = tuple(each for each in sheet.sheet.sums if each != "points")  # a final gives places, and no points
        sheet = replace(sheet, sheet=replace(sheet.sheet, sums=sums))
    facts = ScoreSheets(found.number, tables, sheet, minutes, signatures_of(request, found))
    return facts, PaperJob(score_sheets, None, draft=request.seats_draft_note([found]), seats=found.version)


def signatures_of(request: DocumentRequest, seats: RoundSeats) -> dict[int, tuple[Signed, ...]]:
    """The assets and finger-drawn signatures by table number, for tables whose latest result has signatures."""
    latest = latest_results(request.session, [table.row for table in seats.tables if table.row])
    found = {}
    for table in seats.tables:
        result = latest.get(table.row.id) if table.row else None
        signatures = json.loads(result.entered).get("signatures") if result else None
        if result and signatures:
            of = {each.player: each for each in recorded_result(result.players, seats.number, table.number)[0].players}
            shown = request.facts.regulation.game.money.shown
            owned = [(assets(of[player]), signatures.get(player, "")) for player in table.players]
            found[table.number] = tuple(Signed("" if sum_ is None else shown(sum_), path) for sum_, path in owned)
    return found


def logs(request: DocumentRequest) -> PaperJob:
    """Two sheets per table of a round for writing down the moves."""
    found = request.requested_round()
    tables = tuple(map(request.table_seats, found.tables))
    facts = MoveLogs(found.number, tables)
    return PaperJob(move_logs, facts, len(tables) * facts.sheets, request.seats_draft_note([found]), found.version)


def result_link(request: DocumentRequest, table: SeatedTable) -> str:
    """The URL of the page for a table's result; empty while the table is drafted, or if it would only work on this
    computer.
    """
    return request.qr_link(f"{base_url()}/events/{request.event.id}/tables/{table.row.id}/result") if table.row else ""


def counting_of(request: DocumentRequest, seats: RoundSeats) -> CountingSheet:
    """What the sheets of a round's game have: of its first game, else of the regulation's.  Raises the problem
    ``no_score_sheet``.
    """
    header = next(filter(lambda each: each.get("edition"), (table.header for table in seats.tables)), {})
    game = request.regulation.game if request.regulation is not None else None
    ruleset = load(header.get("ruleset") or (game.ruleset if game is not None else names()[0]))
    edition = header.get("edition") or (game.edition if game is not None else None) or ruleset.default_edition
    known = ruleset.editions()
    if edition not in known:
        raise Problem("no_score_sheet", edition=edition, known=list(known))
    return ruleset.assets(edition).counting(ruleset.money(edition), request.language)
