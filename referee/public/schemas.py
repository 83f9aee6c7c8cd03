"""Schemas of public pages, notices and players' links."""

from __future__ import annotations

from marshmallow import Schema

from referee.core.http import fields, validate
from referee.core.http.answers import About, answer_schema, list_schema
from referee.core.http.schemas import Line, Moment, Strict
from referee.public.settings import PARTS, PublicView
from tournaments.regulation.spectators import FURTHEST

ADDRESS = r"^(?![0-9a-z]{18}\Z)[a-z0-9](-?[a-z0-9]){2,29}\Z"
"""A short address: 3 to 30 lowercase letters, digits and single hyphens, but nothing that could be an id."""


def delay(says: str) -> fields.Integer:
    """A field for a delay; null, the default, stands for the regulation's."""
    return fields.Integer(
        strict=True,
        load_default=None,
        allow_none=True,
        validate=validate.Range(0, FURTHEST),
        metadata={"description": says, "example": 10},
    )


class PublicIn(Strict):
    """What an event shows to the public."""

    open = fields.Boolean(
        required=True, truthy={True}, falsy={False}, metadata={"description": "Whether the event has public pages."}
    )
    address = fields.String(
        load_default=None,
        allow_none=True,
        validate=validate.Regexp(ADDRESS, error="not_address"),
        metadata={"description": "A short address; null: the event's id is used.", "example": "spring-cup"},
    )
    delay_minutes = delay("The delay of live games in minutes; null: as in the regulation.")
    delay_turns = delay("The delay of live games in turns; null: as in the regulation.")
    parts = fields.List(
        fields.String(validate=validate.OneOf(PARTS)),
        required=True,
        validate=validate.Length(max=len(PARTS)),
        metadata={
            "description": "The parts that are shown.",
            "example": ["seating", "standings", "bracket", "clock", "tables"],
        },
    )


PublicOut = answer_schema(PublicView, "PublicOut", parts=About(one_of=PARTS), url="The address of the pages.")


class PublicNoticeIn(Strict):
    """A notice."""

    text = Line(1000, required=True, metadata={"example": "昼休みは12時50分までです。"})
    player = Line(
        18,
        load_default=None,
        allow_none=True,
        metadata={"description": "The id of the only player it is for; null: for everybody."},
    )


class PublicNoticeOut(Schema):
    """A notice."""

    id = fields.String(required=True)
    event_id = fields.String(required=True)
    player = fields.String(attribute="player_id", required=True, allow_none=True)
    text = fields.String(required=True)
    author = fields.String(required=True)
    made_at = Moment(required=True)
    withdrawn_at = Moment(required=True, allow_none=True)


PublicNoticePage = list_schema(PublicNoticeOut, "PublicNoticePage")


class PlayerLinkOut(Schema):
    """The link to a player's private page."""

    player = fields.String(required=True)
    url = fields.String(required=True)
