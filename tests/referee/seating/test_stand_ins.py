"""A stand-in keeps the seat: named at the table, counted as the regulation says, undone, and computed again."""

from __future__ import annotations

from typing import Any

from referee.archives.writing import archive_stream
from referee.log.table_game import TableGames
from tests.referee.accounts.test_people_pages import Browser
from tests.referee.desk.test_desk import round_id
from tests.referee.stale.halls import AT_ONCE, played, seated
from tests.referee.support.archived_day import verified
from tests.referee.support.databases import SQLITE_ONLY
from tests.referee.support.hall import Hall
from tests.referee.support.world import World

pytestmark = SQLITE_ONLY

OWN = AT_ONCE.replace('confirmation = "none"', 'confirmation = "none"\nstand_in = "own"')
TEAMS = '\n[teams]\nsize = 2\n\n[[teams.criterion]]\nby = "points"\n'


def named(hall: Hall, player: str, number: int, name: str = "代理の人") -> str:
    body = {"name": name, "from_round": number, "reason": "has a cold"}
    return str(hall.done("POST", f"/players/{player}/stand-in", **body)["id"])


def standings(hall: Hall, **query: Any) -> dict[str, Any]:
    found = hall.done("GET", f"/events/{hall.event}/standings")
    return {each["name"]: each for each in found["rows"]}


def sound(world: World, hall: Hall) -> None:
    """The event follows from its archive, public or not."""
    for public in (False, True):
        games, now = world.service.part(TableGames), world.service.database.now()
        archive = b"".join(archive_stream(world.service.database, games, hall.event, public=public, now=now))
        assert verified(archive).differences == ()


def everything_played(hall: Hall) -> None:
    """Rounds 2 and 3, in which 選手1 has somebody else in the seat, and the final."""
    for number in (2, 3):
        hall.done("POST", f"/rounds/{round_id(hall, number)}/clock", kind="start")
        for table in hall.tables(number):
            path = f"/tables/{table['id']}/results"
            players = [seat["player"] for seat in hall.done("GET", path)["seats"]]
            hall.done("POST", path, version=0, points=[_row(hall, each) for each in players])
        hall.done("POST", f"/rounds/{round_id(hall, number)}/close", anyway=True, reason="over")
        hall.done("POST", f"/rounds/{round_id(hall, number)}/results/publish")


def _row(hall: Hall, player: str) -> dict[str, Any]:
    return {"player": player, "assets": 5000 if player not in hall.players else 1000 - hall.players.index(player)}


def test_a_stand_in_sits_where_the_player_would_and_the_results_are_the_seats(world: World) -> None:
    hall = Hall(world, players=8, text=AT_ONCE)
    drawn = hall.published()
    played(hall, 1)
    first = hall.players[0]
    before = [[seat["player"] for seat in _seats(hall, table)] for table in hall.tables(2)]
    came = named(hall, first, 2)
    after = [[seat["player"] for seat in _seats(hall, table)] for table in hall.tables(2)]
    assert after == [[came if each == first else each for each in players] for players in before]
    assert "代理の人" in seated(hall, 3) and "選手1" not in seated(hall, 3) and "選手1" in seated(hall, 1)
    rows = hall.done("GET", f"/events/{hall.event}/seatings")["rows"]
    view = hall.done("GET", f"/seatings/{next(each['id'] for each in rows if each['state'] == 'published')}")
    assert view["moves"][-1]["kind"] == "taken" and not view["unseated"] and not view["gone"]
    assert view["fingerprint"] != drawn["fingerprint"] and not _misplaced(view)
    assert hall.done("GET", f"/players/{came}")["stands_for"] == first
    everything_played(hall)
    found = standings(hall)
    assert "代理の人" not in found and found["選手1"]["rank"] == 1 and found["選手1"]["games"] == 3
    assert found["選手1"]["values"][0] == "11000" and len(found) == 8
    assert any("代理の人" in each for each in found["選手1"]["notes"])
    hall.published(4)
    assert "代理の人" in seated(hall, 4) and "選手1" not in seated(hall, 4)
    sound(world, hall)


def _misplaced(view: Any) -> list[Any]:
    """Who sits where they do not play, and the other way round."""
    return [each for each in view["violations"] if each["code"] in ("seating_absent", "seating_missing")]


def _seats(hall: Hall, table: Any) -> list[Any]:
    return list(hall.done("GET", f"/tables/{table['id']}/results")["seats"])


def test_by_the_regulation_the_results_are_the_stand_ins_own_and_the_teams(world: World) -> None:
    hall = Hall(world, players=8, text=OWN + TEAMS)
    for place, player in enumerate(hall.players):
        hall.done("PATCH", f"/players/{player}", team=f"team {place // 2}")
    hall.published()
    played(hall, 1)
    named(hall, hall.players[0], 2)
    everything_played(hall)
    found = standings(hall)
    assert found["代理の人"]["rank"] == 1 and found["代理の人"]["games"] == 2
    assert found["選手1"]["dropped"] and found["選手1"]["games"] == 1
    teams = hall.done("GET", f"/events/{hall.event}/standings")["teams"]["rows"]
    assert teams[0]["team"] == "team 0" and teams[0]["values"][0] == str(1000 + 5000 * 2 + 999 * 3)
    sound(world, hall)


def test_the_seat_is_given_back_and_a_stand_in_who_has_played_nothing_was_never_there(world: World) -> None:
    hall = Hall(world, players=8, text=AT_ONCE)
    hall.published()
    first = hall.players[0]
    came = named(hall, first, 1)
    refused = hall.refused("POST", f"/players/{first}/stand-in", name="x", from_round=2, reason="x")
    assert refused["code"] == "stand_in_taken"
    assert hall.refused("POST", f"/players/{came}/stand-in", name="x", from_round=2, reason="x")["code"] == (
        "stand_in_taken"
    )
    assert hall.refused("POST", f"/players/{first}/merge", other=hall.players[1])["code"] == "stand_in_merged"
    hall.done("POST", f"/players/{first}/stand-in/end", from_round=1, reason="is here after all")
    assert "代理の人" not in seated(hall, 1) | seated(hall, 3) and "選手1" in seated(hall, 1)
    assert [each["id"] for each in hall.done("GET", f"/events/{hall.event}/players")["rows"]] == hall.players
    assert hall.refused("POST", f"/players/{first}/stand-in/end", from_round=1, reason="x")["code"] == "stand_in_none"
    second = named(hall, first, 1)
    hall.done("POST", f"/rounds/{round_id(hall, 1)}/clock", kind="start")
    for table in hall.tables(1):
        path = f"/tables/{table['id']}/results"
        hall.done("POST", path, version=0, points=[_row(hall, each["player"]) for each in _seats(hall, table)])
    refused = hall.refused("POST", f"/players/{first}/stand-in/end", from_round=1, reason="too late")
    assert refused["code"] == "stand_in_begun"
    hall.done("POST", f"/players/{first}/stand-in/end", from_round=2, reason="is back")
    assert hall.done("GET", f"/players/{second}")["dropped_after"] == 1
    assert "選手1" in seated(hall, 2) and "代理の人" in seated(hall, 1)
    assert standings(hall)["選手1"]["rank"] == 1
    view = hall.done("GET", f"/events/{hall.event}/seatings")["rows"][0]
    found = hall.done("GET", f"/seatings/{view['id']}")
    assert not found["unseated"] and not found["gone"] and not _misplaced(found)
    sound(world, hall)


def test_nobody_comes_in_in_the_middle_of_a_game_or_for_somebody_who_left(world: World) -> None:
    hall = Hall(world, players=8, text=AT_ONCE)
    hall.published()
    for table in hall.tables(1):
        hall.roll(table["id"])
    body = {"name": "代理の人", "from_round": 1, "reason": "x"}
    refused = hall.refused("POST", f"/players/{hall.players[0]}/stand-in", **body)
    assert refused["code"] == "stand_in_begun" and "1-" in refused["detail"]
    hall.done("PUT", f"/players/{hall.players[1]}/drop-out", after=1, reason="x")
    assert hall.refused("POST", f"/players/{hall.players[1]}/stand-in", **body)["code"] == "stand_in_left"
    assert len(hall.done("GET", f"/events/{hall.event}/players")["rows"]) == 8
    unplanned = hall.refused("POST", f"/players/{hall.players[0]}/stand-in", **{**body, "from_round": 9})
    assert unplanned["code"] == "round_unplanned"


def test_a_draft_that_waits_knows_the_stand_in_too(world: World) -> None:
    hall = Hall(world, players=8, text=AT_ONCE)
    drawn = hall.published()
    one, other = (table[1] for table in _drawn(drawn, 2)[:2])
    body = {"round": 2, "one": one, "other": other, "reason": "brothers"}
    hall.done("POST", f"/seatings/{drawn['id']}/swaps", base=drawn["version"], **body)
    came = named(hall, hall.players[0], 2)
    draft = hall.done("GET", f"/events/{hall.event}/seatings")["rows"][0]
    assert draft["state"] == "draft"
    view = hall.done("POST", f"/seatings/{draft['id']}/publish")
    assert [each["kind"] for each in view["moves"]] == ["swap", "taken"]
    assert came in [each for table in _drawn(view, 2) for each in table]
    assert hall.players[0] not in [each for table in _drawn(view, 2) for each in table]


def _drawn(seating: Any, number: int) -> list[list[str]]:
    (found,) = [each for each in seating["rounds"] if each["number"] == number]
    return [[player["id"] for player in table["players"]] for table in found["tables"]]


def test_an_organizer_names_a_stand_in_on_the_players_page_and_takes_it_back(world: World) -> None:
    hall = Hall(world, players=8, text=AT_ONCE)
    hall.published()
    organizer = Browser(world, world.tokens["administrator"])
    path = f"/events/{hall.event}/players/{hall.players[0]}"
    page = organizer.read(path)
    organizer.send(f"{path}/stand-in", page, name="代理の人", reading="", from_round="２", reason="cold")
    assert "代理の人" in seated(hall, 2) and "代理の人" not in seated(hall, 1)
    page = organizer.read(path)
    assert "代理の人" in page
    organizer.send(f"{path}/stand-in/end", page, from_round="2", reason="came")
    assert "代理の人" not in seated(hall, 2)
    refused = organizer.send(f"{path}/stand-in", organizer.read(path), 422, name="", from_round="2", reason="cold")
    assert 'value="cold"' in refused
