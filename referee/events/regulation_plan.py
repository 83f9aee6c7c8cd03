"""The plan of a regulation, written into its TOML: rounds, final, ruleset; and a whole one from an outline."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import tomlkit
from tomlkit import TOMLDocument

import rulesets
from rulesets.kernel.refusal import FormFault
from tournaments.players.stand_in import STAND_INS
from tournaments.regulation.game import LIMIT
from tournaments.regulation.load import FORMAT
from tournaments.regulation.outline import Outline
from tournaments.regulation.regulation import Regulation
from tournaments.regulation.round import STAGES
from tournaments.regulation.sections import CONFIRMATIONS

MAIN = STAGES[0]
MANNERS = ("schedule", "drawn", "ranked")
"""How rounds may be seated: all before the first, each by a draw when it comes, or after the first by the standings."""
POINTS: Mapping[str, Sequence[Mapping[str, object]]] = {
    "wins": ({"winner": True, "points": 1}, {"points": 0}),
    "assets": ({"assets": 1},),
    "share": ({"winner": True, "points": 100}, {"share": 1}),
    "places": ({"by_place": [5, 3, 2, 1], "shared": "average"},),
}
"""The usual point systems, to choose from instead of keeping the file's own."""
AIMS = ("rematches", "clubs", "start_order")
CRITERIA = ("points", "monopoly_wins", "assets", "lots")
USUAL_MINUTES = 90
"""The limit of a game that had none, where the rules of the game want one."""


def outline_text(outline: Outline, titles: Mapping[str, str]) -> str:
    """An outline as a regulation's TOML.  ``titles``: by language, at least one."""
    document = tomlkit.document()
    document.update({"format": FORMAT, "name": "own", "version": "1"})
    document["title"] = tomlkit.inline_table()
    document["title"].update(dict(titles))
    document["game"] = {"ruleset": outline.ruleset}
    size, *also = outline.sizes
    document["tables"] = {"size": size, **({"also": also} if also else {})}
    repeat = {"repeat": outline.rounds} if outline.rounds > 1 else {}
    document["round"] = [{**repeat, "seating": MANNERS[0], "minutes": outline.minutes}]
    document["seating"] = {"aims": list(AIMS)}
    document["points"] = {"rule": [dict(each) for each in POINTS["share"]]}
    document["standings"] = {"criterion": [{"by": each} for each in CRITERIA]}
    if outline.finalists:
        add_final(document, outline.finalists, outline.minutes, outline.sizes, outline.rounds, outline.semi_tables)
    return tomlkit.dumps(document)


def add_final(
    document: TOMLDocument, finalists: int, minutes: int | None, sizes: Sequence[int], after: int, semi_tables: int = 0
) -> None:
    """Add a final at one table for the first of the standings, or of those who play a semi-final before it.

    ``sizes``: of all tables, of which those of a semi-final have the first; ``after``: the last round; ``semi_tables``:
    of the semi-final, all of them full, 0 without one.
    """
    seats = {"semi": sizes[0], "final": finalists} if semi_tables else {"final": finalists}
    rounds: Any = document["round"]
    for stage, size in seats.items():
        section: dict[str, Any] = {"stage": stage, "seating": "qualifiers"}
        if minutes is not None:
            section["minutes"] = minutes
        if tuple(sizes) != (size,):
            section["sizes"] = [size]
        rounds.append(tomlkit.item(section))
    places = semi_tables * sizes[0] or finalists
    rule: dict[str, Any] = {"places": places, "step": [{"after": after, "who": "all", "places": places}]}
    if semi_tables:
        # From each table as many as there is room for, and then the best of the others.
        advance, extra = divmod(finalists, semi_tables)
        semi = {"name": "semi", "tables": semi_tables, "advance": advance, **({"extra": extra} if extra else {})}
        rule["stage"] = [semi, {"name": "final", "tables": 1}]
    document["qualification"] = rule


def manner_of(regulation: Regulation) -> str:
    """How the main rounds are seated, one of `MANNERS`; empty for another manner."""
    first, *others = [each.seating for each in regulation.rounds if each.stage == MAIN] or [""]
    if others and set(others) == {"ranked"} and first in ("schedule", "drawn"):
        return "ranked"
    return first if {first, *others} <= {"schedule"} or {first, *others} <= {"drawn"} else ""


def write_manner(document: TOMLDocument, regulation: Regulation, manner: str) -> None:
    """Write how the main rounds are seated.  Rounds that become the same are written as one section."""
    rounds = tomlkit.aot()
    number = 1
    for section in document["round"]:
        count = int(value_in(regulation, section.get("repeat", 1)))
        parts = [section]
        if section.get("stage", MAIN) == MAIN:
            if manner == "ranked" and number == 1 and count > 1:
                parts = [repeated(section, 1), repeated(section, count - 1)]
            for part in parts:
                part["seating"] = "drawn" if manner == "ranked" and number == 1 and part is parts[0] else manner
        for part in parts:
            if rounds and unrepeated(rounds[-1]) == unrepeated(part) and part.get("stage", MAIN) == MAIN:
                before = int(value_in(regulation, rounds[-1].get("repeat", 1)))
                rounds[-1]["repeat"] = before + int(value_in(regulation, part.get("repeat", 1)))
            else:
                rounds.append(part)
        number += count
    document["round"] = rounds


def repeated(section: Any, count: int) -> Any:
    """A copy of a section of rounds, for another number of them."""
    copy = tomlkit.item(dict(section.unwrap()))
    if count > 1:
        copy["repeat"] = count
    else:
        copy.pop("repeat", None)
    return copy


def unrepeated(section: Any) -> dict[str, Any]:
    """What a section of rounds says, except for how many they are."""
    return {key: value for key, value in section.unwrap().items() if key != "repeat"}


def write_apart(document: TOMLDocument, regulation: Regulation, *, apart: bool) -> None:
    """Write whether a draw keeps members of a club apart."""
    aims = list(regulation.seating.aims)
    if apart == ("clubs" in aims):
        return
    if apart:
        aims.insert(1 if aims[:1] == ["rematches"] else 0, "clubs")
    else:
        aims.remove("clubs")
    if "seating" not in document:
        document["seating"] = tomlkit.table()
    section: Any = document["seating"]
    if aims:
        section["aims"] = aims
    else:
        del section["aims"]
        if not section:
            del document["seating"]


def write_final(
    document: TOMLDocument, regulation: Regulation, finalists: int | None, minutes: int | None, semi_tables: int = 0
) -> None:
    """Write a final of the first ``finalists`` instead of whatever follows the main rounds; None: nothing follows.

    ``semi_tables``: of a semi-final before it, 0 without one.
    """
    kept = [each for each in document["round"] if each.get("stage", MAIN) == MAIN]
    rounds = tomlkit.aot()
    for each in kept:
        rounds.append(each)
    document["round"] = rounds
    document.pop("qualification", None)
    if finalists is not None:
        sizes = (int(value_in(regulation, each)) for each in _sizes(document))
        after = sum(int(value_in(regulation, each.get("repeat", 1))) for each in kept)
        add_final(document, finalists, minutes, tuple(sizes), after, semi_tables)


def _sizes(document: TOMLDocument) -> list[Any]:
    tables: Any = document["tables"]
    also = tables.get("also", [])
    parameters: Any = document.get("parameters", {})
    return [tables["size"], *(parameters[also[1:]] if isinstance(also, str) else also)]


def write_ruleset(document: TOMLDocument, regulation: Regulation, name: str) -> None:
    """Write the ruleset of the games.  What it does not know goes: version, board, options, games without limit."""
    ruleset = rulesets.load(name)
    game: Any = document["game"]
    game["ruleset"] = name
    game.pop("version", None)
    if "edition" in game and value_in(regulation, game["edition"]) not in ruleset.editions():
        del game["edition"]
    known = {each.name: each for each in ruleset.options}
    for section in (game, *document["round"]):
        options: Any = section.get("options", {})
        for key in list(options):
            value = value_in(regulation, options[key])
            if key not in known or value == known[key].default or not _parses(known[key], value):
                del options[key]
        if "options" in section and not options:
            del section["options"]
    if needs_limit(name):
        for section in document["round"]:
            section.setdefault("minutes", USUAL_MINUTES)


RESULTS: Mapping[str, Sequence[str]] = {"confirmation": CONFIRMATIONS, "stand_in": STAND_INS}
"""What the form can change about results, each with its choices, the usual one first."""


def write_results(document: TOMLDocument, regulation: Regulation, key: str, chosen: str) -> None:
    """Write one of `RESULTS`; what holds where nothing is said is not written down."""
    if chosen == getattr(regulation.results, key) or chosen not in RESULTS[key]:
        return
    if "results" not in document:
        document["results"] = tomlkit.table()
    section: Any = document["results"]
    if chosen == RESULTS[key][0]:
        del section[key]
        if not section:
            del document["results"]
    else:
        set_value(document, section, key, chosen)


def needs_limit(name: str, version: str | None = None) -> bool:
    """Whether the rules of the game know none without a time limit."""
    options = rulesets.load(name, version).options
    return any(each.name == LIMIT and not _parses(each, None) for each in options)


def _parses(option: Any, value: object) -> bool:
    try:
        option.parse(value, None)
    except FormFault:
        return False
    return True


def write_edition(document: TOMLDocument, regulation: Regulation, name: str) -> None:
    """Write the board of the games.  ``name``: empty for the ruleset's own."""
    game: Any = document["game"]
    if name:
        set_value(document, game, "edition", name)
    else:
        game.pop("edition", None)


def set_value(document: TOMLDocument, table: Any, key: str, value: object) -> None:
    """Set a value; if it refers to a parameter that nothing else uses, set the parameter instead."""
    current = table.get(key)
    if isinstance(current, str) and current.startswith("$") and tomlkit.dumps(document).count(f'"{current}"') == 1:
        document["parameters"][current[1:]] = value
    elif current != value and not (
        isinstance(current, str) and document.get("parameters", {}).get(current[1:]) == value
    ):
        table[key] = value


def tables_in(content: Mapping[str, Any], *path: str) -> list[Any]:
    """The entries of a list of tables; empty if there is none."""
    found: Any = content
    for key in path:
        found = found.get(key, {}) if hasattr(found, "get") else {}
    return list(found)


def value_in(regulation: Regulation, value: Any) -> Any:
    """Return a value of the file, or of the parameter that it refers to."""
    if isinstance(value, str) and value.startswith("$"):
        parameters: Any = regulation.content.get("parameters", {})
        return parameters[value[1:]]
    return value
