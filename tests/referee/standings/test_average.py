"""A missed round that counts as an average: chosen by form, said in the standings, and computed again by an archive."""

from __future__ import annotations

from typing import Any

from referee.archives.writing import archive_stream
from referee.log.table_game import TableGames
from tests.referee.accounts.test_people_pages import Browser
from tests.referee.stale.halls import AT_ONCE, played
from tests.referee.support.archived_day import verified
from tests.referee.support.databases import SQLITE_ONLY
from tests.referee.support.hall import Hall
from tests.referee.support.markup import as_shown
from tests.referee.support.world import World

pytestmark = SQLITE_ONLY

AVERAGE = AT_ONCE.replace('by = "points"', 'by = "points"\nabsent = "average"', 1)


def test_a_latecomer_counts_the_average_and_everybody_is_told(world: World) -> None:
    hall = Hall(world, players=8, text=AVERAGE)
    hall.published()
    played(hall, 1)
    late = hall.player(9, first_round=2)
    hall.players.append(late)
    reseated = hall.done("POST", f"/events/{hall.event}/seatings/reseat", from_round=2, reason="came late")
    hall.done("POST", f"/seatings/{reseated['seating']['id']}/publish")
    played(hall, 2)
    found = hall.done("GET", f"/events/{hall.event}/standings")
    rows = {each["player"]: each for each in found["rows"]}
    assert rows[late]["values"][0] == str(992 * 2) and rows[late]["games"] == 1
    assert any("992" in each for each in rows[late]["notes"]) and rows[hall.players[0]]["notes"] == []
    page = Browser(world, world.tokens["administrator"]).read(f"/events/{hall.event}/standings")
    assert as_shown("自分の平均992ポイント") in page
    games, now = world.service.part(TableGames), world.service.database.now()
    archive = b"".join(archive_stream(world.service.database, games, hall.event, public=True, now=now))
    assert verified(archive).differences == ()


def test_the_form_of_the_regulation_offers_it_and_takes_it_back(world: World) -> None:
    hall = Hall(world, players=0, text=AT_ONCE)
    organizer = Browser(world, world.tokens["administrator"])
    path = f"/events/{hall.event}/regulation/change"
    for chosen in ("average", "nothing"):
        page = organizer.read(path)
        assert f'value="{chosen}" selected' not in page
        form: dict[str, Any] = {f"count_{number}": str(count) for number, count in enumerate((3, 1))}
        form |= {"minutes_0": "75", "minutes_1": "120", "size": "4", "also": "5", "finalists": "4"}
        form |= {"criterion_0": "points", "criterion_1": "lots", "missed": chosen, "do": "adopt"}
        organizer.send(path, page, 303, **form)
        text = hall.done("GET", f"/events/{hall.event}/regulation")["text"]
        assert ('absent = "average"' in text) == (chosen == "average")
