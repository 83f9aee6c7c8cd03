"""The API of people across events: the register, and who an event's players are."""

from __future__ import annotations

from typing import Any

from flask import Response

from referee.core.access.guard import allowed
from referee.core.command import caller
from referee.core.http.endpoint import StrictBlueprint, endpoint
from referee.core.http.responses import answer, page
from referee.core.rows import get_row
from referee.core.service import service
from referee.models import Person
from referee.people import commands
from referee.people.queries import appearances, list_people, person_view
from referee.people.schemas import PeopleMergeIn, PeopleQuery, PersonIn, PersonOut, PersonPage, PlayerPersonIn

blueprint = StrictBlueprint("register", __name__, url_prefix="/api/v1/people", description="People across events")
players = StrictBlueprint(
    "register_players", __name__, url_prefix="/api/v1/players", description="Players and the people they are"
)


@endpoint(blueprint, "GET", "", query=PeopleQuery, gives=PersonPage)
def show_people(query: dict[str, Any]) -> Response:
    """List the people in the register, newest first."""
    allowed("person.read")
    with service().database.read() as session:
        views = list_people(session, query["search"], query["limit"] + 1, query.get("cursor"))
    return page(PersonOut, views, query["limit"])


@endpoint(blueprint, "POST", "", body=PersonIn, gives=PersonOut, status=201)
def add_person(query: dict[str, Any], body: dict[str, Any]) -> Response:
    """Add a person to the register."""
    person_id = commands.add_person(caller(), commands.SetPerson(**body))
    return _answer(person_id, 201)


@endpoint(blueprint, "PUT", "/<person_id>", body=PersonIn, gives=PersonOut)
def change_person(query: dict[str, Any], body: dict[str, Any], person_id: str) -> Response:
    """Change the details of a person."""
    commands.change_person(caller(), person_id, commands.SetPerson(**body))
    return _answer(person_id)


@endpoint(blueprint, "DELETE", "/<person_id>", gives=None, status=204)
def forget_person(query: dict[str, Any], person_id: str) -> Response:
    """Delete a person from the register.

    Events keep their lists and results, but nothing shows any more that it was the same person.
    """
    commands.forget_person(caller(), person_id)
    return Response(status=204)


@endpoint(blueprint, "POST", "/<person_id>/merge", body=PeopleMergeIn, gives=PersonOut, fails=(409,))
def merge_people(query: dict[str, Any], body: dict[str, Any], person_id: str) -> Response:
    """Merge two people into one.

    The remaining person has the events of both.
    """
    commands.merge_people(caller(), person_id, body["other"])
    return _answer(person_id)


@endpoint(players, "PUT", "/<player_id>/person", body=PlayerPersonIn, gives=None, status=204, fails=(409,))
def link_player(query: dict[str, Any], body: dict[str, Any], player_id: str) -> Response:
    """Link a player of an event to a person in the register.

    null: the player is nobody in the register.
    """
    commands.link_player(caller(), player_id, body["person"])
    return Response(status=204)


def _answer(person_id: str, status: int = 200) -> Response:
    with service().database.read() as session:
        found = person_view(get_row(session, Person, person_id), len(appearances(session, person_id)))
    return answer(PersonOut().dump(found), status)
