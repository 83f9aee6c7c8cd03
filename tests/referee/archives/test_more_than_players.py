"""Teams, venues, and what was kept although it would say something else: in the archive, and computed again."""

from __future__ import annotations

import io
import json

import pytest

from tests.referee.players.test_teams import PAIRS
from tests.referee.stale.halls import corrected, final_hall, played
from tests.referee.support.archived_day import archive_of, changed, texts_of, verified
from tests.referee.support.databases import SQLITE_ONLY
from tests.referee.support.hall import Hall
from tests.referee.support.world import World
from tests.referee.venues.test_venues import WANTS_TWO
from tournaments.archive.lines import compact_json
from tournaments.venues.export import seal


@SQLITE_ONLY
def test_the_order_of_the_teams_is_computed_again_and_read_on_the_page(world: World) -> None:
    hall = Hall(world, 8, PAIRS + '\n[results]\nconfirmation = "none"\n')
    for place, player in enumerate(hall.players):
        hall.done("PATCH", f"/players/{player}", team=f"組{place // 2 + 1}")
    hall.published()
    played(hall, 1)
    archive = archive_of(hall)
    found = verified(archive)
    assert [each.sentence("en") for each in found.differences] == []
    shown = hall.done("GET", f"/events/{hall.event}/standings")["teams"]["rows"]
    lines = texts_of(archive)["teams.csv"].splitlines()[1:]
    assert [line.split(",")[2] for line in lines] == [each["team"] for each in shown]
    other = texts_of(archive)["teams.csv"].replace("points ", "points 1", 1)
    forged = verified(changed(archive, {"teams.csv": other}, seal=True)).differences
    assert [(each.file, each.line) for each in forged] == [("teams.csv", 2)]
    form = {"file": (io.BytesIO(archive), "archive.zip")}
    page = world.app.test_client().post("/verify?lang=ja", data=form, content_type="multipart/form-data")
    assert "選手1, 選手2" in page.get_data(as_text=True)


@SQLITE_ONLY
def test_more_players_of_a_venue_than_the_regulation_gives_places_to_are_found(world: World) -> None:
    venue = final_hall(world)
    played(venue, 4)
    content = venue.done("GET", f"/events/{venue.event}/venue")
    order = [line.split(",")[2] for line in texts_of(archive_of(venue))["venue.csv"].splitlines()[1:]]
    assert order == [each["id"] for each in content["players"]]
    content = {**content, "id": "elsewhere"}
    content["sha256"] = seal(content)
    final = Hall(world, 0, WANTS_TWO)
    final.done("POST", f"/events/{final.event}/venues", venue=content, apply=True)
    archive = archive_of(final)
    assert verified(archive).differences == ()
    (line,) = [json.loads(each) for each in texts_of(archive)["venues.jsonl"].splitlines()]
    came = json.loads(line["row"]["players"])
    for players, code in (
        ([*came, {**came[0], "rank": 3}], "venue_places"),
        ([came[0], {**came[1], "rank": 9}], "venue_ranks"),
    ):
        text = compact_json({**line, "row": {**line["row"], "players": json.dumps(players)}}) + "\n"
        found = verified(changed(archive, {"venues.jsonl": text}, seal=True)).differences
        assert [(each.file, each.line, each.code) for each in found] == [("venues.jsonl", 1, code)]


@SQLITE_ONLY
@pytest.mark.slow
def test_what_was_given_out_and_kept_is_in_the_archive_with_who_and_why(world: World) -> None:
    hall = final_hall(world)
    assert hall.ask("GET", f"/events/{hall.event}/papers/standings").status_code == 200
    corrected(hall, 3, hall.players[4], 5000)
    rows = hall.done("GET", f"/events/{hall.event}/stale")["rows"]
    (paper,) = [each for each in rows if each["kind"] == "paper"]
    body = {name: paper[name] for name in ("kind", "about", "fingerprint")}
    hall.done("POST", f"/events/{hall.event}/stale/keep", **body, reason="everybody agreed")
    archive = archive_of(hall)
    made = [json.loads(each) for each in texts_of(archive)["made.jsonl"].splitlines()]
    said = next(each["content"] for each in made if each["kind"] == "paper")
    assert said[hall.players[0]].startswith("1")
    found = verified(archive)
    assert [each.sentence("en") for each in found.differences] == []
    kept = [(each.author, each.why) for each in found.acts if each.code == "act_kept"]
    assert kept == [("administrator", "everybody agreed")]
