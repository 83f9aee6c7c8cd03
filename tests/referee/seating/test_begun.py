"""A table has begun when something counts there: a throw taken back, or a warning, keeps nobody on a seat."""

from __future__ import annotations

import re
from typing import Any

import pytest
from sqlmodel import select

from referee.archives.writing import archive_stream
from referee.log.table_game import TableGames
from referee.log.verify import table_findings
from referee.models import AuditEntry
from tests.referee.desk.test_desk import round_id
from tests.referee.stale.halls import AT_ONCE
from tests.referee.support.archived_day import verified
from tests.referee.support.databases import SQLITE_ONLY
from tests.referee.support.hall import Hall, seated_players
from tests.referee.support.world import World

pytestmark = [pytest.mark.slow, SQLITE_ONLY]


def reported(hall: Hall, table: str, base: int, report: dict[str, Any], **more: Any) -> None:
    body = {"client_id": f"{table}-{base}", "base": base, "report": report, **more}
    hall.done("POST", f"/tables/{table}/entries", **body)


def stray_throw(hall: Hall, table: str, player: str) -> None:
    """A throw that is taken back."""
    reported(hall, table, 0, {"type": "roll", "player": "A", "dice": [3, 4]})
    reported(hall, table, 1, {"type": "retract", "seq": 1}, reason="seats mixed up")


def warning(hall: Hall, table: str, player: str) -> None:
    """A warning before the start."""
    body = {"player": player, "category": "unworthy", "step": "warning", "facts": "late", "table_id": table}
    hall.done("POST", f"/events/{hall.event}/penalties", **body)


def cancelled_warning(hall: Hall, table: str, player: str) -> None:
    """A warning that is cancelled."""
    body = {"player": player, "category": "unworthy", "step": "warning", "facts": "late", "table_id": table}
    given = hall.done("POST", f"/events/{hall.event}/penalties", **body)
    hall.done("POST", f"/penalties/{given['id']}/cancel", reason="wrong table")


def refused_throw(hall: Hall, table: str, player: str) -> None:
    """A throw out of turn that is refused."""
    body = {"client_id": "x", "base": 0, "report": {"type": "roll", "player": "B", "dice": [3, 4]}}
    assert hall.ask("POST", f"/tables/{table}/entries", **body).status_code == 422


LINES = {each.__name__: each for each in (stray_throw, warning, cancelled_warning, refused_throw)}


def names_at(hall: Hall, table: str) -> list[str]:
    """The names at a table, as its game knows them."""
    return list(hall.done("GET", f"/tables/{table}")["header"]["names"].values())


def sound(world: World, hall: Hall) -> None:
    """Every log follows from the header that it began with, in the event's archive as well."""
    for table in hall.tables(1):
        assert table_findings(world.service.settings.database_url, table["id"]) == []
    service = world.service
    for public in (False, True):
        games, now = service.part(TableGames), service.database.now()
        archive = b"".join(archive_stream(service.database, games, hall.event, public=public, now=now))
        assert verified(archive).differences == ()


@pytest.mark.parametrize("line", LINES)
def test_a_line_that_does_not_count_freezes_no_seat(world: World, line: str) -> None:
    hall = Hall(world, players=8, text=AT_ONCE)
    drawn = hall.published()
    first = round_id(hall, 1)
    one, other = seated_players(drawn, 1)
    table = hall.tables(1)[0]["id"]
    LINES[line](hall, table, one[0])
    hall.done("PUT", f"/tables/{table}/start-order", players=[one[1], one[0], *one[2:]])
    assert names_at(hall, table)[:2] == ["選手" + str(hall.players.index(each) + 1) for each in (one[1], one[0])]
    hall.done("POST", f"/rounds/{first}/clock", kind="start")
    hall.done("DELETE", f"/rounds/{first}/start")
    body = {"round": 1, "one": one[2], "other": other[2], "reason": "wrong tables"}
    swapped = hall.done("POST", f"/seatings/{drawn['id']}/swaps", base=drawn["version"], **body)
    hall.done("POST", f"/seatings/{swapped['seating']['id']}/publish")
    assert "選手" + str(hall.players.index(other[2]) + 1) in names_at(hall, table)
    hall.done("PUT", f"/players/{one[3]}/drop-out", after=0, reason="was never here")
    reported_now = hall.done("GET", f"/tables/{table}")["seq"]
    reported(hall, table, reported_now, {"type": "roll", "player": "A", "dice": [1, 2]})
    refused = hall.refused("PUT", f"/tables/{table}/start-order", players=one)
    assert refused["code"] == "table_begun"
    sound(world, hall)


def test_players_in_each_others_seats_are_exchanged_after_some_moves_and_the_log_goes_with_the_seats(
    world: World,
) -> None:
    hall = Hall(world, players=8, text=AT_ONCE)
    drawn = hall.published()
    first = round_id(hall, 1)
    one, other = seated_players(drawn, 1)
    table, second = (each["id"] for each in hall.tables(1))
    hall.done("POST", f"/rounds/{first}/clock", kind="start")
    reported(hall, table, 0, {"type": "roll", "player": "A", "dice": [1, 2]})
    namesake = hall.done("GET", f"/players/{one[2]}")["name"]
    hall.done("PATCH", f"/players/{one[1]}", name=namesake)
    rows = hall.done("POST", f"/rounds/{first}/exchange", one=one[0], other=other[1], reason="signs read wrongly")
    with world.service.database.read() as session:
        published = select(AuditEntry.target).where(AuditEntry.action == "seating.publish")
        said = session.exec(published.where(AuditEntry.event_id == hall.event)).all()
    last = hall.done("GET", f"/events/{hall.event}/seatings")["rows"][0]
    assert said[-1] == f"seating:{last['id']}" and len({*said}) == 2, "whoever follows the log knows who sits where now"
    at = {each["player"]: (each["table"], each["seat"]) for each in rows["rows"]}
    assert len({*names_at(hall, table)}) == len(one)
    assert at[other[1]] == (1, "A") and at[one[0]] == (2, "B")
    name = "選手" + str(hall.players.index(other[1]) + 1)
    assert names_at(hall, table)[0] == name
    log = hall.done("GET", f"/tables/{table}/entries")
    assert name in str(log)
    reported(hall, table, 2, {"type": "retract", "seq": 2}, reason="the exchange stays all the same")
    assert names_at(hall, table)[0] == name
    assert hall.refused("POST", f"/rounds/{first}/exchange", one=one[0], other=one[0], reason="x")["code"] == (
        "exchange_of_others"
    )
    path = f"/tables/{second}/results"
    points = [{"player": seat["player"], "assets": 1000} for seat in hall.done("GET", path)["seats"]]
    assert one[0] in [each["player"] for each in points]
    hall.done("POST", path, version=0, points=points)
    refused = hall.refused("POST", f"/rounds/{first}/exchange", one=one[0], other=other[1], reason="again")
    assert refused["code"] == "exchange_settled"
    seating = hall.done("GET", f"/events/{hall.event}/seatings")["rows"][0]
    assert hall.done("GET", f"/seatings/{seating['id']}")["moves"][-1]["reason"] == "signs read wrongly"
    sound(world, hall)


def test_the_page_exchanges_two_players_at_once(world: World) -> None:
    hall = Hall(world, players=8, text=AT_ONCE)
    drawn = hall.published()
    one, other = seated_players(drawn, 1)
    table = hall.tables(1)[0]["id"]
    reported(hall, table, 0, {"type": "roll", "player": "A", "dice": [1, 2]})
    client = world.app.test_client()
    client.set_cookie("referee", world.tokens["administrator"])
    path = f"/events/{hall.event}/seating"
    token = re.search(r'name="csrf_token" value="([^"]*)"', client.get(path).get_data(as_text=True))
    assert token is not None
    form = {"csrf_token": token[1], "round": "1", "version": drawn["id"], "one": one[0], "other": other[0]}
    response = client.post(f"{path}/swap", data={**form, "reason": "mixed up", "exchange": "1"})
    assert response.status_code == 303, response.get_data(as_text=True)
    assert "選手" + str(hall.players.index(other[0]) + 1) in names_at(hall, table)
