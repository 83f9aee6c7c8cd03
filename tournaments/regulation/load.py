"""Reads a regulation from the text of its file."""

from __future__ import annotations

import re
from collections.abc import Mapping
from decimal import Decimal

from tournaments import toml_text
from tournaments.fault import Fault, Faulty
from tournaments.penalties.rule import read_penalties, usual
from tournaments.points.read import read_points
from tournaments.qualification.rule import read_qualification
from tournaments.regulation.consistency import check_parts, check_penalties
from tournaments.regulation.game import check_game, read_game
from tournaments.regulation.parameters import with_parameters
from tournaments.regulation.regulation import Regulation
from tournaments.regulation.round import read_rounds
from tournaments.regulation.sections import read_results, read_rulings, read_seating, read_spectators, read_tables
from tournaments.regulation.versions import fingerprint
from tournaments.section import Section
from tournaments.standings.rule import read_standings
from tournaments.teams import read_teams
from tournaments.venues.rule import read_venues

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
