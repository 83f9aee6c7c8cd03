"""Drawing an event: its clubs and namesakes as people write them, even tables, and a final that knows who has met."""

from __future__ import annotations

from itertools import combinations

from tests.referee.seating.test_seating_by_results import RANKED, enter
from tests.referee.support.hall import PLAN, Hall, seated_players
from tests.referee.support.world import World

FINAL = (
    RANKED.replace('[[round]]\nseating = "ranked"\n', '[[round]]\nstage = "final"\nseating = "qualifiers"\n')
    + '[qualification]\nplaces = 4\n[[qualification.step]]\nafter = 1\nwho = "all"\nplaces = 4\n'
)


def test_no_club_is_no_club_one_club_is_one_and_namesakes_sit_apart(world: World) -> None:
    hall = Hall(world, 0, text=PLAN)
    for place in range(16):
        club = ("なし", "-", "無所属", "n/a")[place % 4] if place < 12 else ("A会", "Ａ会", "A 会", "a会")[place % 4]
        name = "佐藤 一" if place in (0, 1, 12) else f"P{place}"
        world.made(f"/events/{hall.event}/players", name=name, club=club, reading="abcdefghijklmnop"[place])
    drawn = hall.draw(1)
    figures = {each["aim"]: each for each in drawn["figures"]}
    assert figures["clubs"]["figure"] == figures["namesakes"]["figure"] == figures["rematches"]["figure"] == 0
    together = [
        {each["name"] for each in table["players"] if each["club"].endswith("会")}
        for round_ in drawn["rounds"]
        for table in round_["tables"]
    ]
    assert {len(each) for each in together} == {1}
    client = world.app.test_client()
    client.set_cookie("referee", world.tokens["administrator"])
    page = client.get(f"/events/{hall.event}/seating?round=1").get_data(as_text=True)
    assert "A会 = Ａ会 = A 会 = a会" in page
    assert all(each in page for each in ("なし", "無所属", "n/a"))


def test_the_final_counts_every_meeting_before_it(world: World) -> None:
    hall = Hall(world, text=FINAL)
    first = hall.published(1)
    enter(hall, 1)
    final = hall.draw(2)
    (table,) = seated_players(final, 2)
    earlier = [set(each) for each in seated_players(first, 1)]
    again = sum(any({*pair} <= each for each in earlier) for pair in combinations(table, 2))
    figure = next(each for each in final["figures"] if each["aim"] == "rematches")
    assert figure["figure"] == figure["bound"] == again
