"""The API of people across events: the register, and who an event's players are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from flask import Response

from referee.core.access.guard import allowed
from referee.core.command import caller
from referee.core.http.declared import view_schema
from referee.core.http.endpoint import StrictBlueprint, endpoint, operation
from referee.core.http.responses import page
from referee.core.http.schemas import Line, Page
from referee.core.rows import get_row
from referee.core.service import service
from referee.models import Person
from referee.people import commands
from referee.people.queries import PersonView, appearances, list_people, person_view

blueprint = StrictBlueprint("register", __name__, url_prefix="/api/v1/people", description="People across events")
players = StrictBlueprint(
    "register_players", __name__, url_prefix="/api/v1/players", description="Players and the people they are"
)


class PeopleQuery(Page):
    """Which people to list."""

    search = Line(100, 0, load_default="")


@dataclass(frozen=True, slots=True)
class PersonPage:
    """A page of the register."""

    rows: Sequence[PersonView]
    next: str | None


def person_now(person_id: str) -> PersonView:
    with service().database.read() as session:
        return person_view(get_row(session, Person, person_id), len(appearances(session, person_id)))


@endpoint(blueprint, "GET", "", query=PeopleQuery, gives=PersonPage)
def show_people(query: dict[str, Any]) -> Response:
    """List the people in the register, newest first."""
    allowed("person.read")
    with service().database.read() as session:
        views = list_people(session, query["search"], query["limit"] + 1, query.get("cursor"))
    return page(view_schema(PersonView), views, query["limit"])


@endpoint(blueprint, "POST", "", body=commands.SetPerson, gives=PersonView, status=201)
def add_person(body: commands.SetPerson) -> PersonView:
    """Add a person to the register."""
    return person_now(commands.add_person(caller(), body))


operation(blueprint, "PUT", "/<person_id>", commands.change_person, shows=person_now)
operation(blueprint, "DELETE", "/<person_id>", commands.forget_person)
operation(blueprint, "POST", "/<person_id>/merge", commands.merge_people, shows=person_now, fails=(409,))
operation(players, "PUT", "/<player_id>/person", commands.link_player, fails=(409,))
