"""The form of a regulation: what people change most, read from its TOML and written back into it.

What the form has not stays as it stands in the file, comments and all.  A value that is a parameter (``"$name"``) is
changed where the parameter is set.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import tomlkit
from tomlkit import TOMLDocument

import rulesets
from referee.core.http.field_faults import Fault as FieldFault
from referee.core.http.field_faults import invalid
from referee.core.pages.forms import whole
from rulesets.languages import FALLBACK
from tournaments.regulation.regulation import Regulation
from tournaments.regulation.spectators import FURTHEST, SpectatorsRule

SIZES = (3, 4, 5, 6)
CRITERIA = (
    "points", "monopoly_wins", "places", "assets", "best_game", "rank_sum", "head_to_head", "opponents", "last_points",
    "lots",
)  # fmt: skip
"""The criteria of the standings that need no further figures."""
MOST_CRITERIA = 5
KEEP = "keep"
POINTS: Mapping[str, Sequence[Mapping[str, object]]] = {
    "wins": ({"winner": True, "points": 1}, {"points": 0}),
    "assets": ({"assets": 1},),
    "share": ({"winner": True, "points": 100}, {"share": 1}),
    "places": ({"by_place": [5, 3, 2, 1], "shared": "average"},),
}
"""Points in use, besides those that the file has."""


@dataclass(frozen=True, slots=True)
class Span:
    """Rounds of one section of the plan: the number of the first, how many, and their minutes; None: without limit."""

    first: int
    count: int
    minutes: int | None
    stage: str


@dataclass(frozen=True, slots=True)
class OptionChoice:
    """An option of the ruleset.  ``value``: None where the ruleset's own holds, which is ``default``."""

    name: str
    about: str
    value: object
    default: object
    choices: Sequence[object]


@dataclass(frozen=True, slots=True)
class RegulationForm:
    """What the form shows.  ``finalists``, ``venue_places``: None where one number cannot express that; the latter 0
    where nobody comes of venues; ``criteria``: by name, those that the form cannot say as they stand.
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
    """The form of a regulation and its TOML."""
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
    """The options of the ruleset that can be chosen from a list."""
    found = []
    for option in rulesets.load(regulation.game.ruleset, regulation.game.version).options:
        choices = list(dict.fromkeys(each for each in (option.default, *option.samples) if _plain(each)))
        if _plain(option.default) and len(choices) > 1:
            value = regulation.game.options.get(option.name)
            choices += [value] if value is not None and _plain(value) and value not in choices else []
            found.append(OptionChoice(option.name, option.about[language], value, option.default, choices))
    return found


def edit(text: str, regulation: Regulation, form: Mapping[str, str], also: Sequence[str]) -> str:
    """The TOML with what the form says.  ``also``: the other sizes of tables.  Raises the problem ``invalid``."""
    document = tomlkit.parse(text)
    given = FormReader(form)
    size = given.whole("size", 2, 12)
    if size != regulation.tables.size:
        _put(document, document["tables"], "size", size)
    offered = dict.fromkeys((*regulation.tables.also, *SIZES))  # those that stand there in their order, which counts
    others = [each for each in offered if str(each) in also and each != size]
    if others != list(regulation.tables.also):
        document["tables"]["also"] = others
    _rounds(document, regulation, given)
    if (now := _finalists(regulation)) is not None and (places := given.whole("finalists", 1, 100)) != now:
        _write_finalists(document, places)
    _write_venues(document, regulation, given)
    if form.get("points", KEEP) in POINTS:
        document["points"] = {"rule": [dict(each) for each in POINTS[form["points"]]]}
    _write_criteria(
        document, [form[f"criterion_{number}"] for number in range(MOST_CRITERIA) if form.get(f"criterion_{number}")]
    )
    _write_options(document, regulation, form)
    _write_delay(document, regulation, given)
    given.check()
    done = tomlkit.dumps(document)
    return done if done == text else _next_version(done, text)


class FormReader:
    """Reads the numbers of a form, and collects what is wrong."""

    def __init__(self, form: Mapping[str, str]) -> None:
        self.form = form
        self.faults: list[FieldFault] = []

    def whole(self, name: str, least: int, most: int) -> int:
        """A whole number."""
        number = whole(self.form.get(name, "").strip())
        if number is not None and least <= number <= most:
            return number
        self.faults.append(FieldFault(name, "not_within", {"least": least, "most": most}))
        return least

    def check(self) -> None:
        """Raises the problem ``invalid`` with what was wrong."""
        if self.faults:
            raise invalid(*self.faults)


def _rounds(document: TOMLDocument, regulation: Regulation, given: FormReader) -> None:
    before = sum(each.stage == "main" for each in regulation.rounds)
    after = 0
    for number, section in enumerate(document["round"]):
        count = given.whole(f"count_{number}", 1, 50)
        if count != _value(regulation, section.get("repeat", 1)):
            section["repeat"] = count
        after += count if section.get("stage", "main") == "main" else 0
        minutes = given.form.get(f"minutes_{number}", "").strip()
        if minutes:
            found = given.whole(f"minutes_{number}", 1, 1440)
            if found != _value(regulation, section.get("minutes")):
                _put(document, section, "minutes", found)
        elif "minutes" in section:
            del section["minutes"]
    for step in _tables(document, "qualification", "step"):
        if step.get("after") == before and after != before:
            step["after"] = after


def _write_venues(document: TOMLDocument, regulation: Regulation, given: FormReader) -> None:
    now, typed = _venue_places(regulation), given.form.get("venue_places", "").strip()
    if now is None or "venue_places" not in given.form or typed == str(now or ""):
        return
    if not typed:
        del document["venues"]
    elif (places := given.whole("venue_places", 1, 100)) and not now:
        document["venues"] = {"places": places}
    else:
        _put(document, document["venues"], "places", places)


def _write_finalists(document: TOMLDocument, places: int) -> None:
    step = _tables(document, "qualification", "step")[0]
    _put(document, document["qualification"], "places", places)
    _put(document, step, "places", places)
    final: Any = document["round"][-1]
    if final.get("stage", "main") == "main" or places in (sizes := _sizes(document, final)):
        return
    sizes = [places, *(each for each in sizes if each < places)]
    tables: Any = document["tables"]
    if sizes == [tables["size"], *tables.get("also", [])]:
        del final["sizes"]  # a line that does nothing is a fault
    else:
        final["sizes"] = sizes


def _sizes(document: TOMLDocument, section: Any) -> list[int]:
    parameters: Any = document.get("parameters", {})
    listed = [parameters.get(each[1:]) if isinstance(each, str) else each for each in section.get("sizes", [])]
    return [int(each) for each in listed]


def _write_criteria(document: TOMLDocument, wanted: Sequence[str]) -> None:
    old = _tables(document, "standings", "criterion")
    if not wanted or list(wanted) == [str(each["by"]) for each in old[:MOST_CRITERIA]]:
        return
    left, criteria = list(old[:MOST_CRITERIA]), tomlkit.aot()
    for by in wanted:
        kept = next((each for each in left if each["by"] == by), None)
        if kept is not None:
            left.remove(kept)
            criteria.append(kept)
        elif by in CRITERIA:
            criteria.append(tomlkit.item({"by": by, **({"place": 1} if by == "places" else {})}))
    for each in old[MOST_CRITERIA:]:  # what the form does not show
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
        _put(document, game["options"], option.name, value)


def _write_delay(document: TOMLDocument, regulation: Regulation, given: FormReader) -> None:
    """How far behind spectators are.  Where both are 0 the section goes: a line that does nothing is a fault."""
    now = {"delay_minutes": regulation.spectators.delay_minutes, "delay_turns": regulation.spectators.delay_turns}
    wanted = {name: given.whole(name, 0, FURTHEST) if given.form.get(name, "").strip() else 0 for name in now}
    if not now.keys() & given.form.keys() or wanted == now:
        return
    if not any(wanted.values()):
        del document["spectators"]
        return
    if "spectators" not in document:
        document["spectators"] = tomlkit.table()
    section: Any = document["spectators"]
    for name, value in wanted.items():
        if value:
            _put(document, section, name, value)
        elif name in section:
            del section[name]


def _put(document: TOMLDocument, table: Any, key: str, value: object) -> None:
    """Set a value, or the parameter that stands there, if nothing else goes by it."""
    stands = table.get(key)
    if isinstance(stands, str) and stands.startswith("$") and tomlkit.dumps(document).count(f'"{stands}"') == 1:
        document["parameters"][stands[1:]] = value
    elif stands != value:
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
    """A value of the file, or that of the parameter that stands there."""
    if isinstance(value, str) and value.startswith("$"):
        parameters: Any = regulation.content.get("parameters", {})
        return parameters[value[1:]]
    return value


def _plain(value: object) -> bool:
    return isinstance(value, bool | int | str)


def _next_version(done: str, before: str) -> str:
    """The file with the next version of its own: 1, 1-2, 1-3."""
    at = re.search(r'(?m)^version = "([^"]*?)(?:-(\d+))?"$', before)
    if at is None:
        return done
    return done.replace(at[0], f'version = "{at[1]}-{int(at[2] or 1) + 1}"', 1)
