"""The regulation of an event over HTTP: chosen or written, refused with every fault, locked, changed on the record."""

from __future__ import annotations

from typing import Any

from referee.models import Event
from tests.referee.support.world import World
from tournaments.regulation import shipped


def put(world: World, **body: Any) -> Any:
    """Set the regulation as the organizer and return the answer."""
    return world.ask("PUT", f"/events/{world.event}/regulation", "organizer", json=body)


def lock(world: World) -> None:
    """Start the first round, which locks the regulation."""
    with world.service.database.write() as session:
        event = session.get_one(Event, world.event)
        event.locked_at = world.service.database.now()
        session.add(event)


def test_every_shipped_regulation_is_listed_read_and_taken(world: World) -> None:
    rows = {each["name"]: each for each in world.ask("GET", "/regulations", "judge").get_json()["rows"]}
    assert tuple(rows) == shipped.names()
    for number, name in enumerate(rows, 1):
        text = world.ask("GET", f"/regulations/{name}", "judge").get_data(as_text=True)
        assert text == shipped.text(name)
        answered = put(world, shipped=name)
        assert answered.status_code == 200, answered.get_data(as_text=True)
        kept = world.ask("GET", f"/events/{world.event}/regulation", "viewer").get_json()
        assert kept == answered.get_json()
        assert (kept["text"], kept["fingerprint"], kept["number"]) == (text, rows[name]["fingerprint"], number)
        assert kept["content"]["name"] == name


def test_an_event_begins_without_one(world: World) -> None:
    answer = world.ask("GET", f"/events/{world.event}/regulation", "viewer")
    assert (answer.status_code, answer.get_json()["code"]) == (409, "no_regulation")
    assert world.ask("GET", "/regulations/jma-national-1066").status_code == 404


def test_every_fault_of_a_text_is_told_and_nothing_kept(world: World) -> None:
    text = shipped.text("rank-sum").replace("format = 1", "format = 2\ncolour = 'red'")
    response = put(world, text=text)
    assert response.status_code == 422
    assert {each["field"] for each in response.get_json()["errors"]} == {"format", "colour"}
    assert put(world, text="x = ").get_json()["errors"][0]["fault"] == "not_toml"
    assert put(world, text=f"a{'.a' * 45_000} = 1").get_json()["errors"][0]["fault"] == "toml_key_deep"
    assert put(world, shipped="nothing").get_json()["errors"][0]["fault"] == "unknown_regulation"
    assert put(world).get_json()["errors"][0]["fault"] == "not_one_regulation"
    assert put(world, text=text, shipped="rank-sum").get_json()["errors"][0]["fault"] == "not_one_regulation"
    assert world.ask("GET", f"/events/{world.event}/regulation").status_code == 409


def test_once_the_first_round_has_started_a_change_is_a_deviation(world: World) -> None:
    name = "jma-national-2005"
    text = shipped.text(name)
    put(world, shipped=name)
    assert put(world, text=text).get_json()["number"] == 1, "the same text again makes no new version"
    lock(world)
    other = text.replace("final_minutes = 120", "final_minutes = 90").replace("at_most = 100", "at_most = 99.5")
    refused = put(world, text=other)
    assert (refused.status_code, refused.get_json()["code"]) == (409, "regulation_locked")
    assert put(world, text=other, reason="会場の都合").get_json()["locked"] is True
    first, second = world.ask("GET", f"/events/{world.event}/regulation/versions", "viewer").get_json()["rows"]
    assert (first["number"], first["deviates"], first["changes"]) == (1, False, [])
    assert (second["number"], second["deviates"], second["reason"]) == (2, True, "会場の都合")
    assert second["author"] == "organizer"
    assert second["changes"] == [
        {"path": "parameters.final_minutes", "before": 120, "after": 90},
        {"path": "points.rule[2].at_most", "before": 100, "after": 99.5},
    ]
