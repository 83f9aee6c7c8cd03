"""What questions and things that were made are called: in an archive they go by keys."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence

from referee.core.language import text, words
from referee.core.problems import Problem
from rulesets.languages import LANGUAGES
from tournaments.archive.difference import archive_words, said
from tournaments.fault import Fault, Faulty
from tournaments.paper.words import words as paper_words

STAGES = ("quarter", "semi", "final")
MEANS = {
    "withdrawal": "decisions_withdrawal",
    **{by: f"decisions_{by}" for by in ("playoff", "dice_race", "roll_off", "vote", "name", "seeding")},
}
"""The text of each means of decision."""


def in_every_language(named: Callable[[str], str]) -> Mapping[str, str]:
    """A name in every language, for a fact of a sentence."""
    return {language: named(language) for language in LANGUAGES}


def means(by: str, language: str) -> str:
    return text(language, MEANS[by]) if by in MEANS else by


def seating_kind(kind: str, language: str) -> str:
    """What the tables of a seating follow from."""
    return words(language).get(f"kind_{kind}", kind)


def source(way: str, language: str) -> str:
    return words(language).get(f"result_from_{way}", way)


def row_kind(kind: str, language: str) -> str:
    """A row of the chain of changes, by its table."""
    return archive_words(language).get(f"row_{kind}", kind)


def withheld(names: Sequence[str], language: str) -> str:
    """What the public archive withholds of a seating."""
    return text(language, "comma").join(archive_words(language).get(f"withheld_{name}", name) for name in names)


def versions(shown: Mapping[str, object], language: str) -> str:
    found = [said("version_of", {"table": table, "version": number}, language) for table, number in shown.items()]
    return text(language, "comma").join(found) or "–"


def question(about: str, names: Mapping[str, str], language: str) -> str:
    """A question, by its name.  ``names``: of players, by id."""
    match about.split("/"):
        case ["step", step]:
            return said("about_step", {"step": step}, language)
        case ["step", step, "seeding"]:
            return said("about_seeding", {"step": step}, language)
        case ["step", step, "for", player]:
            return said("about_place", {"step": step, "player": names.get(player, player)}, language)
        case ["standings", after]:
            return said("about_standings", {"round": after}, language)
        case ["teams", after]:
            return said("about_teams", {"round": after}, language)
        case ["withdrawal", after]:
            return said("about_withdrawal", {"round": after}, language)
        case ["class", name, *rest]:
            own = question("/".join(rest), names, language)
            return text(language, "effect_of_class", name=name, says=own)
        case [stage, table]:
            name = text(language, f"bracket_{stage}") if stage in STAGES else stage
            return said("about_stage", {"stage": name, "table": table}, language)
    return about


def thing(kind: str, about: str, tables: Mapping[str, tuple[int, int]], language: str) -> str:
    """Something that was made, by its kind and name.  ``tables``: rounds and numbers of the tables, by id."""
    name, _, number = about.partition("/")
    if kind == "paper":
        key = "certificate" if name.startswith("certificates") else name.replace("-", "_")
        title = paper_words(language).get(PAPERS.get(key, key), name)
        return _with_round(title, number, language)
    if kind == "file":
        return _with_round(words(language).get(f"stale_{name.replace('-', '_')}", name), number, language)
    if kind == "result" and about in tables:
        round_, table = tables[about]
        return said("about_result", {"round": round_, "table": table}, language)
    title = words(language).get(f"stale_title_{kind}", kind)
    return _with_round(title, about if kind in ("seats", "playoff") else "", language)


PAPERS: Mapping[str, str] = {
    "score_sheets": "score_sheet",
    "check_in_list": "check_in",
    "move_logs": "move_log",
    "participation_certificates": "participation",
}
"""Papers whose title goes by another key."""

NUMBER = re.compile("[0-9]+")


def _with_round(title: str, number: str, language: str) -> str:
    return said("about_round", {"title": title, "round": number}, language) if NUMBER.fullmatch(number) else title


def log_name(round_: int, table: int) -> str:
    return f"round-{round_}-table-{table}.jsonl"


LONGEST = 300
"""Characters of what is told: an archive may hold anything."""


def told(error: Faulty | Problem) -> Mapping[str, str]:
    """The sentences of an error, by language."""
    if isinstance(error, Faulty):
        return told_faults(error.faults)
    return {language: str(error.to_json(language)["detail"])[:LONGEST] for language in LANGUAGES}


def told_faults(faults: Iterable[Fault]) -> Mapping[str, str]:
    """The sentences of faults, by language."""
    listed = tuple(faults)
    return {language: "; ".join(fault.sentence(language) for fault in listed)[:LONGEST] for language in LANGUAGES}
