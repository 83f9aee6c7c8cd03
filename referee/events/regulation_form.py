"""The form for the most common changes to a regulation, read from its TOML and written back into it.

Whatever the form does not cover stays as it is in the file, including comments.  A value that refers to a parameter
(``"$name"``) is changed where the parameter is defined.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import tomlkit
from tomlkit import TOMLDocument

import rulesets
from referee.events.needless_lines import without_needless
from referee.events.regulation import parse_regulation
from rulesets.kernel.refusal import FormFault
from rulesets.languages import FALLBACK
from tournaments.fault import Faulty
from tournaments.lists.cells import Fields
from tournaments.regulation.game import LIMIT
from tournaments.regulation.regulation import Regulation
from tournaments.regulation.sections import FURTHEST, SpectatorsRule
from tournaments.typed import Minutes, Whole, whole

SIZES = (3, 4, 5, 6)
CRITERIA = (
    "points",
    "monopoly_wins",
    "places",
    "assets",
    "best_game",
    "rank_sum",
    "head_to_head",
    "opponents",
    "last_points",
    "lots",
)
"""The criteria of the standings that the form can add, because what they need to be told follows from the rest."""
MAX_CRITERIA = 5
PLACES = Whole(1, 100)
KEEP = "keep"
POINTS: Mapping[str, Sequence[Mapping[str, object]]] = {
    "wins": ({"winner": True, "points": 1}, {"points": 0}),
    "assets": ({"assets": 1},),
    "share": ({"winner": True, "points": 100}, {"share": 1}),
    "places": ({"by_place": [5, 3, 2, 1], "shared": "average"},),
}
"""The usual point systems, to choose from instead of keeping the file's own."""


@dataclass(frozen=True, slots=True)
class SectionRounds:
    """The rounds of a section of the plan.  ``first``: the first one's number; ``minutes``: None without a limit."""

    first: int
    count: int
    minutes: int | None
    stage: str


@dataclass(frozen=True, slots=True)
class OptionChoice:
    """An option of the ruleset.  ``value``: None if it is not set, so that the ruleset's ``default`` holds."""

    name: str
    about: str
    value: object
    default: object
    choices: Sequence[object]


@dataclass(frozen=True, slots=True)
class RegulationForm:
    """What the form shows.  ``finalists``, ``venue_places``: None if one number cannot express it; the latter 0 if
    nobody qualifies through venues; ``criteria``: by name, including those that the form cannot add.
    """

    size: int
    also: Sequence[int]
    fit: str
    spans: Sequence[SectionRounds]
    finalists: int | None
    venue_places: int | None
    criteria: Sequence[str]
    options: Sequence[OptionChoice]
    delay: SpectatorsRule


def form_of(text: str, regulation: Regulation, language: str) -> RegulationForm:
    """Return the form for a regulation and its TOML ``text``."""
    spans, number = [], 1
    for section in tomlkit.parse(text).get("round", []):
        count = int(_value(regulation, section.get("repeat", 1)))
        first = regulation.rounds[number - 1]
        spans.append(SectionRounds(number, count, first.minutes, first.stage))
        number += count
    return RegulationForm(
        size=regulation.tables.size,
        also=regulation.tables.also,
        fit=regulation.tables.fit,
        spans=spans,
        finalists=_finalists(regulation),
        venue_places=_venue_places(regulation),
        criteria=[str(each["by"]) for each in _tables(regulation.content, "standings", "criterion")],
        options=options_of(regulation, language),
        delay=regulation.spectators,
    )


def options_of(regulation: Regulation, language: str) -> list[OptionChoice]:
    """Return the options of the ruleset whose values can be chosen from a list; minutes belong to the rounds."""
    found = []
    for option in rulesets.load(regulation.game.ruleset, regulation.game.version).options:
        if option.name == LIMIT:
            continue
        choices = list(dict.fromkeys(each for each in (option.default, *option.samples) if _plain(each)))
        if _plain(option.default) and len(choices) > 1:
            value = regulation.game.options.get(option.name)
            choices += [value] if value is not None and _plain(value) and value not in choices else []
            found.append(OptionChoice(option.name, option.about[language], value, option.default, choices))
    return found


def edit(text: str, regulation: Regulation, form: Mapping[str, str], also: Sequence[str]) -> str:
    """Return the TOML as the form changes it.  ``also``: the other table sizes.  Raises `Faulty`."""
    document = tomlkit.parse(text)
    given = Fields(form)
    size = given.needed("size", Whole(2, 12)) or regulation.tables.size
    if size != regulation.tables.size:
        _set_value(document, document["tables"], "size", size)
    offered = dict.fromkeys((*regulation.tables.also, *SIZES))  # the file's sizes keep their order, which matters
    others = [each for each in offered if str(each) in also and each != size]
    if others != list(regulation.tables.also):
        document["tables"]["also"] = others
    fit = form.get("fit", regulation.tables.fit)
    if fit != regulation.tables.fit:
        document["tables"]["fit"] = fit
    _write_rounds(document, regulation, given)
    _write_finalists(document, regulation, given)
    _write_venues(document, regulation, given)
    if form.get("points", KEEP) in POINTS:
        document["points"] = {"rule": [dict(each) for each in POINTS[form["points"]]]}
    criteria = [form[f"criterion_{number}"] for number in range(MAX_CRITERIA) if form.get(f"criterion_{number}")]
    _write_criteria(document, criteria, worst_place=max(size, *others, 0))
    _write_options(document, regulation, form)
    _write_delay(document, regulation, given)
    given.check()
    done = tomlkit.dumps(document)
    if done == text:
        return done
    done = without_needless(done)
    _refuse_sizes_without_points(done, given)
    return _next_version(done, text)


def _refuse_sizes_without_points(done: str, given: Fields) -> None:
    """Raise `Faulty` if the file's own points do not cover a size of table: only people can say what they should be."""
    try:
        parse_regulation(done)
    except Faulty as faulty:
        for fault in faulty.faults:
            if fault.code == "ending_not_covered":
                size = fault.facts["size"]
                given.fault("size" if given.text("size") == str(size) else "also", "size_without_points", size=size)
    given.check()


def _write_rounds(document: TOMLDocument, regulation: Regulation, given: Fields) -> None:
    sections: list[Any] = list(document["round"])
    counts = [int(_value(regulation, each.get("repeat", 1))) for each in sections]
    wanted = [given.needed(f"count_{number}", Whole(1, 50)) or 1 for number in range(len(sections))]
    for number, section in enumerate(sections):
        if wanted[number] != counts[number]:
            section["repeat"] = wanted[number]
        minutes = given.read(f"minutes_{number}", Minutes(1, 1440))
        if minutes:
            if minutes != _value(regulation, section.get("minutes")):
                _set_value(document, section, "minutes", minutes)
        elif "minutes" in section:
            if _needs_limit(regulation):
                given.fault(f"minutes_{number}", "minutes_needed", least=1, most=1440)
            del section["minutes"]
    if wanted != counts:
        _renumber(document, regulation, counts, wanted)


def _needs_limit(regulation: Regulation) -> bool:
    """Whether the rules of the game know none without a time limit."""
    ruleset = rulesets.load(regulation.game.ruleset, regulation.game.version)
    limit = next(each for each in ruleset.options if each.name == LIMIT)
    try:
        limit.parse(None, None)
    except FormFault:
        return True
    return False


def _renumber(document: TOMLDocument, regulation: Regulation, counts: Sequence[int], wanted: Sequence[int]) -> None:
    """Write the numbers of rounds anew where the file refers to them, as sections have other ``counts`` now.

    A round that is gone counts as the last one of its section; a last one stays the last one.  Who plays beside a round
    is known before it: if no round is left before it, they play after it.
    """
    same: dict[int, int] = {}
    ends: dict[int, int] = {}
    number, now = 0, 0
    for before, after in zip(counts, wanted, strict=True):
        same |= {number + place: now + min(place, after) for place in range(1, before + 1)}
        ends[number + before] = now + after
        number, now = number + before, now + after
    steps = _tables(document, "qualification", "step")
    known = {int(_value(regulation, each["after"])) for each in steps}
    moved = {old: ends.get(old, same.get(old, old)) for old in {*same, *known}}
    for section in document["round"]:
        if "beside" in section:
            old = int(_value(regulation, section["beside"]))
            if moved[old] == 1:
                del section["beside"]
                continue
            moved |= {each: min(moved[each], moved[old] - 1) for each in known if each < old}
            _set_value(document, section, "beside", moved[old])
    for step in steps:
        _set_value(document, step, "after", moved[int(_value(regulation, step["after"]))])
        rounds = step.get("rounds")
        if isinstance(rounds, list):
            now_played = sorted({same.get(int(each), int(each)) for each in rounds})
            if now_played != list(rounds):
                step["rounds"] = now_played


def _write_venues(document: TOMLDocument, regulation: Regulation, given: Fields) -> None:
    now, places = _venue_places(regulation), given.read("venue_places", PLACES)
    if now is None or not given.has("venue_places") or places == (now or None):
        return
    if not places:
        del document["venues"]
    elif not now:
        document["venues"] = {"places": places}
    else:
        _set_value(document, document["venues"], "places", places)


def _write_finalists(document: TOMLDocument, regulation: Regulation, given: Fields) -> None:
    now, rule = _finalists(regulation), regulation.qualification
    if now is None or rule is None:
        return
    final: Any = document["round"][-1]
    one_table = final.get("stage", "main") != "main" and not rule.stages
    seats = Whole(*rulesets.load(regulation.game.ruleset, regulation.game.version).seats)
    places = given.needed("finalists", seats if one_table else PLACES) or now
    if places == now:
        return
    step = _tables(document, "qualification", "step")[0]
    _set_value(document, document["qualification"], "places", places)
    _set_value(document, step, "places", places)
    if not one_table or places in (sizes := _sizes(document, final)):
        return
    sizes = [places, *(each for each in sizes if each < places)]
    tables: Any = document["tables"]
    if sizes == [tables["size"], *tables.get("also", [])]:
        final.pop("sizes", None)  # a line without effect is a fault
    else:
        final["sizes"] = sizes


def _sizes(document: TOMLDocument, section: Any) -> list[int]:
    parameters: Any = document.get("parameters", {})
    listed = [parameters.get(each[1:]) if isinstance(each, str) else each for each in section.get("sizes", [])]
    return [int(each) for each in listed]


def _write_criteria(document: TOMLDocument, wanted: Sequence[str], worst_place: int) -> None:
    """Write the criteria.  ``worst_place``: the worst there can be at a table, which a missed round counts as."""
    old = _tables(document, "standings", "criterion")
    if not wanted or list(wanted) == [str(each["by"]) for each in old[:MAX_CRITERIA]]:
        return
    needed = {"places": {"place": 1}, "rank_sum": {"absent": worst_place}}
    left, criteria = list(old[:MAX_CRITERIA]), tomlkit.aot()
    for by in wanted:
        kept = next((each for each in left if each["by"] == by), None)
        if kept is not None:
            left.remove(kept)
            criteria.append(kept)
        elif by in CRITERIA:
            criteria.append(tomlkit.item({"by": by, **needed.get(by, {})}))
    for each in old[MAX_CRITERIA:]:  # those that the form does not show
        criteria.append(each)
    document["standings"]["criterion"] = criteria


def _write_options(document: TOMLDocument, regulation: Regulation, form: Mapping[str, str]) -> None:
    game: Any = document["game"]
    for option in options_of(regulation, FALLBACK):
        chosen = form.get(f"option_{option.name}", KEEP)
        place = whole(chosen)
        if place is None or place >= len(option.choices):
            continue
        value = option.choices[place]
        if value == (option.default if option.value is None else option.value):
            continue
        if "options" not in game:
            game["options"] = tomlkit.table()
        _set_value(document, game["options"], option.name, value)


def _write_delay(document: TOMLDocument, regulation: Regulation, given: Fields) -> None:
    """Write how far spectators lag behind.  If both are 0, the section is removed: a line without effect is a fault."""
    now = {"delay_minutes": regulation.spectators.delay_minutes, "delay_turns": regulation.spectators.delay_turns}
    kinds = {"delay_minutes": Minutes(0, FURTHEST), "delay_turns": Whole(0, FURTHEST)}
    wanted = {name: given.read(name, kind) or 0 for name, kind in kinds.items()}
    if not any(map(given.has, now)) or wanted == now:
        return
    if not any(wanted.values()):
        del document["spectators"]
        return
    if "spectators" not in document:
        document["spectators"] = tomlkit.table()
    section: Any = document["spectators"]
    for name, value in wanted.items():
        if value:
            _set_value(document, section, name, value)
        elif name in section:
            del section[name]


def _set_value(document: TOMLDocument, table: Any, key: str, value: object) -> None:
    """Set a value; if it refers to a parameter that nothing else uses, set the parameter instead."""
    current = table.get(key)
    if isinstance(current, str) and current.startswith("$") and tomlkit.dumps(document).count(f'"{current}"') == 1:
        document["parameters"][current[1:]] = value
    elif current != value and not (
        isinstance(current, str) and document.get("parameters", {}).get(current[1:]) == value
    ):
        table[key] = value


def _finalists(regulation: Regulation) -> int | None:
    rule = regulation.qualification
    steps = _tables(regulation.content, "qualification", "step")
    return rule.places if rule is not None and len(steps) == 1 else None


def _venue_places(regulation: Regulation) -> int | None:
    rule = regulation.venues
    return 0 if rule is None else rule.places or None


def _tables(content: Mapping[str, Any], *path: str) -> list[Any]:
    found: Any = content
    for key in path:
        found = found.get(key, {}) if hasattr(found, "get") else {}
    return list(found)


def _value(regulation: Regulation, value: Any) -> Any:
    """Return a value of the file, or of the parameter that it refers to."""
    if isinstance(value, str) and value.startswith("$"):
        parameters: Any = regulation.content.get("parameters", {})
        return parameters[value[1:]]
    return value


def _plain(value: object) -> bool:
    return isinstance(value, bool | int | str)


def _next_version(done: str, before: str) -> str:
    """Return the file with its version counted up: 1, 1-2, 1-3."""
    at = re.search(r'(?m)^version = "([^"]*?)(?:-(\d+))?"$', before)
    if at is None:
        return done
    return done.replace(at[0], f'version = "{at[1]}-{int(at[2] or 1) + 1}"', 1)
