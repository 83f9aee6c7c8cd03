"""Request and response schemas of the screens in the hall and their remote."""

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
        required=True,
        validate=validate.OneOf(SLIDES),
        metadata={"description": "The kind of slide.", "example": "clock"},
    )
    seconds = fields.Integer(
        strict=True,
        load_default=SECONDS,
        validate=validate.Range(SHORTEST, LONGEST),
        metadata={"description": "For how many seconds each of its pages is shown."},
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
        metadata={"description": "The slides in order; a slide that has nothing to show yet is skipped until it does."},
    )
    table = fields.Integer(
        strict=True,
        load_default=None,
        allow_none=True,
        validate=validate.Range(1, HIGHEST),
        metadata={"description": "The number of the table whose board is shown; null: the first table of the round."},
    )
    light = fields.Boolean(
        load_default=False, truthy={True}, falsy={False}, metadata={"description": "Whether to use the light colours."}
    )

    @validates("slides")
    def are_different(self, value: list[Any], **_more: object) -> None:
        """No slide comes twice; those that are faulty are refused by themselves."""
        named = [each.slide for each in value if isinstance(each, Slide)]
        if len(set(named)) < len(named):
            raise ValidationError("slide_twice")


class CueIn(Strict):
    """A command of the remote."""

    slide = fields.String(
        load_default=None,
        allow_none=True,
        validate=validate.OneOf(SLIDES),
        metadata={"description": "The slide to show; null: the one last selected.", "example": "standings"},
    )
    page = fields.Integer(
        strict=True,
        load_default=0,
        validate=validate.Range(0, HIGHEST),
        metadata={"description": "The page of the slide, from 0; the last one if it has fewer."},
    )
    held = fields.Boolean(
        load_default=False, truthy={True}, falsy={False}, metadata={"description": "Whether the screens stay there."}
    )
    blank = fields.Boolean(
        load_default=False, truthy={True}, falsy={False}, metadata={"description": "Whether the screens show nothing."}
    )


SlideOut = answer_schema(Slide, "SlideOut", slide=About(one_of=SLIDES))
CueOut = answer_schema(
    Cue,
    "CueOut",
    slide="Null: no command was given yet.",
    at="When the screens started to continue from there, unless they are held.",
)
ProjectorOut = answer_schema(ProjectorView, "ProjectorOut", slides=SlideOut, cue=CueOut)
