"""The arrangement of screens and the remote as they travel."""

from __future__ import annotations

from typing import Any

from marshmallow import ValidationError, post_load, validates

from referee.core.http import fields, validate
from referee.core.http.answers import About, answer_schema
from referee.core.http.schemas import Strict
from referee.projector.settings import LONGEST, SECONDS, SHORTEST, SLIDES, Cue, ProjectorView, Slide

HIGHEST = 999


class SlideIn(Strict):
    """A slide."""

    slide = fields.String(
        required=True, validate=validate.OneOf(SLIDES), metadata={"description": "Which.", "example": "clock"}
    )
    seconds = fields.Integer(
        strict=True,
        load_default=SECONDS,
        validate=validate.Range(SHORTEST, LONGEST),
        metadata={"description": "How long each page of it stays."},
    )

    @post_load
    def made(self, data: dict[str, Any], **_more: object) -> Slide:
        """The slide."""
        return Slide(**data)


class ProjectorIn(Strict):
    """What the screens show."""

    slides = fields.List(
        fields.Nested(SlideIn),
        required=True,
        validate=validate.Length(1, len(SLIDES)),
        metadata={"description": "In order; one that has nothing to show yet is left out until it has."},
    )
    table = fields.Integer(
        strict=True,
        load_default=None,
        allow_none=True,
        validate=validate.Range(1, HIGHEST),
        metadata={"description": "The number of the table whose board is shown; null: the first of the round."},
    )
    light = fields.Boolean(
        load_default=False, truthy={True}, falsy={False}, metadata={"description": "In the colours of the day."}
    )

    @validates("slides")
    def are_different(self, value: list[Any], **_more: object) -> None:
        """No slide comes twice; those that are faulty are refused by themselves."""
        named = [each.slide for each in value if isinstance(each, Slide)]
        if len(set(named)) < len(named):
            raise ValidationError("slide_twice")


class CueIn(Strict):
    """Where the screens are to be."""

    slide = fields.String(
        load_default=None,
        allow_none=True,
        validate=validate.OneOf(SLIDES),
        metadata={"description": "Null: the one that they were sent to last.", "example": "standings"},
    )
    page = fields.Integer(
        strict=True,
        load_default=0,
        validate=validate.Range(0, HIGHEST),
        metadata={"description": "Which page of it, from 0; the last where there are fewer."},
    )
    held = fields.Boolean(
        load_default=False, truthy={True}, falsy={False}, metadata={"description": "Whether they stay there."}
    )
    blank = fields.Boolean(
        load_default=False, truthy={True}, falsy={False}, metadata={"description": "Whether they show nothing."}
    )


SlideOut = answer_schema(Slide, "SlideOut", slide=About(one_of=SLIDES))
CueOut = answer_schema(
    Cue, "CueOut", slide="Null: nothing was said yet.", at="Since when they go on from there, unless they are held."
)
ProjectorOut = answer_schema(ProjectorView, "ProjectorOut", slides=SlideOut, cue=CueOut)
