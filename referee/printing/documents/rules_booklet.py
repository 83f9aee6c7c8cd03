"""The rules booklet: the clauses of a ruleset in force, with the lines of an event's regulation woven in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from referee.core.language import text
from referee.core.problems import Problem
from referee.events.points_text import join_list
from referee.events.regulation_text import ranking_stages, ranking_text, regulation_text, start_line
from referee.printing.job import PaperJob
from referee.printing.request import DocumentRequest
from referee.rules.points import PARTS, chapter_title
from rulesets.kernel.clause import START_ORDER, Clause
from rulesets.kernel.registry import load
from rulesets.kernel.ruleset import Ruleset
from tournaments.paper.documents.rules_booklet import BookletChapter, BookletClause, RulesBooklet, rules_booklet
from tournaments.paper.words import words
from tournaments.regulation.regulation import Regulation

RECORD = "record"
"""The layer of clauses about the record format, which is for programs: left out of booklets."""
WOVEN: Mapping[str, frozenset[str]] = {
    "game": frozenset({"GEN", "META", "OBJECT", "SETUP"}),
    "seating": frozenset({"MOVE", "PLAY"}),
    "results": frozenset({"TIME", "TIMED", "END", "CLOCK"}),
    "points": frozenset({"RANK", "END", "TIME", "TIMED", "CLOCK"}),
    "penalties": frozenset({"REF", "MANNER"}),
}
"""The chapters that take in a part of a regulation, by the words in their clauses' ids; the first match takes it."""


def event_booklet(request: DocumentRequest) -> PaperJob:
    """The booklet of the rules by which an event is played.  Raises the problem ``no_regulation``."""
    rule = request.regulation
    if rule is None:
        raise Problem("no_regulation")
    return booklet(load(rule.game.ruleset), request.language, rule)


def booklet(ruleset: Ruleset, language: str, regulation: Regulation | None = None) -> PaperJob:
    """The booklet of a ruleset, with a regulation's lines if one is given."""
    labels, texts = words(language), ruleset.catalogue.texts(language)
    clauses = [each for each in ruleset.catalogue.in_force.values() if each.layer != RECORD]
    event_lines = regulation_lines(regulation, language) if regulation else {}
    settled = _settled(event_lines, clauses, regulation, language) if regulation else {}
    chapters, by_title = [], dict[str, list[Clause]]()
    for each in clauses:  # what a supplement adds to a chapter stands with it
        by_title.setdefault(chapter_title(each, language), []).append(each)
    for title, rows in by_title.items():
        entries, last = [], {each.settles: each.id for each in rows}
        for each in rows:
            entries.append(BookletClause(each.id, texts[each.id].title, texts[each.id].text))
            if each.settles in settled and last[each.settles] == each.id:
                entries.append(BookletClause("", "", settled.pop(each.settles)))
        chapters.append(BookletChapter(title, (*entries, *_of_chapter(event_lines, rows, language))))
    rest = [line for part in event_lines for line in _lines(event_lines[part], part, language)]
    first = [BookletChapter(labels["booklet_event"], tuple(rest))] if rest else []
    facts = RulesBooklet(ruleset.titles[language], labels["rules_booklet"], (*first, *chapters))
    return PaperJob(rules_booklet, facts, 1 + len(clauses) // 25)


def regulation_lines(regulation: Regulation, language: str) -> dict[str, list[str]]:
    """The lines of a regulation, by its parts."""
    found = regulation_text(regulation, language)
    lines: dict[str, list[str]] = {part: list(getattr(found, part)) for part in PARTS if part != "rounds"}
    del lines["game"][0]  # the title of the document names the ruleset
    of_stages = lines["criteria"][: len(ranking_stages(regulation, language))]
    lines["criteria"] = [ranking_text(regulation, language), *of_stages]
    rounds = []
    for each in found.rounds:
        tables = text(language, "reg_tables_of", sizes=each.sizes) if each.sizes else ""
        about = join_list(filter(None, (each.minutes, tables, each.seating, each.notes)), language)
        rounds.append(f"{each.name}\u3000{about}")
    return {"rounds": rounds, **lines}


def _settled(
    event_lines: dict[str, list[str]], clauses: Sequence[Clause], regulation: Regulation, language: str
) -> dict[str, str]:
    """What the event settles in place of clauses, to stand below the last of them; removed from ``event_lines``."""
    if regulation.seating.start_order == "rolled" or all(each.settles != START_ORDER for each in clauses):
        return {}
    line = start_line(regulation, language)
    event_lines["seating"].remove(line)
    return {START_ORDER: line}


def _of_chapter(event_lines: dict[str, list[str]], clauses: Sequence[Clause], language: str) -> list[BookletClause]:
    """Remove the lines that belong to a chapter from ``event_lines`` and return them."""
    chapters = {each.id.rpartition("/")[2].rpartition("-")[0] for each in clauses}
    return [
        line
        for part in [each for each in event_lines if chapters & WOVEN.get(each, frozenset())]
        for line in _lines(event_lines.pop(part), part, language)
    ]


def _lines(lines: Sequence[str], part: str, language: str) -> list[BookletClause]:
    """Lines of a regulation in the form of clauses, under the title of the part."""
    title = [BookletClause("", text(language, PARTS[part]), "")] if lines else []
    return [*title, *(BookletClause("", "", each) for each in lines)]
