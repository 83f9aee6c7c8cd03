"""Reads a regulation from the text of its file."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from decimal import Decimal

from tournaments import toml_text
from tournaments.bracket import FINAL
from tournaments.fault import Fault, Faulty
from tournaments.penalties.rule import PenaltiesRule, read_penalties, usual
from tournaments.points import coverage
from tournaments.points.read import read_points
from tournaments.points.rule import Points
from tournaments.qualification.rule import QualificationRule, read_qualification
from tournaments.regulation.game import check_game, read_game
from tournaments.regulation.regulation import Regulation
from tournaments.regulation.round import PlannedRound, read_rounds
from tournaments.regulation.sections import (
    SeatingPolicy,
    read_results,
    read_rulings,
    read_seating,
    read_spectators,
    read_tables,
)
from tournaments.regulation.versions import fingerprint
from tournaments.section import Section
from tournaments.standings.rule import StandingsRule, read_standings
from tournaments.teams import read_teams
from tournaments.venues.rule import read_venues


def with_parameters(content: Mapping[str, object], top: Section) -> Mapping[str, object]:
    """The content with every ``"$name"`` replaced by the parameter's value.

    Records as faults names that are not parameters, and parameters that are never used.
    """
    section = top.section("parameters", required=False)
    values = {name: section.raw(name) for name in section.content}
    for name, value in values.items():
        if isinstance(value, dict):
            section.fault(name, "parameter_is_section")
    used: set[str] = set()

    def replaced(value: object, path: str) -> object:
        if isinstance(value, str) and value.startswith("$"):
            name = value[1:]
            used.add(name)
            if name not in values:
                top.fault(path, "unknown_parameter", given=value, known=", ".join(values) or "–")
            return values.get(name, value)
        if isinstance(value, dict):
            return {key: replaced(each, f"{path}.{key}" if path else key) for key, each in value.items()}
        if isinstance(value, list):
            return [replaced(each, f"{path}[{number}]") for number, each in enumerate(value, 1)]
        return value

    filled = {key: value if key == "parameters" else replaced(value, key) for key, value in content.items()}
    for name in values:
        if name not in used:
            section.fault(name, "unused_parameter", given=f"${name}")
    return filled


def check_parts(
    top: Section,
    rounds: Sequence[PlannedRound],
    seating: SeatingPolicy,
    points: Points,
    standings: StandingsRule,
    qualification: QualificationRule | None,
) -> None:
    """Record every fault between sections that are valid by themselves."""
    counting = [each.number for each in rounds if each.counts]
    top.faults += coverage.check(points, {each.number: each.sizes for each in rounds if each.counts}, "points")
    if seating.aims and not any(each.seating in ("schedule", "drawn") for each in rounds):
        top.fault("seating.aims", "aims_without_draw")
    for number, criterion in enumerate(standings.criteria, 1):
        _check_rounds(top, f"standings.criterion[{number}].rounds", getattr(criterion, "rounds", ()), counting)
    if qualification is None:
        if any(each.seating == "qualifiers" for each in rounds):
            top.fault("round", "qualifiers_from_nowhere")
    else:
        _check_qualification(top, rounds, counting, qualification, "qualification")
        for number, each in enumerate(qualification.classes, 1):
            _check_qualification(top, rounds, counting, each, f"qualification.class[{number}]")


def check_penalties(top: Section, penalties: PenaltiesRule, standings: StandingsRule) -> None:
    """Record a fault if a penalty gives or takes points and the standings count none."""
    if any(step.effect == "points" for step in penalties.steps) and not any(
        criterion.by == "points" for criterion in standings.criteria
    ):
        top.fault("penalties.step", "penalty_points_uncounted")


def _check_qualification(
    top: Section, rounds: Sequence[PlannedRound], counting: Sequence[int], qualification: QualificationRule, at: str
) -> None:
    last = max((each.number for each in rounds if each.seating != "qualifiers"), default=0)
    for number, step in enumerate(qualification.steps, 1):
        path = f"{at}.step[{number}]"
        if step.after > last:
            top.fault(f"{path}.after", "after_beyond_plan", given=step.after, last=last)
        _check_rounds(top, f"{path}.rounds", getattr(step.who, "rounds", ()), counting)
    stages = [each.stage for each in rounds if each.seating == "qualifiers"]
    for number, stage in enumerate(qualification.stages, 1):
        if stage.name not in stages:
            known = ", ".join(stages) or "–"
            top.fault(f"{at}.stage[{number}].name", "stage_not_in_plan", given=stage.name, known=known)
    # The final of a class is played beside that of the event: without a round for it, nobody would ever sit there.
    if qualification.class_name and not qualification.stages and FINAL[0].name not in stages:
        known = ", ".join(stages) or "–"
        top.fault(at, "stage_not_in_plan", given=FINAL[0].name, known=known)


def _check_rounds(top: Section, path: str, rounds: Sequence[int], counting: Sequence[int]) -> None:
    for each in rounds:
        if each not in counting:
            top.fault(path, "round_does_not_count", given=each, known=", ".join(map(str, counting)))


FORMAT = 1
NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
FARTHEST_EXPONENT = 20


def load_text(text: str) -> Regulation:
    """Read a regulation from TOML text.

    Raises `Faulty` with every fault of the text, or with a single one if it is not TOML at all.
    """
    return load_content(parse(text))


def parse(text: str) -> Mapping[str, object]:
    """The content of a TOML text, with exact decimal fractions.  Raises `Faulty`."""
    return toml_text.parse(text, _exact)


def load_content(content: Mapping[str, object]) -> Regulation:
    """Read a regulation from its content, as returned by `parse`.  Raises `Faulty` with every fault."""
    faults: list[Fault] = []
    top = Section(with_parameters(content, Section(content, "", faults)), "", faults)
    top.raw("parameters")
    top.whole("format", FORMAT, FORMAT)
    name = top.text("name")
    if name and not NAME.fullmatch(name):
        top.fault("name", "wanted_name", given=name)
    version = top.text("version")
    titles = top.words("title")
    sources = top.texts("sources", ())
    game = read_game(top.section("game"))
    tables = read_tables(top.section("tables"))
    rounds = read_rounds(top, tables)
    seating = read_seating(top.section("seating", required=False))
    points = read_points(top.section("points"))
    standings = read_standings(top.section("standings"))
    qualification = read_qualification(top.section("qualification")) if top.has("qualification") else None
    teams = read_teams(top.section("teams")) if top.has("teams") else None
    venues = read_venues(top.section("venues")) if top.has("venues") else None
    results = read_results(top.section("results", required=False))
    penalties = read_penalties(top.section("penalties")) if top.has("penalties") else usual()
    rulings = read_rulings(top.section("rulings", required=False))
    spectators = read_spectators(top.section("spectators", required=False))
    top.done()
    if not faults:
        # Only once each section is valid, so that one mistake is not reported many times.
        check_parts(top, rounds, seating, points, standings, qualification)
        check_penalties(top, penalties, standings)
        written = content["round"]
        check_game(top, game, rounds, written if isinstance(written, list) else [])
    if faults:
        raise Faulty(faults)
    return Regulation(
        name,
        version,
        titles,
        sources,
        game,
        tables,
        rounds,
        seating,
        points,
        standings,
        qualification,
        teams,
        venues,
        results,
        penalties,
        rulings,
        spectators,
        content,
        fingerprint(content),
    )


def _exact(text: str) -> Decimal:
    """The exact number; rejects exponents so large that calculating with the number would never end."""
    number = Decimal(text)
    if number.is_finite() and abs(number.adjusted()) > FARTHEST_EXPONENT:
        raise ValueError(f"{text} is out of reach")
    return number
