"""The documents that can be printed, in the order of the day."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from referee.core.problems import Problem
from referee.printing.documents import (
    announced,
    cards,
    certificates,
    event_report,
    forms,
    game_record,
    game_report,
    people,
    ranks,
    results,
    round_set,
    rules_booklet,
    seating_charts,
    tables,
)
from referee.printing.job import Job
from referee.printing.request import DocumentRequest
from rulesets.languages import LANGUAGES
from tournaments.paper.documents.certificate import VERTICAL
from tournaments.paper.words import words

BEFORE, ROUND, AFTER = "before", "round", "after"
EVENT, OF_ROUND, OF_TABLE = "event", "round", "table"


class Paper(NamedTuple):
    """A document that can be printed.  ``title_name``: the key of its title among the words of the documents;
    ``moment``: when in the day it is needed; ``about``: the event, a round or a table; ``languages``: those that it can
    be printed in.
    """

    name: str
    title_name: str
    moment: str
    about: str
    job: Callable[[DocumentRequest], Job]
    languages: tuple[str, ...] = LANGUAGES

    @property
    def titles(self) -> dict[str, str]:
        """Its title by language."""
        return {language: self.title(language) for language in LANGUAGES}

    def file_name(self, language: str, round_number: int | None, table_number: int | None) -> str:
        """The file name of its PDF."""
        numbers = [f"{number:02}" for number in (round_number, table_number) if number is not None]
        return "-".join([self.name, *numbers, language]) + ".pdf"

    def title(self, language: str) -> str:
        """Its title in a language."""
        return words(language)[self.title_name]


CATALOGUE: Mapping[str, Paper] = {
    paper.name: paper
    for paper in (
        Paper("poster", "poster", BEFORE, EVENT, announced.event_poster),
        Paper("check-in-list", "check_in", BEFORE, EVENT, people.check_in_list),
        Paper("receipts", "receipts", BEFORE, EVENT, forms.receipts),
        Paper("name-tags", "name_tags", BEFORE, EVENT, cards.tags),
        Paper("pairing-slips", "pairing_slips", BEFORE, EVENT, seating_charts.slips),
        Paper("judges-card", "judges_card", BEFORE, EVENT, cards.card_for_judges),
        Paper("rules-leaflet", "leaflet", BEFORE, EVENT, cards.rules_leaflet),
        Paper("fallback-card", "fallback_card", BEFORE, EVENT, cards.fallback),
        Paper("table-tents", "table_tents", BEFORE, EVENT, tables.tents),
        Paper("call-slips", "call_slips", BEFORE, EVENT, forms.calls),
        Paper("blanks", "blanks", BEFORE, EVENT, forms.blanks),
        Paper("rules-booklet", "rules_booklet", BEFORE, EVENT, rules_booklet.event_booklet),
        Paper("round-set", "round_set", ROUND, OF_ROUND, round_set.all_papers),
        Paper("seating-by-name", "seating_by_name", ROUND, OF_ROUND, seating_charts.by_name),
        Paper("seating-by-table", "seating_by_table", ROUND, OF_ROUND, seating_charts.by_table),
        Paper("table-signs", "table_signs", ROUND, OF_ROUND, tables.signs),
        Paper("name-strips", "name_strips", ROUND, OF_ROUND, tables.strips),
        Paper("score-sheets", "score_sheet", ROUND, OF_ROUND, tables.sheets),
        Paper("result-slips", "result_slips", ROUND, OF_ROUND, tables.slips),
        Paper("count-sheets", "count_sheets", ROUND, OF_ROUND, tables.counts),
        Paper("move-logs", "move_log", ROUND, OF_ROUND, tables.logs),
        Paper("round-results", "round_results", ROUND, OF_ROUND, results.results_of_round),
        Paper("standings", "standings", ROUND, OF_ROUND, ranks.standings_sheet),
        Paper("own-results", "own_results", ROUND, OF_ROUND, people.own_result_slips),
        Paper("penalty-slips", "penalty_slips", ROUND, OF_ROUND, forms.penalties),
        Paper("ruling-slips", "ruling_slips", ROUND, OF_ROUND, forms.rulings),
        Paper("game-record", "game_record", ROUND, OF_TABLE, game_record.table_record),
        Paper("game-report", "game_report", ROUND, OF_TABLE, game_report.table_report),
        Paper("bracket", "bracket", AFTER, EVENT, ranks.bracket_sheet),
        Paper("final-board", "final_board", AFTER, EVENT, ranks.final_board_sheet),
        Paper("certificates-vertical", "certificate", AFTER, EVENT, certificates.vertical, VERTICAL),
        Paper("certificates-horizontal", "certificate", AFTER, EVENT, certificates.horizontal),
        Paper("event-report", "event_report", AFTER, EVENT, event_report.report),
    )
}
"""All documents by name."""


def paper_of(document: str) -> Paper:
    """The document with a name.  Raises the problem ``not_found``."""
    if document not in CATALOGUE:
        raise Problem("not_found", path=document)
    return CATALOGUE[document]
