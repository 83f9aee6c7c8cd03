"""The documents that can be printed, in the order of the day."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import NamedTuple

from referee.core.problems import Problem
from referee.printing.job import PaperJob
from referee.printing.request import DocumentRequest
from rulesets.languages import LANGUAGES
from tournaments.paper.type.characters import VERTICAL
from tournaments.paper.words import words

BEFORE, ROUND, AFTER = "before", "round", "after"
EVENT, OF_ROUND, OF_TABLE = "event", "round", "table"


class Paper(NamedTuple):
    """A document that can be printed.  ``title_name``: the key of its title among the words of the documents;
    ``moment``: when in the day it is needed; ``about``: the event, a round or a table; ``job``: gathers what it is made
    from; ``languages``: those that it can be printed in.
    """

    name: str
    title_name: str
    moment: str
    about: str
    job: Callable[[DocumentRequest], PaperJob]
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


def of(name: str) -> Callable[[DocumentRequest], PaperJob]:
    """The function with this name in `referee.printing.documents`, imported when it is first called: few requests
    print, and what draws the documents is large.
    """

    def job(request: DocumentRequest) -> PaperJob:
        module, _, function = name.partition(".")
        gather: Callable[[DocumentRequest], PaperJob] = getattr(
            import_module(f"referee.printing.documents.{module}"), function
        )
        return gather(request)

    return job


CATALOGUE: Mapping[str, Paper] = {
    paper.name: paper
    for paper in (
        Paper("poster", "poster", BEFORE, EVENT, of("cards.event_poster")),
        Paper("programme", "programme", BEFORE, EVENT, of("programme.event_programme")),
        Paper("direction-signs", "direction_signs", BEFORE, EVENT, of("direction_signs.way_signs")),
        Paper("floor-plan", "floor_plan", BEFORE, EVENT, of("floor_plans.plain")),
        Paper("staff-rota", "staff_rota", BEFORE, EVENT, of("rota.staff_table")),
        Paper("rota-slips", "rota_slips", BEFORE, EVENT, of("rota.own_slips")),
        Paper("check-in-list", "check_in", BEFORE, EVENT, of("people.check_in_list")),
        Paper("receipts", "receipts", BEFORE, EVENT, of("forms.receipts")),
        Paper("name-tags", "name_tags", BEFORE, EVENT, of("cards.tags")),
        Paper("pairing-slips", "pairing_slips", BEFORE, EVENT, of("seating_charts.slips")),
        Paper("judges-card", "judges_card", BEFORE, EVENT, of("cards.card_for_judges")),
        Paper("rules-leaflet", "leaflet", BEFORE, EVENT, of("cards.rules_leaflet")),
        Paper("fallback-card", "fallback_card", BEFORE, EVENT, of("cards.fallback")),
        Paper("table-tents", "table_tents", BEFORE, EVENT, of("tables.tents")),
        Paper("call-slips", "call_slips", BEFORE, EVENT, of("forms.calls")),
        Paper("blanks", "blanks", BEFORE, EVENT, of("forms.blanks")),
        Paper("rules-booklet", "rules_booklet", BEFORE, EVENT, of("rules_booklet.event_booklet")),
        Paper("round-set", "round_set", ROUND, OF_ROUND, of("tables.all_papers")),
        Paper("seating-by-name", "seating_by_name", ROUND, OF_ROUND, of("seating_charts.by_name")),
        Paper("seating-by-table", "seating_by_table", ROUND, OF_ROUND, of("seating_charts.by_table")),
        Paper("floor-plan-names", "floor_plan_names", ROUND, OF_ROUND, of("floor_plans.with_names")),
        Paper("table-signs", "table_signs", ROUND, OF_ROUND, of("tables.signs")),
        Paper("name-strips", "name_strips", ROUND, OF_ROUND, of("tables.strips")),
        Paper("score-sheets", "score_sheet", ROUND, OF_ROUND, of("tables.sheets")),
        Paper("result-slips", "result_slips", ROUND, OF_ROUND, of("tables.slips")),
        Paper("count-sheets", "count_sheets", ROUND, OF_ROUND, of("tables.counts")),
        Paper("move-logs", "move_log", ROUND, OF_ROUND, of("tables.logs")),
        Paper("round-results", "round_results", ROUND, OF_ROUND, of("results.results_of_round")),
        Paper("standings", "standings", ROUND, OF_ROUND, of("ranks.standings_sheet")),
        Paper("own-results", "own_results", ROUND, OF_ROUND, of("people.own_result_slips")),
        Paper("penalty-slips", "penalty_slips", ROUND, OF_ROUND, of("forms.penalties")),
        Paper("ruling-slips", "ruling_slips", ROUND, OF_ROUND, of("forms.rulings")),
        Paper("game-record", "game_record", ROUND, OF_TABLE, of("game_record.table_record")),
        Paper("game-report", "game_report", ROUND, OF_TABLE, of("game_report.table_report")),
        Paper("bracket", "bracket", AFTER, EVENT, of("ranks.bracket_sheet")),
        Paper("final-board", "final_board", AFTER, EVENT, of("ranks.final_board_sheet")),
        Paper("certificates-vertical", "certificate", AFTER, EVENT, of("certificates.vertical"), VERTICAL),
        Paper("certificates-horizontal", "certificate", AFTER, EVENT, of("certificates.horizontal")),
        Paper("participation-certificates", "participation", AFTER, EVENT, of("certificates.participation")),
        Paper("event-report", "event_report", AFTER, EVENT, of("event_report.report")),
    )
}
"""All documents by name."""


def paper_of(document: str) -> Paper:
    """The document with a name.  Raises the problem ``not_found``."""
    if document not in CATALOGUE:
        raise Problem("not_found", path=document)
    return CATALOGUE[document]
