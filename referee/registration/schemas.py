"""Request schemas of registration."""

from __future__ import annotations

from referee.core.http import fields, validate
from referee.core.http.schemas import Day, Line, Moment, Strict, Whole

MOST_QUESTIONS = 10


class SignUpIn(Strict):
    """A registration."""

    name = Line(required=True)
    reading = Line(200, 0, load_default="")
    club = Line(200, 0, load_default="")
    contact = Line(200, 3, required=True)
    answers = fields.List(Line(500, 0), load_default=list, validate=validate.Length(max=MOST_QUESTIONS))


class SetFormIn(Strict):
    """The settings of the registration form."""

    open = fields.Boolean(load_default=False)
    places = Whole(1, 5000, allow_none=True, load_default=None)
    closes_on = Day(load_default="")
    fee = Line(200, 0, load_default="")
    questions = fields.List(Line(200), load_default=list, validate=validate.Length(max=MOST_QUESTIONS))


class PutBackIn(Strict):
    """Which removal to undo: when it was, in ms since 1970."""

    at = Moment(required=True)
