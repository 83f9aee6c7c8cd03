"""Writing and reading the file that carries rulings from one event to the next."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from marshmallow import ValidationError
from sqlmodel import Session

from referee.cases.precedents.content import PrecedentSource, evidence_of
from referee.cases.precedents.names import PlayerNames, player_names
from referee.cases.precedents.precedents import PrecedentState, precedents_of
from referee.cases.precedents.schemas import FORMAT, RulingsFile
from referee.cases.queries import CASES
from referee.core.http.field_faults import FieldFault, faults_in, invalid
from referee.log.table_game import LogDiffers, TableGames
from rulesets.kernel.record import read_line

NO_EVIDENCE: Mapping[str, Any] = {"position": None, "log": [], "refused": None}
"""The evidence of a case whose log today's rules judge differently."""


class PrecedentsFile(NamedTuple):
    """A ruling of a file and its ``status``: ``new``; ``known`` or ``changed`` if it was imported before; ``own`` if it
    was made in this event, and is skipped.
    """

    source: PrecedentSource
    ruling: Mapping[str, Any]
    status: str

    @property
    def decision(self) -> str:
        """What was decided."""
        return str(self.ruling["decision"])

    @property
    def clauses(self) -> Sequence[str]:
        """The clauses that it rests on."""
        return list(self.ruling["clauses"])


def export_rulings(session: Session, games: TableGames, event_id: str) -> dict[str, Any]:
    """The file as JSON: every advisory or binding ruling of an event, its own before imported ones, each in order of
    their numbers.

    Raises the problem ``not_found``.
    """
    worth = [each for each in precedents_of(session, event_id) if each.standing != "none"]
    players = player_names(session, event_id)
    order = sorted(worth, key=lambda each: (not each.own, _number(each)))
    rulings = [_ruling(session, games, each, players) for each in order]
    return {"format": FORMAT, "rulings": rulings}


def _number(precedent: PrecedentState) -> int:
    return int(precedent.key.partition("-")[2])


def _ruling(session: Session, games: TableGames, each: PrecedentState, players: PlayerNames) -> dict[str, Any]:
    about = {"source": each.source._asdict(), "standing": each.standing, **each.content}
    if not each.own:
        return about
    found = CASES.state(session, each.id)
    try:
        evidence = evidence_of(session, games, found, players)
    except LogDiffers:
        evidence = dict(NO_EVIDENCE)
    return {**about, **evidence}


def file_text(file: dict[str, Any]) -> str:
    """The file as human-readable JSON text."""
    return json.dumps(file, ensure_ascii=False, indent=1) + "\n"


def read_file(data: bytes) -> list[dict[str, Any]]:
    """The rulings of a file, in the form of `referee.cases.precedents.schemas.RulingIn`.

    Raises the problem ``invalid`` with every fault.
    """
    try:
        value = read_line(data.decode("utf-8-sig"))
    except ValueError as error:
        raise invalid(FieldFault("", "not_a_file_of_rulings", {})) from error
    try:
        found: list[dict[str, Any]] = RulingsFile().load(value)["rulings"]
    except ValidationError as error:
        raise invalid(*faults_in(error.messages)) from error
    return found
