"""The file that carries rulings from one event to the next, and the schemas of precedents."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any, NamedTuple

from marshmallow import Schema, ValidationError, validates_schema
from sqlmodel import Session

from referee.cases.precedents.content import PlayerNames, PrecedentSource, evidence_of, player_names
from referee.cases.precedents.precedents import PrecedentState, precedents_of
from referee.cases.queries import CASES
from referee.cases.ruling_effect import EFFECTS
from referee.cases.state import STANDINGS
from referee.core.http import fields
from referee.core.http.endpoint import list_schema
from referee.core.http.field_faults import FieldFault, faults_in, invalid
from referee.core.http.schemas import Line, Lines, Query, Strict, WholeField
from referee.log.table_game import LogDiffers, TableGames
from rulesets.kernel.record import read_line

FORMAT = "rulings/1"
"""The format of a file of rulings."""
OUTCOMES = ("upheld", "changed", "waiting", "withdrawn")
IMPORTED = ("new", "known", "changed", "own")
MOST = 2000
"""The most rulings in a file."""


class RulingDay(fields.String):
    """A calendar date."""

    def __init__(self) -> None:
        about = {"format": "date", "example": "2026-11-22"}
        super().__init__(required=True, validate=fields.Regexp(r"^\d{4}-\d\d-\d\d\Z"), metadata=about)

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> str:
        text = str(super()._deserialize(value, attr, data, **kwargs))
        try:
            date.fromisoformat(text)
        except ValueError as error:
            raise ValidationError("form") from error
        return text


class SourceIn(Strict):
    """The origin of a ruling."""

    id = Line(40, required=True, metadata={"description": "The event's id."})
    name = Line(200, required=True, metadata={"description": "The event's name."})
    date = RulingDay()
    number = WholeField(1, 10**6, required=True, metadata={"description": "The number of the case there: 3 for R-3."})


class PrecedentEffectIn(Strict):
    """The effect of a ruling."""

    kind = fields.String(required=True, validate=fields.OneOf(list(EFFECTS)))
    seq = WholeField(1, 10**6)
    set = fields.Dict(keys=fields.String())
    minutes = WholeField(1, 240)
    penalty = fields.Dict(
        keys=fields.String(),
        metadata={"description": "`player` (the seat), and `category` and `step` of the regulation."},
    )
    changes = fields.List(fields.Dict(keys=fields.String()), load_default=list)
    also = fields.List(fields.Dict(keys=fields.String()), metadata={"description": "Its further effects."})


class RulingBeforeIn(Strict):
    """The decision that was changed on appeal."""

    decision = Lines(2000, required=True)
    reasons = Lines(2000, required=True)


class RulingAppealIn(Strict):
    """The outcome of the appeals against a ruling."""

    players = fields.List(Line(40), required=True, metadata={"description": "The seats."})
    texts = fields.List(Lines(2000), required=True)
    outcome = fields.String(required=True, validate=fields.OneOf(OUTCOMES))
    reasons = Lines(2000, required=True)
    before = fields.Nested(RulingBeforeIn, required=True, allow_none=True)


class RulingRefusedIn(Strict):
    """The report that was refused."""

    report = Lines(4000, required=True, metadata={"description": "The report in the short notation."})
    refusals = fields.List(fields.Dict(keys=fields.String(), values=fields.String()), required=True)


class RulingIn(Strict):
    """A ruling in a file.  Players are identified by their seats."""

    source = fields.Nested(SourceIn, required=True)
    standing = fields.String(required=True, validate=fields.OneOf(STANDINGS))
    ruleset = Line(60, required=True)
    edition = Line(60, required=True)
    seats = fields.List(Line(40), required=True, validate=fields.Length(1, 20))
    round = WholeField(1, 1000, required=True)
    decided = RulingDay()
    facts = Lines(2000, required=True)
    question = Lines(2000, required=True)
    clauses = fields.List(Line(60), required=True, validate=fields.Length(max=20))
    decision = Lines(2000, required=True)
    reasons = Lines(2000, required=True)
    effect = fields.Nested(PrecedentEffectIn, required=True)
    agreed = fields.List(Line(40), required=True)
    appeal = fields.Nested(RulingAppealIn, required=True, allow_none=True)
    position = fields.Dict(required=True, allow_none=True, keys=fields.String())
    log = fields.List(Lines(4000), required=True, validate=fields.Length(max=100))
    refused = fields.Nested(RulingRefusedIn, required=True, allow_none=True)


class RulingsFile(Strict):
    """The rulings of an event, and those that it imported from others."""

    format = fields.String(required=True, validate=fields.OneOf([FORMAT]))
    rulings = fields.List(fields.Nested(RulingIn), required=True, validate=fields.Length(max=MOST))

    @validates_schema(skip_on_field_errors=True)
    def each_once(self, data: Any, **_more: Any) -> None:
        """Refuse duplicate rulings, since it would be unclear which of two holds."""
        sources = [(each["source"]["id"], each["source"]["number"]) for each in data["rulings"]]
        first = {each: number for number, each in reversed(list(enumerate(sources)))}
        again = [number for number, each in enumerate(sources) if number != first[each]]
        if again:
            raise ValidationError({"rulings": {number: {"source": ["ruling_twice"]} for number in again}})


class RulingsImportQuery(Query):
    """Whether to only preview the import."""

    trial = fields.Boolean(load_default=False, metadata={"description": "Whether to only show what would be done."})


class PrecedentsQuery(Query):
    """Which precedents to list."""

    q = fields.String(
        load_default="",
        validate=fields.Length(max=200),
        metadata={"description": "Words, in English, Japanese or Chinese; empty: all precedents.", "example": "dice"},
    )
    clause = fields.String(
        load_default="",
        validate=fields.Length(max=60),
        metadata={"description": "Only precedents based on this clause or chapter.", "example": "JMA/MOVE"},
    )


class PrecedentOut(Schema):
    """A precedent."""

    key = fields.String(
        required=True, metadata={"description": "`R-3`: a ruling of this event; `P-2`: of another one."}
    )
    id = fields.String(required=True, metadata={"description": "The id of the case or of the precedent."})
    own = fields.Boolean(required=True, metadata={"description": "Whether it is a case of this event."})
    standing = fields.String(required=True, validate=fields.OneOf(STANDINGS))
    source = fields.Nested(SourceIn, required=True)
    clauses = fields.List(fields.String(), required=True)
    content = fields.Dict(required=True, metadata={"description": "The ruling, as in a file."})


PrecedentPage = list_schema(PrecedentOut, "PrecedentPage")


class RulingImportedOut(Schema):
    """The outcome for a ruling of a file."""

    source = fields.Nested(SourceIn, required=True)
    decision = fields.String(required=True)
    clauses = fields.List(fields.String(), required=True)
    status = fields.String(
        required=True,
        validate=fields.OneOf(IMPORTED),
        metadata={
            "description": "`known`: it was already here and stays as it is; `changed`: its content is replaced; "
            "`own`: it was made in this event and is left out."
        },
    )


class RulingsImportOut(Schema):
    """What an import did, or would do."""

    trial = fields.Boolean(required=True)
    rows = fields.List(fields.Nested(RulingImportedOut), required=True)


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
        return str(self.ruling["decision"])

    @property
    def clauses(self) -> Sequence[str]:
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
    """The rulings of a file, in the form of `referee.cases.precedents.file.RulingIn`.

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
