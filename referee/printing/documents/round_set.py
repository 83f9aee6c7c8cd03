"""Everything for a round as one file, in the order in which it is handed out."""

from __future__ import annotations

from referee.core.problems import Problem
from referee.printing.documents import seating_charts, tables
from referee.printing.job import PaperJob, bind_jobs
from referee.printing.request import DocumentRequest


def all_papers(request: DocumentRequest) -> PaperJob:
    """First what goes on the wall: the charts by name and by table; then for the tables: signs, score sheets, slips.

    Score sheets and slips are left out if the board's deeds are not known.
    """
    found = request.requested_round()
    if not found.tables:
        return PaperJob(bind_jobs, ())
    jobs = [seating_charts.chart_by_name(request, [found]), seating_charts.by_table(request), tables.signs(request)]
    try:
        jobs += [tables.sheets(request), tables.slips(request)]
    except Problem as problem:
        if problem.code != "no_score_sheet":
            raise
    return PaperJob(bind_jobs, tuple(jobs), sum(each.sheets for each in jobs), jobs[0].draft, found.version)
