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
from referee.events.regulation_criteria import (
    MAX_CRITERIA,
    ClassFinal,
    class_finals,
    missed_of,
    write_classes,
    write_criteria,
    write_missed,
)
from referee.events.regulation_plan import (
    MAIN,
    MANNERS,
    POINTS,
    RESULTS,
    manner_of,
    needs_limit,
    set_value,
    tables_in,
    value_in,
    write_apart,
    write_edition,
    write_final,
    write_manner,
    write_results,
    write_ruleset,
)
from rulesets import Money
from rulesets.languages import FALLBACK
from tournaments.fault import Faulty
from tournaments.lists.cells import Fields
from tournaments.regulation.game import LIMIT
from tournaments.regulation.regulation import Regulation
from tournaments.regulation.sections import FURTHEST, SpectatorsRule
from tournaments.typed import Minutes, Whole, whole

SIZES = (3, 4, 5, 6)
PLACES = Whole(1, 100)
SEMI_TABLES = Whole(2, 6)
KEEP = "keep"


@dataclass(frozen=True, slots=True)
class SectionRounds:
    """The rounds of a section of the plan.  ``first``: the first one's number; ``minutes``: None without a limit."""

    first: int
    count: int
    minutes: int | None
    stage: str


@dataclass(frozen=True, slots=True)
class OptionChoice:
    """An option of the ruleset.  ``value``: None if it is not set, so that the ruleset's ``default`` holds.

    ``money``: how it is written, if it is an amount.
    """

    name: str
    about: str
    value: object
    default: object
    choices: Sequence[object]
    money: Money | None


@dataclass(frozen=True, slots=True)
class RegulationForm:
    """What the form shows.  ``finalists``, ``venue_places``: None if one number cannot express it; the latter 0 if
    nobody qualifies through venues; ``classes``: those with a final of their own, None if the form cannot change them;
    ``criteria``: by name, including those that the form cannot add.

    ``edition``: empty for the ruleset's own.  ``manner``: how the main rounds are seated, empty if it is none of those
    that the form can write; ``apart``: whether clubs are kept apart; ``after``: what follows the main rounds,
    ``final``, ``other`` or ``none``; ``last_minutes``: of the last main round.
    """

    ruleset: str
    edition: str
    manner: str
    apart: bool
    after: str
    last_minutes: int | None
    confirmation: str
    stand_in: str
    missed: str

    size: int
    also: Sequence[int]
    fit: str
    spans: Sequence[SectionRounds]
    finalists: int | None
    classes: Sequence[ClassFinal] | None
    venue_places: int | None
    criteria: Sequence[str]
    options: Sequence[OptionChoice]
    delay: SpectatorsRule


def form_of(text: str, regulation: Regulation, language: str) -> RegulationForm:
    """Return the form for a regulation and its TOML ``text``."""
    spans, number = [], 1
    for section in tomlkit.parse(text).get("round", []):
        count = int(value_in(regulation, section.get("repeat", 1)))
        first = regulation.rounds[number - 1]
        spans.append(SectionRounds(number, count, first.minutes, first.stage))
        number += count
    return RegulationForm(
        ruleset=regulation.game.ruleset,
        edition=regulation.game.edition or "",
        manner=manner_of(regulation),
        apart="clubs" in regulation.seating.aims,
        after=after_of(regulation),
        last_minutes=next((each.minutes for each in reversed(regulation.rounds) if each.stage == MAIN), None),
        confirmation=regulation.results.confirmation,
        stand_in=regulation.results.stand_in,
        missed=missed_of(regulation),
        size=regulation.tables.size,
        also=regulation.tables.also,
        fit=regulation.tables.fit,
        spans=spans,
        finalists=_finalists(regulation),
        classes=class_finals(regulation),
        venue_places=_venue_places(regulation),
        criteria=[str(each["by"]) for each in tables_in(regulation.content, "standings", "criterion")],
        options=options_of(regulation, language),
        delay=regulation.spectators,
    )


def after_of(regulation: Regulation) -> str:
    """What follows the main rounds: one final of as many as the form can change, nothing at all, or something other."""
    stages = [each.stage for each in regulation.rounds if each.stage != MAIN]
    if not stages and regulation.qualification is None:
        return "none"
    return "final" if stages == ["final"] and _finalists(regulation) is not None else "other"


def options_of(regulation: Regulation, language: str) -> list[OptionChoice]:
    """Return the options of the ruleset whose values can be chosen from a list; minutes belong to the rounds."""
    found = []
    game = regulation.game
    for option in rulesets.load(game.ruleset, game.version).options:
        if option.name == LIMIT:
            continue
        choices = list(dict.fromkeys(each for each in (option.default, *option.samples) if _plain(each)))
        if _plain(option.default) and len(choices) > 1:
            value = game.options.get(option.name)
            choices += [value] if value is not None and _plain(value) and value not in choices else []
            money = game.money if option.money else None
            found.append(OptionChoice(option.name, option.about[language], value, option.default, choices, money))
    return found


def edit(text: str, regulation: Regulation, form: Mapping[str, str], also: Sequence[str]) -> str:
    """Return the TOML as the form changes it.  ``also``: the other table sizes.  Raises `Faulty`."""
    document = tomlkit.parse(text)
    given = Fields(form)
    size = given.needed("size", Whole(2, 12)) or regulation.tables.size
    if size != regulation.tables.size:
        set_value(document, document["tables"], "size", size)
    offered = dict.fromkeys((*regulation.tables.also, *SIZES))  # the file's sizes keep their order, which matters
    others = [each for each in offered if str(each) in also and each != size]
    if others != list(regulation.tables.also):
        document["tables"]["also"] = others
    fit = form.get("fit", regulation.tables.fit)
    if fit != regulation.tables.fit:
        document["tables"]["fit"] = fit
    _write_rounds(document, regulation, given)
    _write_plan(document, regulation, given)
    _write_venues(document, regulation, given)
    if form.get("points", KEEP) in POINTS:
        document["points"] = {"rule": [dict(each) for each in POINTS[form["points"]]]}
    criteria = [form[f"criterion_{number}"] for number in range(MAX_CRITERIA) if form.get(f"criterion_{number}")]
    write_criteria(document, criteria, worst_place=max(size, *others, 0))
    write_missed(document, form.get("missed", ""))
    _write_options(document, regulation, form)
    if form.get("ruleset", regulation.game.ruleset) in set(rulesets.names()) - {regulation.game.ruleset}:
        write_ruleset(document, regulation, form["ruleset"])
    if form.get("edition", regulation.game.edition or "") != (regulation.game.edition or ""):
        write_edition(document, regulation, form["edition"])
    for key in RESULTS:
        write_results(document, regulation, key, form.get(key, ""))
    _write_delay(document, regulation, given)
    given.check()
    done = tomlkit.dumps(document)
    if done == text:
        return done
    done = without_needless(done)
    _refuse_by_field(done, given)
    return _next_version(done, text)


def _refuse_by_field(done: str, given: Fields) -> None:
    """Raise `Faulty`, about the field, for what only people can decide: what the file's own points should be for a size
    of table that they do not cover, how a game is played by more than it takes, and how clubs are kept apart undrawn.
    """
    try:
        parse_regulation(done)
    except Faulty as faulty:
        for fault in faulty.faults:
            if fault.code == "ending_not_covered":
                size = fault.facts["size"]
                given.fault("size" if given.text("size") == str(size) else "also", "size_without_points", size=size)
            elif fault.code == "aims_without_draw":
                given.fault("apart", "apart_without_draw")
            elif fault.code == "game_refused":
                given.fault("ruleset", fault.code, **fault.facts)
    given.check()


def _write_rounds(document: TOMLDocument, regulation: Regulation, given: Fields) -> None:
    sections: list[Any] = list(document["round"])
    counts = [int(value_in(regulation, each.get("repeat", 1))) for each in sections]
    wanted = [given.needed(f"count_{number}", Whole(1, 50)) or 1 for number in range(len(sections))]
    for number, section in enumerate(sections):
        if wanted[number] != counts[number]:
            section["repeat"] = wanted[number]
        minutes = given.read(f"minutes_{number}", Minutes(1, 1440))
        if minutes:
            if minutes != value_in(regulation, section.get("minutes")):
                set_value(document, section, "minutes", minutes)
        elif "minutes" in section:
            if needs_limit(regulation.game.ruleset, regulation.game.version):
                given.fault(f"minutes_{number}", "minutes_needed", least=1, most=1440)
            del section["minutes"]
    if wanted != counts:
        _renumber(document, regulation, counts, wanted)


def _write_plan(document: TOMLDocument, regulation: Regulation, given: Fields) -> None:
    """Write how the rounds are seated, and what follows them."""
    seats = Whole(*rulesets.load(regulation.game.ruleset, regulation.game.version).seats)
    manner, after, apart = given.text("manner"), given.text("after"), given.text("apart")
    if manner in MANNERS and manner != manner_of(regulation):
        write_manner(document, regulation, manner)
    if apart in ("yes", "no"):
        write_apart(document, regulation, apart=apart == "yes")
    if after == "none":
        write_final(document, regulation, None, None)
    elif after in ("top", "semi"):
        places, minutes = given.needed("top_finalists", seats), given.read("top_minutes", Minutes(1, 1440))
        tables = given.needed("semi_tables", SEMI_TABLES) if after == "semi" else None
        if places and tables and tables > places:
            given.fault("semi_tables", "semi_beyond_final", tables=tables, finalists=places)
        if minutes is None and needs_limit(regulation.game.ruleset, regulation.game.version):
            given.fault("top_minutes", "minutes_needed", least=1, most=1440)
        write_final(document, regulation, places or regulation.tables.size, minutes, tables or 0)
    else:
        _write_finalists(document, regulation, given)
    write_classes(document, regulation, given, seats)


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
    steps = tables_in(document, "qualification", "step")
    steps += [step for each in tables_in(document, "qualification", "class") for step in tables_in(each, "step")]
    known = {int(value_in(regulation, each["after"])) for each in steps}
    moved = {old: ends.get(old, same.get(old, old)) for old in {*same, *known}}
    for section in document["round"]:
        if "beside" in section:
            old = int(value_in(regulation, section["beside"]))
            if moved[old] == 1:
                del section["beside"]
                continue
            moved |= {each: min(moved[each], moved[old] - 1) for each in known if each < old}
            set_value(document, section, "beside", moved[old])
    for step in steps:
        set_value(document, step, "after", moved[int(value_in(regulation, step["after"]))])
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
        set_value(document, document["venues"], "places", places)


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
    step = tables_in(document, "qualification", "step")[0]
    set_value(document, document["qualification"], "places", places)
    set_value(document, step, "places", places)
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
        set_value(document, game["options"], option.name, value)


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
            set_value(document, section, name, value)
        elif name in section:
            del section[name]


def _finalists(regulation: Regulation) -> int | None:
    rule = regulation.qualification
    steps = tables_in(regulation.content, "qualification", "step")
    return rule.places if rule is not None and len(steps) == 1 else None


def _venue_places(regulation: Regulation) -> int | None:
    rule = regulation.venues
    return 0 if rule is None else rule.places or None


def _plain(value: object) -> bool:
    return isinstance(value, bool | int | str)


def _next_version(done: str, before: str) -> str:
    """Return the file with its version counted up: 1, 1-2, 1-3."""
    at = re.search(r'(?m)^version = "([^"]*?)(?:-(\d+))?"$', before)
    if at is None:
        return done
    return done.replace(at[0], f'version = "{at[1]}-{int(at[2] or 1) + 1}"', 1)
