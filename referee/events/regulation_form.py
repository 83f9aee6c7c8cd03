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
from rulesets.languages import FALLBACK
from tournaments.lists.fields import Fields
from tournaments.regulation.game import LIMIT
from tournaments.regulation.regulation import Regulation
from tournaments.regulation.spectators import FURTHEST, SpectatorsRule
from tournaments.typed import Minutes, Whole, whole

SIZES = (3, 4, 5, 6)
CRITERIA = (
    "points", "monopoly_wins", "places", "assets", "best_game", "rank_sum", "head_to_head", "opponents", "last_points",
    "lots",
)  # fmt: skip
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
class Span:
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
    spans: Sequence[Span]
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
        spans.append(Span(number, count, first.minutes, first.stage))
        number += count
    return RegulationForm(
        size=regulation.tables.size,
        also=regulation.tables.also,
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
    _write_rounds(document, regulation, given)
    if (now := _finalists(regulation)) is not None and (places := given.needed("finalists", PLACES) or now) != now:
        _write_finalists(document, places)
    _write_venues(document, regulation, given)
    if form.get("points", KEEP) in POINTS:
        document["points"] = {"rule": [dict(each) for each in POINTS[form["points"]]]}
    criteria = [form[f"criterion_{number}"] for number in range(MAX_CRITERIA) if form.get(f"criterion_{number}")]
    _write_criteria(document, criteria, worst_place=max(size, *others, 0))
    _write_options(document, regulation, form)
    _write_delay(document, regulation, given)
    given.check()
    done = tomlkit.dumps(document)
    return done if done == text else _next_version(without_needless(done), text)


def _write_rounds(document: TOMLDocument, regulation: Regulation, given: Fields) -> None:
    before = sum(each.stage == "main" for each in regulation.rounds)
    after = 0
    for number, section in enumerate(document["round"]):
        count = given.needed(f"count_{number}", Whole(1, 50)) or 1
        if count != _value(regulation, section.get("repeat", 1)):
            section["repeat"] = count
        after += count if section.get("stage", "main") == "main" else 0
        minutes = given.read(f"minutes_{number}", Minutes(1, 1440))
        if minutes:
            if minutes != _value(regulation, section.get("minutes")):
                _set_value(document, section, "minutes", minutes)
        elif "minutes" in section:
            del section["minutes"]
    for step in _tables(document, "qualification", "step"):
        if step.get("after") == before and after != before:
            step["after"] = after


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


def _write_finalists(document: TOMLDocument, places: int) -> None:
    step = _tables(document, "qualification", "step")[0]
    _set_value(document, document["qualification"], "places", places)
    _set_value(document, step, "places", places)
    final: Any = document["round"][-1]
    if final.get("stage", "main") == "main" or places in (sizes := _sizes(document, final)):
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
    elif current != value:
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
