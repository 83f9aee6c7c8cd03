"""Round plan and seatings as they travel."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from marshmallow import Schema, ValidationError, validates_schema

from referee.core.http import fields, validate
from referee.core.http.schemas import Identifier, Line, Moment, Query, Strict, Whole
from referee.seating.drawing import DrawSeating
from referee.seating.participants import Fixed
from referee.seating.tables_of_round import BY_PLACE, QUALIFIERS, RANKED, ROTATION, SELF_CHOSEN
from referee.seating.versions import DRAFT, PUBLISHED, REPLACED
from tournaments.seating.entrants import STARTS

MOST_ROUND = 50
MOST_PLAYERS = 2000
FORMS = ("csv", "json", "xlsx")


def number_of(**options: Any) -> Whole:
    """The number of a round of the plan."""
    return Whole(1, MOST_ROUND, **options)


class FixedIn(Strict):
    """Where a player has to sit; without ``rounds``: in all of them."""

    player = Line(18, required=True)
    table = Whole(1, MOST_PLAYERS, required=True)
    rounds = fields.List(number_of(), load_default=list, validate=validate.Length(max=MOST_ROUND))


class SeatingIn(Strict):
    """A draw."""

    first_round = number_of(required=True, metadata={"description": "The first of the rounds seated together."})
    seed = Line(100, metadata={"description": "What is drawn from; the event's own where it is not given."})
    apart = fields.List(
        fields.List(Line(18), validate=validate.Length(equal=2)),
        load_default=list,
        validate=validate.Length(max=1000),
        metadata={"description": "Pairs of players (ids) who must not meet."},
    )
    fixed = fields.List(fields.Nested(FixedIn), load_default=list, validate=validate.Length(max=MOST_PLAYERS))
    checked_in = fields.Boolean(
        truthy={True},
        falsy={False},
        metadata={"description": "Whether only those are seated who are checked in; not given: if anybody is."},
    )
    tables = fields.List(
        fields.List(Line(18), validate=validate.Length(1, 12)),
        validate=validate.Length(1, MOST_PLAYERS),
        metadata={"description": "Where the players chose their tables: the ids at each."},
    )


def draw_given(event_id: str, body: Mapping[str, Any]) -> DrawSeating:
    """The draw that a body checked by `SeatingIn` gives."""
    return DrawSeating(
        event_id=event_id,
        first_round=body["first_round"],
        seed=body.get("seed"),
        apart=[(one, other) for one, other in body["apart"]],
        fixed=[Fixed(each["player"], each["table"], tuple(each["rounds"])) for each in body["fixed"]],
        checked_in=body.get("checked_in"),
        tables=body.get("tables"),
    )


class SwapIn(Strict):
    """Two players who change places in a round."""

    round = number_of(required=True)
    one = Line(18, required=True)
    other = Line(18, required=True)
    reason = Line(2000, metadata={"description": "Why; needed unless it is only tried."})
    base = Whole(1, 10**6, required=True, metadata={"description": "The version that it was decided by."})
    trial = fields.Boolean(
        load_default=False,
        truthy={True},
        falsy={False},
        metadata={"description": "true: only show what would come of it."},
    )

    @validates_schema
    def complete(self, data: dict[str, Any], **_options: Any) -> None:
        """What is kept needs a reason."""
        if not data["trial"] and "reason" not in data:
            raise ValidationError({"reason": ["missing"]})


class ReseatIn(Strict):
    """From which round on everything is seated anew, and why."""

    from_round = number_of(required=True)
    reason = Line(2000, required=True)


class StartOrderIn(Strict):
    """Who begins, who is next, and so on."""

    players = fields.List(
        Line(18), required=True, validate=validate.Length(1, 12), metadata={"description": "Ids of the players."}
    )


class WhyQuery(Query):
    """Whose seat."""

    player = fields.String(required=False, metadata={"description": "The id of the player."})
    round = fields.Integer(required=False, validate=validate.Range(1, MOST_ROUND))


class SeatsQuery(Query):
    """Which seats, in which form."""

    round = fields.Integer(
        validate=validate.Range(1, MOST_ROUND), metadata={"description": "Only those of this round; none: all."}
    )
    form = fields.String(
        load_default=FORMS[0],
        data_key="as",
        validate=validate.OneOf(FORMS),
        metadata={"description": "csv (with a byte order mark), json, or xlsx."},
    )


class SeatingRow(Schema):
    """A version of a seating.  ``kind``: drawn as a ``schedule``, or what its tables follow from."""

    id = Identifier
    event_id = Identifier
    first_round = fields.Integer(required=True)
    last_round = fields.Integer(required=True)
    version = fields.Integer(required=True)
    state = fields.String(required=True, validate=validate.OneOf([DRAFT, PUBLISHED, REPLACED]))
    kind = fields.String(
        required=True, validate=validate.OneOf(["schedule", SELF_CHOSEN, ROTATION, BY_PLACE, RANKED, QUALIFIERS])
    )
    author = fields.String(required=True)
    made_at = Moment(required=True)
    published_at = Moment(required=True, allow_none=True)
    reason = fields.String(required=True, allow_none=True)
    fingerprint = fields.String(required=True)


class SeatingPage(Schema):
    """All versions."""

    rows = fields.List(fields.Nested(SeatingRow), required=True)
    next = fields.String(required=True, allow_none=True)


class FigureOut(Schema):
    """How good a seating is by one aim; 0 would be best, and less than ``bound`` is proved impossible."""

    aim = fields.String(required=True, metadata={"example": "rematches"})
    figure = fields.Integer(required=True)
    bound = fields.Integer(required=True)
    wanted = fields.Boolean(required=True, metadata={"description": "Whether the regulation aims at it."})


class ViolationOut(Schema):
    """Something in a seating that is not as it should be."""

    round = fields.Integer(required=True, allow_none=True)
    table = fields.Integer(required=True, allow_none=True)
    code = fields.String(required=True)
    message = fields.String(required=True)


class SittingOut(Schema):
    """A player at a table."""

    id = Identifier
    number = fields.Integer(required=True)
    name = fields.String(required=True)
    reading = fields.String(required=True)
    club = fields.String(required=True)
    start_order = fields.Integer(required=True)


class SeatedTableOut(Schema):
    """A table and who sits there, in start order (rolled at the table: in no order yet)."""

    number = fields.Integer(required=True)
    players = fields.List(fields.Nested(SittingOut), required=True)


class SeatedRoundOut(Schema):
    """A round and its tables."""

    number = fields.Integer(required=True)
    tables = fields.List(fields.Nested(SeatedTableOut), required=True)


class MoveOut(Schema):
    """A change since the draw: two players swapped, or the rounds from one on seated anew."""

    kind = fields.String(required=True, validate=validate.OneOf(["swap", "reseat"]))
    round = fields.Integer(required=True)
    players = fields.List(fields.String(), required=True)
    reason = fields.String(required=True)
    author = fields.String(required=True, allow_none=True)


class FixedOut(Schema):
    """Where a player was to sit."""

    player = fields.String(required=True)
    table = fields.Integer(required=True)
    rounds = fields.List(fields.Integer(), required=True)


class SeatingOut(SeatingRow):
    """A version of a seating with everything in it.

    ``unseated``, ``gone``: who takes part by now and has no place, and the other way round, in rounds to come.
    """

    seed = fields.String(required=True)
    sizes = fields.List(fields.Integer(), required=True)
    start = fields.String(required=True, validate=validate.OneOf(STARTS))
    apart = fields.List(fields.List(fields.String()), required=True)
    fixed = fields.List(fields.Nested(FixedOut), required=True)
    figures = fields.List(fields.Nested(FigureOut), required=True)
    violations = fields.List(fields.Nested(ViolationOut), required=True)
    moves = fields.List(fields.Nested(MoveOut), required=True)
    rounds = fields.List(fields.Nested(SeatedRoundOut), required=True)
    unseated = fields.List(fields.String(), required=True)
    gone = fields.List(fields.String(), required=True)


class DrawnOut(SeatingOut):
    """A new draft; ``left_out``: who would take part but is not checked in."""

    left_out = fields.List(fields.String(), required=True)


class FigureChangeOut(Schema):
    """A figure that a change moves."""

    aim = fields.String(required=True)
    before = fields.Integer(required=True)
    after = fields.Integer(required=True)


class ChangeOut(Schema):
    """What a change makes better and worse; ``seating``: the new draft, null where it was only tried."""

    figures = fields.List(fields.Nested(FigureChangeOut), required=True)
    new = fields.List(fields.Nested(ViolationOut), required=True)
    gone = fields.List(fields.Nested(ViolationOut), required=True)
    seating = fields.Nested(SeatingOut, required=True, allow_none=True)


class TablemateOut(Schema):
    """Somebody at the same table; ``rounds``: the other rounds in which the two meet."""

    player = fields.String(required=True)
    name = fields.String(required=True)
    clubmate = fields.Boolean(required=True)
    rounds = fields.List(fields.Integer(), required=True)


class AimChangeOut(Schema):
    """By how much a figure would change."""

    aim = fields.String(required=True)
    by = fields.Integer(required=True)


class AlternativeOut(Schema):
    """The best swap with somebody at another table."""

    player = fields.String(required=True)
    name = fields.String(required=True)
    table = fields.Integer(required=True)
    change = fields.List(fields.Nested(AimChangeOut), required=True)
    better = fields.Boolean(required=True)


class RoundStartOut(Schema):
    """A start order in a round."""

    round = fields.Integer(required=True)
    start_order = fields.Integer(required=True)


class ReasonsOut(Schema):
    """The facts behind a seat."""

    player = fields.String(required=True)
    name = fields.String(required=True)
    round = fields.Integer(required=True)
    table = fields.Integer(required=True)
    start_order = fields.Integer(required=True)
    fixed = fields.Boolean(required=True)
    tablemates = fields.List(fields.Nested(TablemateOut), required=True)
    start_orders = fields.List(fields.Nested(RoundStartOut), required=True)
    odd_rounds = fields.List(fields.Integer(), required=True)
    best = fields.Nested(AlternativeOut, required=True, allow_none=True)


class SeatingFile(Schema):
    """The file of docs/seating.md, which `referee seating check` recomputes."""

    kind = fields.String(metadata={"description": "Where the tables were not drawn: what they follow from."})
    version = fields.Integer(required=True)
    seed = fields.String(required=True)
    input = fields.Dict(required=True)
    rounds = fields.List(fields.List(fields.List(fields.String())), required=True)
    moves = fields.List(fields.Dict(), required=True)
    score = fields.Dict(required=True)
    bound = fields.Dict(required=True)
    fingerprint = fields.String(required=True)


class SeatsColumn(Schema):
    """A column of the list of seats."""

    key = fields.String(required=True)
    title = fields.String(required=True)


class SeatsExport(Schema):
    """The seats that are public, a row each."""

    title = fields.String(required=True)
    columns = fields.List(fields.Nested(SeatsColumn), required=True)
    rows = fields.List(fields.Dict(), required=True)
