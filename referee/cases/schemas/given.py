"""Request schemas of cases, rulings and appeals."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from marshmallow import ValidationError, validates_schema

from referee.cases.appeals import SettleAppeals, Vote
from referee.cases.ruling import GivenRuling
from referee.cases.ruling_effect import Extension, OneEffect, RulingEffect, SetPosition, Stand
from referee.cases.state import NOTE_KINDS, NOTED, OUTCOMES, STANDINGS
from referee.core.http import fields, validate
from referee.core.http.declared import body_schema
from referee.core.http.schemas import Line, Lines, Minutes, Query, Strict, Whole
from referee.penalties.commands import GivePenalty
from referee.tables.schemas import MOST_ENTRIES, client_id_field
from rulesets.irregularities.irregularity import REMEDIES

EFFECTS = {"stand": "seq", "set": "set", "extension": "minutes", "penalty": "penalty", "none": None}
"""The kinds of effect that a ruling can have, each with the field for its details."""


ALSO = ("extension", "penalty")
"""The kinds of further effects that a ruling can have."""


class CaseIn(Strict):
    """A new case."""

    client_id = client_id_field()
    call_id = Line(18, allow_none=True, metadata={"description": "The id of the call that it came from."})
    refused = Whole(
        1, MOST_ENTRIES, allow_none=True, metadata={"description": "The number of the refused entry that it is about."}
    )
    note = Lines(2000, load_default="", metadata={"description": "What it is about."})


class FurtherEffectIn(Strict):
    """A further effect of a ruling: `extension` or `penalty`, with the field that belongs to it."""

    kind = fields.String(required=True, validate=validate.OneOf(ALSO), metadata={"example": "penalty"})
    minutes = Minutes(
        1, 240, metadata={"description": "`extension`: how many more minutes the table gets.", "example": 5}
    )
    penalty = fields.Nested(body_schema(GivePenalty), metadata={"description": "`penalty`: the penalty."})

    @validates_schema
    def its_own_field(self, data: Any, **_more: Any) -> None:
        """Require exactly the field of its kind, and at most one extension."""
        wanted = EFFECTS[data["kind"]]
        faults = {name: ["unknown"] for name in data if name not in ("kind", wanted, "also")}
        if wanted is not None and wanted not in data:
            faults[wanted] = ["missing"]
        if [data["kind"], *(each["kind"] for each in data.get("also", ()))].count("extension") > 1:
            faults["also"] = ["effect_twice"]
        if faults:
            raise ValidationError(faults)


class EffectIn(FurtherEffectIn):
    """The effect of a ruling: ``kind`` with, except for `none`, the one field that belongs to it; ``also``: further
    effects.
    """

    kind = fields.String(
        required=True,
        validate=validate.OneOf(list(EFFECTS)),
        metadata={"description": "`stand` takes `seq`, `set` takes `set`, and so on.", "example": "extension"},
    )
    seq = Whole(1, MOST_ENTRIES, metadata={"description": "`stand`: the number of the refused entry that is to stand."})
    set = fields.Dict(
        keys=fields.String(),
        metadata={"description": "`set`: the parts of the position to replace, as in a `ruling` of the record."},
    )
    also = fields.List(
        fields.Nested(FurtherEffectIn),
        validate=validate.Length(max=4),
        metadata={"description": "Further effects: at most one extension, and penalties."},
    )


class Deciding(Strict):
    """A decision, with its reasons and its effect."""

    facts = Lines(2000, required=True, metadata={"description": "What happened, as established by the referee."})
    question = Lines(2000, load_default="", metadata={"description": "The question to be decided."})
    clauses = fields.List(
        Line(60),
        load_default=list,
        validate=validate.Length(max=20),
        metadata={
            "description": "What it is based on: clauses of the table's ruleset, points of the regulation.",
            "example": ["JMA/REF-1"],
        },
    )
    decision = Lines(1900, required=True, metadata={"description": "The decision, in a sentence or two."})
    reasons = Lines(2000, load_default="")
    effect = fields.Nested(EffectIn, required=True)
    at = Whole(
        0,
        MOST_ENTRIES,
        metadata={
            "description": "The last entry that the referee has seen, `at` of a trial. If the log has continued since, "
            "nothing is decided about the position (409 `ruling_outdated`)."
        },
    )
    agreed = fields.List(
        Line(40),
        load_default=list,
        validate=validate.Length(max=8),
        metadata={
            "description": "The seats that settled it among themselves (JMA/REF-4), at least two; empty: the referee "
            "decided."
        },
    )
    standing = fields.String(
        load_default="none",
        validate=validate.OneOf(STANDINGS),
        metadata={"description": "What it is worth as a precedent in this event."},
    )


def effect_of(given: Mapping[str, Any]) -> RulingEffect:
    """The effect in a loaded `EffectIn`."""
    return RulingEffect(_part_of(given), tuple(filter(None, map(_part_of, given.get("also", ())))))


def _part_of(given: Mapping[str, Any]) -> OneEffect | None:
    """What a loaded `EffectIn` or `FurtherEffectIn` does by itself."""
    match given["kind"]:
        case "stand":
            return Stand(given["seq"])
        case "set":
            return SetPosition(given["set"])
        case "extension":
            return Extension(given["minutes"])
        case "penalty":
            penalty: GivePenalty = given["penalty"]
            return penalty
    return None


def ruling_of(given: Mapping[str, Any]) -> GivenRuling:
    """The decision in a loaded `Deciding`."""
    lists = {name: tuple(given[name]) for name in ("clauses", "agreed")}
    return GivenRuling(**{**given, **lists, "effect": effect_of(given["effect"])})


def settlement_of(case_id: str, given: Mapping[str, Any]) -> SettleAppeals:
    """The decision on the appeals of a case in a loaded `AppealSettledIn`."""
    ruling = ruling_of(given["decision"]) if "decision" in given else None
    panel = tuple(Vote(**each) for each in given["panel"])
    return SettleAppeals(case_id, given["client_id"], given["reasons"], ruling, panel)


class CaseDecisionIn(Deciding):
    """The decision of a case."""

    client_id = client_id_field()


class CaseTrialIn(Strict):
    """An effect to try, with the clauses that the ruling would be based on."""

    effect = fields.Nested(EffectIn, required=True)
    clauses = fields.List(Line(60), load_default=list, validate=validate.Length(max=20))


class RemedyIn(Strict):
    """A remedy given by ``kind``, with the fields that belong to it; fields left out count as empty."""

    kind = fields.String(required=True, validate=validate.OneOf(REMEDIES), metadata={"example": "money"})
    entry = Whole(
        0,
        MOST_ENTRIES,
        metadata={"description": "`back`, `insert` (0: before all), `replace`: the number of the log entry."},
    )
    line = Lines(2000, metadata={"description": "`insert`, `replace`: a report in the short notation or as JSON."})
    seat = Line(
        40,
        metadata={
            "description": "`money`: payer's seat or `bank`; `token`, `withdraw`: the seat; `fine`: the player's id."
        },
    )
    to = Line(40, metadata={"description": "`money`, `deed`: the seat that receives it, or `bank`."})
    amount = Whole(
        0, 10**9, metadata={"description": "`money`: the amount in dollars; `minutes`: the number of minutes."}
    )
    deed = Line(60, metadata={"example": "boardwalk"})
    level = Whole(0, 5, metadata={"description": "`deed`: the buildings on it."})
    mortgaged = fields.Boolean()
    space = Line(
        60,
        metadata={"description": "`token`: the space to move it to; `jail:1`: in jail after that many failed throws."},
    )
    case = Line(18, metadata={"description": "`undo`: the id of the case whose ruling to undo."})
    category = Line(40, metadata={"description": "`fine`: the key of a category of the regulation."})
    step = Line(40, metadata={"description": "`fine`: the key of a step; left out: the one suggested for the player."})


class CaseNoteIn(Strict):
    """A note to add to a case."""

    note = Lines(2000, required=True)
    kind = fields.String(
        load_default=NOTED,
        validate=validate.OneOf(NOTE_KINDS),
        metadata={"description": "`stated`: what `speaker` said; `restricted`: only arbiters may read it."},
    )
    speaker = Line(40, 0, load_default="", metadata={"description": "`stated`: a seat of the table, or a name."})


class AppealIn(Strict):
    """An appeal."""

    client_id = client_id_field()
    player = Line(40, required=True, metadata={"description": "The seat of the player who appeals.", "example": "A"})
    text = Lines(2000, required=True, metadata={"description": "The grounds of the appeal."})


class AppealWithdrawnIn(Strict):
    """The withdrawal of an appeal."""

    player = Line(
        40, required=True, metadata={"description": "The seat of the player whose appeal it is.", "example": "A"}
    )


class VoteIn(Strict):
    """The vote of a member of a panel."""

    name = Line(40, required=True)
    vote = fields.String(required=True, validate=validate.OneOf(OUTCOMES))


class AppealSettledIn(Strict):
    """The head judge's decision on the appeals."""

    client_id = client_id_field()
    outcome = fields.String(
        required=True,
        validate=validate.OneOf(OUTCOMES),
        metadata={"description": "`upheld`: the ruling stays; `changed`: `decision` is added on top of it."},
    )
    reasons = Lines(2000, required=True)
    decision = fields.Nested(Deciding, metadata={"description": "`changed`: the new decision."})
    panel = fields.List(
        fields.Nested(VoteIn),
        load_default=list,
        validate=validate.Length(max=9),
        metadata={
            "description": "The votes of a panel, at least two; at least half must be for the outcome, because the head"
            " judge decides a tie."
        },
    )

    @validates_schema
    def as_it_came_out(self, data: Any, **_more: Any) -> None:
        """Require a new decision if the ruling is changed, and refuse one otherwise."""
        if (data["outcome"] == "changed") != ("decision" in data):
            raise ValidationError({"decision": ["unknown" if "decision" in data else "missing"]})


class StandingIn(Strict):
    """What a ruling is worth as a precedent."""

    standing = fields.String(required=True, validate=validate.OneOf(STANDINGS))


class CasesQuery(Query):
    """Which cases to list."""

    state = fields.String(
        load_default="open",
        validate=validate.OneOf(["open", "all"]),
        metadata={
            "description": "`open`: cases that wait for a decision, including appeals; `all`: all cases, newest first."
        },
    )
