"""Request and response schemas of people across events."""

from __future__ import annotations

from referee.core.http import fields, validate
from referee.core.http.answers import answer_schema, list_schema
from referee.core.http.schemas import Line, Lines, Page, Strict
from referee.people.queries import PersonView
from tournaments.season import MOST_EVENTS
from tournaments.toml_text import LONGEST_TEXT


class PersonIn(Strict):
    """The details of a person."""

    name = Line(200, required=True)
    reading = Line(200, 0, load_default="")
    club = Line(200, 0, load_default="")
    note = Line(500, 0, load_default="")
    shown = fields.Boolean(
        load_default=False,
        metadata={"description": "Whether they agree to be named on the pages of ratings and seasons."},
    )


class PeopleMergeIn(Strict):
    """The other person who is the same."""

    other = Line(18, required=True)


class PlayerPersonIn(Strict):
    """The person that a player of an event is."""

    person = Line(18, required=True, allow_none=True)


class PeopleQuery(Page):
    """Which people to list."""

    search = Line(100, 0, load_default="")


class SeasonIn(Strict):
    """A season."""

    name = Line(200, required=True)
    text = Lines(LONGEST_TEXT, required=True)
    events = fields.List(Line(18), load_default=list, validate=validate.Length(max=MOST_EVENTS))


PersonOut = answer_schema(
    PersonView, "PersonOut", shown="Whether they agree to be named on the pages of ratings and seasons.",
    events="The number of events they took part in.",
)  # fmt: skip
PersonPage = list_schema(PersonOut, "PersonPage")
