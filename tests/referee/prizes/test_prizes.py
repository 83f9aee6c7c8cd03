"""Prizes: given by place once there is a final order, or drawn once from a seed that was sealed in advance."""

from __future__ import annotations

import hashlib
import re

import pytest

from referee.prizes.pages import FinalRanks
from tests.referee.accounts.test_people_pages import Browser
from tests.referee.support.cup import Cup
from tests.referee.support.world import World


class Desk(Browser):
    """The organizer of an event with players."""

    def __init__(self, world: World) -> None:
        super().__init__(world, world.tokens["organizer"])
        self.world = world
        self.here = f"/events/{world.event}/prizes"
        world.ask("PUT", f"/events/{world.event}/public", json={"open": True, "address": None, "parts": ["standings"]})

    def post(self, status: int = 303, **form: str) -> str:
        """Submit a form of the page."""
        return self.send(self.here, self.read(self.here), status, **form)

    def drawn(self, name: str) -> list[str]:
        """Draw the one prize that is not drawn yet, and return the names of the winners."""
        (prize,) = re.findall(r'name="draw" value="(\w+)"', self.read(self.here))
        self.post(draw=prize)
        section = self.read(self.here).partition(f"<h2>{name}</h2>")[2].partition("</section>")[0]
        return re.findall(r"<strong>(.*?)</strong>", section)

    def public(self) -> str:
        """The page that everybody reads."""
        return self.world.app.test_client().get(f"/p/{self.world.event}/prizes?lang=ja").get_data(as_text=True)


@pytest.fixture
def desk(cup: Cup, monkeypatch: pytest.MonkeyPatch) -> Desk:
    """The desk of a cup of eight."""
    monkeypatch.setattr("referee.public.cache.LOOK_SECONDS", 0.0)
    return Desk(cup.world)


def test_anybody_can_draw_again_from_what_was_sealed_before(desk: Desk, cup: Cup) -> None:
    desk.post(name="盤面セット", count="3")
    before = desk.public()
    seals = re.findall(r"<code[^>]*>([0-9a-f]{64})</code>", before)
    assert len(seals) == 1  # only the seal, not the seed
    winners = desk.drawn("盤面セット")
    sealed, seed = re.findall(r"<code[^>]*>([0-9a-f]{64})</code>", desk.public())
    assert (sealed, hashlib.sha256(seed.encode()).hexdigest()) == (seals[0], sealed)
    prize = re.findall(r"<dd><code>(\w{18})</code></dd>", desk.public())[0]
    lots = {
        player: int.from_bytes(hashlib.sha256(f"{seed}\n{prize}\n{player}".encode()).digest()[:8], "big")
        for player in cup.players.values()
    }
    expected = sorted(lots, key=lots.__getitem__)[:3]
    assert [name[0] for name in winners] == [cup.letters[each] for each in expected]


def test_a_drawing_is_neither_repeated_nor_taken_back_and_nobody_wins_twice(desk: Desk, cup: Cup) -> None:
    gone = cup.world.ask("PUT", f"/players/{cup.players['H']}/drop-out", json={"after": 0, "reason": "x"})
    assert gone.status_code == 200
    desk.post(name="A", count="4")
    first = desk.drawn("A")
    desk.post(name="B", count="9")
    second = desk.drawn("B")
    assert {*first} & {*second} == set()
    assert sorted(name[0] for name in (*first, *second)) == list("ABCDEFG")  # H has left
    prize = re.findall(r"<dd><code>(\w{18})</code></dd>", desk.read(desk.here))[0]
    for what in ("draw", "remove"):
        assert 'role="alert"' in desk.post(409, **{what: prize})
    desk.post(name="C")
    (left,) = re.findall(r'name="draw" value="(\w+)"', desk.read(desk.here))
    assert 'role="alert"' in desk.post(409, draw=left)
    desk.post(remove=left)
    desk.post(422, name="D", place="0")


def test_a_prize_for_a_place_goes_by_the_final_order_and_strangers_see_it_when_that_is_public(
    desk: Desk, cup: Cup, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk.post(name="優勝杯", place="1")
    assert "<strong>" not in desk.read(desk.here)
    final = FinalRanks({cup.players["B"]: 1, cup.players["A"]: 2})
    monkeypatch.setattr("referee.prizes.pages.final_ranks", lambda _seen: final)
    assert "<strong>Bob</strong>" in desk.read(desk.here)
    body = {"open": True, "address": None, "parts": ["clock"]}
    cup.world.ask("PUT", f"/events/{cup.world.event}/public", json=body)
    assert "Bob" not in desk.public()
    cup.world.ask("PUT", f"/events/{cup.world.event}/public", json={**body, "parts": ["standings"]})
    assert "<strong>Bob</strong>" in desk.public()


def test_prizes_are_the_organizers(desk: Desk) -> None:
    Browser(desk.world, desk.world.tokens["judge"]).read(desk.here, 403)
    assert desk.world.app.test_client().get(desk.here, headers={"Accept": "text/html"}).status_code == 401
    desk.world.ask("PUT", f"/events/{desk.world.event}/public", json={"open": False, "address": None, "parts": []})
    assert desk.world.app.test_client().get(f"/p/{desk.world.event}/prizes").status_code == 404
