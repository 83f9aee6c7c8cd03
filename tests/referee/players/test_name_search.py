"""Whoever is searched for by name is found in every form of its kanji, wherever names are searched."""

from __future__ import annotations

from tests.referee.support.databases import SQLITE_ONLY
from tests.referee.support.hall import Hall
from tests.referee.support.world import World


@SQLITE_ONLY
def test_every_page_and_operation_that_searches_for_names_finds_all_forms(world: World) -> None:
    hall = Hall(world, players=7)
    hall.done("POST", f"/events/{hall.event}/players", name="髙橋 誠", reading="たかはし まこと")
    hall.published()
    hall.done("PUT", f"/events/{hall.event}/public", open=True, parts=["seating"])
    home = hall.done("GET", f"/events/{hall.event}/public")["url"].partition("/p/")[2]
    client = world.app.test_client()
    client.set_cookie("referee", world.tokens["administrator"])
    hall.done("POST", "/people", name="髙橋 誠")

    def shown(path: str) -> str:
        answer = client.get(path)
        return str(answer.get_json() or answer.get_data(as_text=True))

    for path in (
        f"/p/{home}/seats?name=",
        f"/events/{hall.event}/players?q=",
        f"/events/{hall.event}/check-in?q=",
        "/register?q=",
        "/api/v1/people?search=",
    ):
        assert "髙橋 誠" in shown(f"{path}高橋"), path
        if not path.startswith("/p/"):  # that page also shows the tables
            assert "髙橋 誠" not in shown(f"{path}髙梨"), path
    assert "髙高" in client.get(f"/p/{home}/seats.json").get_json()["forms"]
    for page in ("players", "check-in"):
        assert "髙高" in client.get(f"/events/{hall.event}/{page}").get_data(as_text=True)
