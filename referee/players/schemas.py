"""Request and response schemas of players; their fields are defined in `tournaments.players.entrant`."""

from __future__ import annotations

import base64
import binascii
from typing import Any

from marshmallow import Schema, ValidationError
from marshmallow.fields import Field

from referee.core.http import fields, validate
from referee.core.http.answers import About, answer_schema, list_schema
from referee.core.http.schemas import Line, Lines, Moment, Query, Strict, WholeField
from referee.players.commands import ReservesLetIn
from referee.players.importing import ImportedColumn, ImportedRow, PlayersImport
from referee.players.queries import FieldNotice
from tournaments.players.entrant import FIELDS
from tournaments.players.fields import MOST_ROUND, FieldKind
from tournaments.players.preview import EntrantChange

ORDERS = ("number", "reading")
FORMS = ("csv", "json", "xlsx")


class Base64(fields.String):
    """The bytes of a file."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> Any:
        text = super()._deserialize(value, attr, data, **kwargs)
        try:
            return base64.b64decode(text or "", validate=True)
        except (binascii.Error, ValueError) as error:
            raise ValidationError("not_base64") from error


class PlayersQuery(Query):
    """The order of the list, and whether to list archived players."""

    archived = fields.Boolean(load_default=False, metadata={"description": "true: list the archived players instead."})

    order = fields.String(
        load_default="number",
        validate=validate.OneOf(ORDERS),
        metadata={"description": "number: by number; reading: by reading (yomi), as in printed lists."},
    )


class PlayersExportQuery(Query):
    """The format of a file."""

    as_ = fields.String(data_key="as", load_default="csv", validate=validate.OneOf(FORMS))


def change_fields(*, new: bool = False) -> dict[str, Field[Any]]:
    """The fields that a program may change.  ``new``: of somebody new, so that none is missing."""
    return {key: _change_field(kind, new and kind.required) for key, kind in FIELDS.items() if not kind.fixed}


def _change_field(kind: FieldKind, required: bool) -> Field[Any]:
    about = {"description": kind.description, "example": kind.example}
    options: dict[str, Any] = {
        "required": required,
        "data_key": kind.column,
        "metadata": {name: text for name, text in about.items() if text},
    }
    match kind.value:
        case "line":
            return Line(kind.most, 1 if kind.required else 0, **options)
        case "lines":
            return Lines(kind.most, **options)
        case "whole":
            return WholeField(kind.least, kind.most, allow_none=kind.nullable, **options)
        case "yes":
            return fields.Boolean(truthy={True}, falsy={False}, **options)
        case "flags":
            return fields.List(Line(), validate=validate.Length(max=kind.most), **options)


def shown_fields() -> dict[str, Field[Any]]:
    """The fields of a player as they are answered."""
    return {key: _shown_field(key, kind) for key, kind in FIELDS.items()}


def _shown_field(key: str, kind: FieldKind) -> Field[Any]:
    # Fields that can be changed are described in `change_fields`.
    about = {"description": kind.description} if kind.fixed and kind.description else {}
    options: dict[str, Any] = {
        "required": True,
        "attribute": f"entrant.{key}",
        "data_key": kind.column,
        "metadata": about,
    }
    match kind.value:
        case "line" | "lines":
            return fields.String(**options)
        case "whole":
            return fields.Integer(allow_none=kind.nullable, **options)
        case "yes":
            return fields.Boolean(**options)
        case "flags":
            return fields.List(fields.String(), **options)


class PlayerChange(Strict):
    """Changes of a player.  Fields that are left out stay unchanged; null or an empty text clears a field."""

    class Meta(Strict.Meta):
        include = change_fields()


class PlayerIn(Strict):
    """A new player."""

    class Meta(Strict.Meta):
        include = change_fields(new=True)


NoticeOut = answer_schema(FieldNotice, "NoticeOut")
"""A fault of an import, or a warning."""


class PlayerOut(Schema):
    """A player."""

    event_id = fields.String(required=True)
    code = fields.String(
        required=True, metadata={"description": "The code at the end of the address in the player's QR code."}
    )
    created_at = Moment(required=True)
    checked_in_at = Moment(required=True, allow_none=True)
    archived_at = Moment(required=True, allow_none=True)

    class Meta:
        include = shown_fields()


class PlayerKept(PlayerOut):
    """A player who was just registered or changed."""

    warnings = fields.List(fields.Nested(NoticeOut), required=True)


PlayerPage = list_schema(PlayerOut, "PlayerPage")


class TeamOut(Schema):
    """A team."""

    name = fields.String(required=True)
    complete = fields.Boolean(
        required=True, metadata={"description": "Whether it has as many players as the regulation requires."}
    )
    players = fields.List(fields.Nested(PlayerOut), required=True)


class TeamsOut(Schema):
    """The teams of an event, without players who have left."""

    size = fields.String(
        required=True, metadata={"description": "The size of a team; empty: the regulation has no teams."}
    )
    teams = fields.List(fields.Nested(TeamOut), required=True)
    alone = fields.List(
        fields.Nested(PlayerOut), required=True, metadata={"description": "The players without a team."}
    )


class ImportIn(Strict):
    """A list of players, as a file."""

    data = Base64(
        required=True,
        metadata={
            "description": "A CSV file, an Excel workbook, or a plain list of names, in Base64.",
            "format": "byte",
        },
    )
    apply = fields.Boolean(
        load_default=False,
        truthy={True},
        falsy={False},
        metadata={"description": "false: only a preview; true: carried out if there is no fault."},
    )
    day_list = fields.Boolean(
        load_default=False,
        truthy={True},
        falsy={False},
        metadata={
            "description": "Whether it is the list of the day: all in it are checked in, new players are walk-ins."
        },
    )


FieldChange = answer_schema(EntrantChange, "FieldChange")
ImportRow = answer_schema(
    ImportedRow,
    "ImportRow",
    status=About(one_of=["faulty", "new", "changed", "same"]),
    player_id="Null: a new player.",
    changes=FieldChange,
    faults=NoticeOut,
    warnings=NoticeOut,
)
ColumnRead = answer_schema(ImportedColumn, "ColumnRead")
ImportOut = answer_schema(
    PlayersImport,
    "ImportOut",
    recognised=ColumnRead,
    ignored="The titles of columns that were not read.",
    counts="The numbers of rows that are `new`, `changed`, `same` or `faulty`.",
    faults=About("Faults of the list as a whole.", schema=NoticeOut),
    rows=ImportRow,
)


class MergeIn(Strict):
    """The other player who is the same person."""

    other = Line(18, required=True, metadata={"description": "The other player's id."})


class CheckInIn(Strict):
    """A code that was scanned."""

    code = Line(400, required=True, metadata={"description": "The code, or the whole address in the QR code."})


class CheckedIn(PlayerOut):
    """A player who was checked in by code."""

    already = fields.Boolean(required=True, metadata={"description": "Whether the player was already checked in."})


class DropOutIn(Strict):
    """A drop-out."""

    after = WholeField(
        0,
        MOST_ROUND,
        required=True,
        metadata={"description": "The number of their last round; 0: they do not play at all."},
    )
    reason = Lines(2000, required=True)


class ReservesIn(Strict):
    """A request to let reserves in."""

    round = WholeField(
        1, MOST_ROUND, required=True, metadata={"description": "The number of the round, which must not have begun."}
    )
    places = WholeField(1, 1000, required=True, metadata={"description": "The number of free places."})


ReservesOut = answer_schema(
    ReservesLetIn,
    "ReservesOut",
    entered=PlayerOut,
    passed_over=About("Reserves who are not checked in; they keep their place in the order.", schema=PlayerOut),
    vacant="The number of places that stay empty.",
)
