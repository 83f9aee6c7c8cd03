"""A public page has one address; other spellings are redirected to it or not found."""

from __future__ import annotations

from urllib.parse import quote

import pytest
from werkzeug.test import TestResponse

from referee.public.cache import PageCaches
from tests.referee.support.databases import SQLITE_ONLY
from tests.referee.support.world import World

OPEN = {"open": True, "address": "hall-cup", "parts": ["clock", "seating", "standings"]}


def answered(world: World, path: str, query: str = "", **environ: str) -> TestResponse:
    """The answer to a stranger; ``path``: decoded, as the web server passes it on."""
    environment = {"PATH_INFO": path, "QUERY_STRING": query, "RAW_URI": path, "HTTP_HOST": "evil.example", **environ}
    return world.app.test_client().open("/", environ_overrides=environment)


@SQLITE_ONLY
def test_every_other_spelling_is_sent_on_to_the_one_or_leads_nowhere(world: World) -> None:
    world.ask("PUT", f"/events/{world.event}/public", json=OPEN)
    for path, query in {
        ("/p/hall-cup", ""),
        ("/p/hall-cup", "lang=ja"),
        ("/p/hall-cup/seats", "lang=ja&name=%E3%81%82"),
        ("/p/hall-cup/seats", "name=a+b"),
        ("/p/hall-cup/seats", "name=%61"),
        ("/p/hall-cup/standings", "lang=zh"),
        ("/p/hall-cup/screen", "parts=clock,seats&seconds=10"),
        ("/p/hall-cup/qr.svg", ""),
    }:
        assert answered(world, path, query).status_code == 200, (path, query)
    redirected = {
        ("/p/hall-cup/", ""): "/p/hall-cup",
        ("//p//hall-cup", ""): "/p/hall-cup",
        ("/P/Hall-Cup/Seats", ""): "/p/hall-cup/seats",
        (f"/p/{world.event}/seats", "lang=en"): "/p/hall-cup/seats?lang=en",
        ("/p/hall-cup", "from=x"): "/p/hall-cup",
        ("/p/hall-cup", "lang=fr"): "/p/hall-cup",
        ("/p/hall-cup", "lang=%6Aa"): "/p/hall-cup?lang=ja",
        ("/p/hall-cup", "lang=ja&lang=ja"): "/p/hall-cup?lang=ja",
        ("/p/hall-cup", "&"): "/p/hall-cup",
        ("/p/hall-cup/standings", "name=x"): "/p/hall-cup/standings",
        ("/p/hall-cup/seats", "name=x&name=y"): "/p/hall-cup/seats?name=x",
        ("/p/hall-cup/seats", "name=" + "x" * 5000): "/p/hall-cup/seats?name=" + "x" * 100,
        ("/m/of-nobody", "x=1"): "/m/of-nobody",
    }
    for (path, query), wanted in redirected.items():
        answer = answered(world, path, query)
        assert (answer.status_code, answer.headers.get("Location")) == (308, wanted), (path, query)
        assert answer.headers["Cache-Control"] == "no-store"
        assert answered(world, *wanted.partition("?")[::2]).status_code in (200, 404)
    encoded = answered(world, "/p/hall-cup", RAW_URI="/p/hall%2dcup")
    assert (encoded.status_code, encoded.headers["Location"]) == (308, "/p/hall-cup")
    wide = "１".encode().decode("latin-1")
    for path in ("/p/hall-cup/seats/01", f"/p/hall-cup/seats/{wide}", "/p/hall-cup/seats/" + "9" * 30, "/p/hall_cup"):
        assert answered(world, path, RAW_URI=quote(path.encode("latin-1"))).status_code == 404


@SQLITE_ONLY
def test_what_is_kept_of_an_events_pages_does_not_grow_by_spellings(world: World) -> None:
    world.ask("PUT", f"/events/{world.event}/public", json=OPEN)
    answered(world, "/p/hall-cup")
    cache = world.service.part(PageCaches).find("hall-cup", lambda _session, _event: pytest.fail("it is known"))
    assert cache is not None
    kept = len(cache._pages)
    for number in range(20):
        answered(world, "/p/hall-cup", f"x={number}")
        answered(world, f"{'/' * number}/p/hall-cup{'/' * number}")
        answered(world, f"/p/{'HALL-CUP'[:number]}{'hall-cup'[number:]}")
    assert len(cache._pages) == kept
