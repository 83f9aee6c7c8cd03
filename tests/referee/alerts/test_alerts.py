"""Players are told what concerns them: on their phone, encrypted for it, or by e-mail; only if both sides want it."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.asymmetric import ec
from sqlmodel import select
from werkzeug.test import TestResponse

from referee.alerts.commands import MOST
from referee.alerts.push import decoded, encoded, encrypted, public_key_text, signing_key
from referee.alerts.sending import LATEST_MS, Alerts
from referee.core.language import words
from referee.mail.outbox import Outbox
from referee.models import AlertChannel, AlertDelivery, AuditEntry, Registration
from referee.public import cache
from tests.referee.alerts.push_service import PhoneBrowser, PushService, claims_of, push_service
from tests.referee.public.test_public import Stranger
from tests.referee.support.databases import EACH_DATABASE, SQLITE_ONLY
from tests.referee.support.mail_server import mail_server
from tests.referee.support.running import PATIENCE
from tests.referee.support.world import World

JA, EN = words("ja"), words("en")


@pytest.fixture
def push() -> Iterator[PushService]:
    with push_service() as server:
        yield server


class Players:
    """The players of a small event, and the job that tells them, with a clock that the test moves."""

    def __init__(self, stranger: Stranger, monkeypatch: pytest.MonkeyPatch) -> None:
        self.stranger, self.hall, self.world = stranger, stranger.hall, stranger.world
        self.service = self.world.service
        self.service.settings = self.service.settings._replace(webhooks_local=True)
        self.ahead = 0
        clock = self.service.database.now
        monkeypatch.setattr(self.service.database, "now", lambda: clock() + self.ahead)
        self.alerts = Alerts(self.service)

    def switch(self, *, on: bool = True) -> None:
        self.hall.done("PUT", f"/events/{self.hall.event}/public", open=False, parts=[], alerts=on)

    def send(self, place: int, form: dict[str, str], language: str = "ja") -> TestResponse:
        """Send the form of a player's page of alerts."""
        return self.stranger.browser.post(f"{self.stranger.link(place)}/alerts?lang={language}", data=form)

    def turned_on(self, place: int, browser: PhoneBrowser, language: str = "ja") -> None:
        answer = self.send(place, browser.form, language)
        assert answer.status_code == 303, answer.get_data(as_text=True)

    def tell(self) -> None:
        """Run the job once."""
        self.alerts.run()

    def rows(self, kind: Any) -> list[Any]:
        with self.service.database.read() as session:
            return [*session.exec(select(kind).order_by(kind.id))]

    def round(self, number: int) -> str:
        return next(str(each["id"]) for each in self.hall.rounds() if each["number"] == number)


@pytest.fixture
def players(world: World, monkeypatch: pytest.MonkeyPatch) -> Iterator[Players]:
    monkeypatch.setattr(cache, "LOOK_SECONDS", 0)
    found = Players(Stranger(world), monkeypatch)
    yield found
    found.alerts.close()


def test_a_message_is_encrypted_as_the_example_of_the_standard() -> None:
    """RFC 8291, appendix A."""

    def private(text: str) -> ec.EllipticCurvePrivateKey:
        return ec.derive_private_key(int.from_bytes(decoded(text)), ec.SECP256R1())

    browser = PhoneBrowser(
        "", private("q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"), decoded("BTBZMqHH6r4Tts7J_aSIgg")
    )
    message = b"When I grow up, I want to be a watermelon"
    sealed = encrypted(
        message,
        encoded(browser.point),
        encoded(browser.auth),
        private("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"),
        decoded("DGv6ra1nlYgDCS1FRnbzlw"),
    )
    assert encoded(sealed) == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8w"
        "EqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )
    assert browser.read(sealed) == message
    assert encrypted(message, encoded(browser.point), encoded(browser.auth)) != sealed


def test_a_phone_is_told_of_seat_change_start_and_results(players: Players, push: PushService) -> None:
    hall, phone = players.hall, push.browser("phone")
    players.switch()
    players.turned_on(0, phone)
    players.tell()
    assert push.taken == []
    published = hall.published()
    players.tell()
    players.tell()
    (seat,) = push.messages(phone)
    assert seat["title"] == "第31回大会"
    assert seat["body"].startswith(JA["alert_seat"].format(round="第1ラウンド", place="").partition("：")[0])
    assert seat["url"] == f"http://localhost{players.stranger.link(0)}?lang=ja" or seat["url"].endswith("?lang=ja")
    tables = next(each for each in published["rounds"] if each["number"] == 1)["tables"]
    mine = next(at for at, each in enumerate(tables) if hall.players[0] in {one["id"] for one in each["players"]})
    other = tables[1 - mine]["players"][0]["id"]
    for one, two in ((hall.players[0], other), (other, hall.players[0])):  # there, and back again
        version = hall.done("GET", f"/events/{hall.event}/seatings")["rows"][0]
        swap = {"round": 1, "one": one, "other": two, "base": version["version"], "reason": "a couple"}
        hall.done("POST", f"/seatings/{version['id']}/swaps", **swap)
        players.tell()  # a draft is nobody's business
        draft = hall.done("GET", f"/events/{hall.event}/seatings")["rows"][0]["id"]
        hall.done("POST", f"/seatings/{draft}/publish")
        players.tell()
    moved = [each["body"] for each in push.messages(phone)[1:]]
    assert [
        f"{JA['table_number'].format(number=at)}" in body for at, body in zip((2 - mine, mine + 1), moved, strict=True)
    ]
    assert all(body.startswith("席が変わりました") for body in moved)
    for kind in ("start", "pause", "start"):
        hall.done("POST", f"/rounds/{players.round(1)}/clock", kind=kind)
        players.tell()
    first = players.stranger.play(1)
    hall.done("POST", f"/rounds/{first}/results/publish")
    players.tell()
    bodies = [each["body"] for each in push.messages(phone)[3:]]
    assert len(bodies) == 3  # the start once, the results, and the seat in the round that comes now
    assert "始めます" in bodies[0]
    assert JA["public_results_out"].format(round="第1ラウンド") in bodies
    assert any("第2ラウンド" in each for each in bodies)
    assert [each.body for each in players.rows(AlertDelivery)] == [""] * 6


def test_each_in_their_language_signed_by_the_service(players: Players, push: PushService) -> None:
    phones = {language: push.browser(language) for language in ("en", "zh")}
    players.switch()
    for place, (language, phone) in enumerate(phones.items()):
        players.turned_on(place, phone, language)
    players.hall.published()
    players.tell()
    (english,), (chinese,) = (push.messages(each) for each in phones.values())
    assert english["body"].startswith("Round 1: you sit at Table")
    assert "您的座位" in chinese["body"]
    for _, headers, body in push.taken:
        claims, key = claims_of(headers["authorization"])
        assert claims["aud"] == push.url
        assert key == public_key_text(signing_key(players.service.settings.secret))
        assert (headers["content-encoding"], headers["ttl"]) == ("aes128gcm", str(LATEST_MS // 1000))
        assert "選手".encode() not in body
    with pytest.raises(InvalidTag):
        phones["zh"].read(next(body for path, _, body in push.taken if path == "/en"))


def test_nobody_is_told_what_they_have_seen_or_what_is_long_past(players: Players, push: PushService) -> None:
    phone = push.browser("phone")
    players.switch()
    players.hall.published()
    players.hall.done("POST", f"/rounds/{players.round(1)}/clock", kind="start")
    players.ahead += 1000
    players.turned_on(0, phone)
    players.tell()
    assert push.taken == []
    first = players.stranger.play(1)
    players.hall.done("POST", f"/rounds/{first}/results/publish")
    players.alerts._note()
    players.ahead += LATEST_MS + 1000  # the laptop was without a network
    players.tell()
    assert push.taken == []
    assert all(each.sent_at is not None for each in players.rows(AlertDelivery))


@pytest.mark.parametrize("status", [404, 410])
def test_a_browser_that_is_gone_is_forgotten(players: Players, push: PushService, status: int) -> None:
    gone, there = push.browser("gone"), push.browser("there")
    push.answers["/gone"] = status
    players.switch()
    players.turned_on(0, gone)
    players.turned_on(0, there)
    players.hall.published()
    players.tell()
    assert [each.address for each in players.rows(AlertChannel)] == [there.endpoint]
    assert len(push.messages(there)) == 1
    assert {each.channel_id for each in players.rows(AlertDelivery)} == {each.id for each in players.rows(AlertChannel)}


def test_one_that_is_out_of_order_is_tried_again(players: Players, push: PushService) -> None:
    phone = push.browser("phone")
    push.answers["/phone"] = 503
    players.switch()
    players.turned_on(0, phone)
    players.hall.published()
    with pytest.raises(OSError, match="503"):
        players.tell()
    push.answers.clear()
    players.ahead += 61_000
    players.tell()
    assert len(push.messages(phone)) == 2  # it answered, and did not take it
    assert [each.sent_at is not None for each in players.rows(AlertDelivery)] == [True]


@EACH_DATABASE
def test_a_push_service_that_says_nothing_delays_no_other_and_no_request(players: Players, push: PushService) -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        phone = push.browser("phone")
        players.switch()
        players.turned_on(0, PhoneBrowser(f"http://127.0.0.1:{silent.getsockname()[1]}/never"))
        players.turned_on(1, phone)
        players.hall.published()
        running = threading.Thread(target=players.tell)
        running.start()
        until = time.monotonic() + PATIENCE
        while not push.taken and time.monotonic() < until:  # it comes although the other one hangs
            time.sleep(0.01)
        assert players.stranger.get(players.stranger.link(0)).status_code == 200
        players.service.jobs.stopping.set()
        running.join()
    assert len(push.messages(phone)) == 1
    waiting = [each for each in players.rows(AlertDelivery) if each.sent_at is None]
    assert [(each.tries, each.given_up_at) for each in waiting] in ([(0, None)], [])


def test_it_is_off_until_the_event_and_the_player_turn_it_on(players: Players, push: PushService) -> None:
    phone = push.browser("phone")
    page = players.stranger.reads(f"{players.stranger.link(0)}?lang=en")
    assert EN["alerts_title"] not in page
    off = players.stranger.reads(f"{players.stranger.link(0)}/alerts?lang=en")
    assert EN["alerts_event_off"] in off
    refused = players.send(0, phone.form, "en")
    assert refused.status_code == 409
    assert EN["alerts_event_off"] in refused.get_data(as_text=True)
    players.switch()
    assert f'{players.stranger.link(0)}/alerts?lang=en"' in players.stranger.reads(
        f"{players.stranger.link(0)}?lang=en"
    )
    players.hall.published()
    players.turned_on(0, phone)
    players.switch(on=False)
    players.hall.done("POST", f"/rounds/{players.round(1)}/clock", kind="start")
    players.tell()
    assert push.taken == []
    players.send(0, {"do": "off", "endpoint": phone.endpoint})
    assert players.rows(AlertChannel) == []
    kept = [each for each in players.rows(AuditEntry) if each.action.startswith("alert.")]
    assert [each.action for each in kept] == ["alert.on", "alert.off"]
    assert not any(push.url in each.details or phone.form["auth"] in each.details for each in kept)


@pytest.mark.parametrize(
    "wrong",
    [
        {"endpoint": "ftp://example.org/x"},
        {"endpoint": ""},
        {"p256dh": "BAAA"},
        {"p256dh": "…"},
        {"auth": "c2hvcnQ"},
        {"do": "anything"},
    ],
)
def test_what_is_no_subscription_is_refused(players: Players, push: PushService, wrong: dict[str, str]) -> None:
    players.switch()
    answer = players.send(0, {**push.browser("phone").form, **wrong})
    assert answer.status_code in (404, 422)
    assert players.rows(AlertChannel) == []


def test_nothing_is_sent_into_the_halls_own_network(players: Players, push: PushService) -> None:
    players.service.settings = players.service.settings._replace(webhooks_local=False)
    players.switch()
    players.turned_on(0, push.browser("phone"))
    players.hall.published()
    players.tell()
    assert push.taken == []
    assert all(each.fault for each in players.rows(AlertDelivery))


def test_a_player_has_few_browsers_and_another_ones_link_opens_nothing(players: Players, push: PushService) -> None:
    players.switch()
    for number in range(MOST + 2):
        players.turned_on(0, push.browser(f"phone{number}"))
    players.turned_on(0, push.browser(f"phone{MOST}"))  # again, as a page does that was loaded anew
    kept = [each.address.rpartition("/")[2] for each in players.rows(AlertChannel)]
    assert sorted(kept) == [f"phone{number}" for number in range(2, MOST + 2)]
    code = players.stranger.link(0)
    assert (
        players.stranger.browser.post(f"{code[:-1]}{'0' if code[-1] != '0' else '1'}/alerts", data={}).status_code
        == 404
    )


@SQLITE_ONLY
def test_where_somebody_is_reached_goes_with_the_player_and_the_event(players: Players, push: PushService) -> None:
    hall = players.hall
    players.switch()
    players.turned_on(0, push.browser("one"))
    more = hall.player(9)
    hall.players.append(more)
    players.turned_on(8, push.browser("two"))
    hall.done("DELETE", f"/players/{more}")
    assert [each.player_id for each in players.rows(AlertChannel)] == [hall.players[0]]
    hall.published()
    players.tell()
    players.alerts.forget()
    assert len(players.rows(AlertChannel)) == 1
    hall.done("PATCH", f"/events/{hall.event}", archived=True)
    players.alerts.forget()
    assert (players.rows(AlertChannel), players.rows(AlertDelivery)) == ([], [])


def test_mail_goes_to_the_confirmed_address_of_those_who_agreed(players: Players, push: PushService) -> None:
    players.switch()
    service = players.service
    with mail_server() as post:
        service.settings = service.settings._replace(mail=post.settings())
        with service.database.write() as session:
            for place, confirmed in ((0, 1), (1, 1), (2, None)):
                session.add(
                    Registration(
                        event_id=players.hall.event,
                        name=f"選手{place + 1}",
                        contact=f"player{place}@example.org",
                        state="registered",
                        player_id=players.hall.players[place],
                        made_at=1,
                        confirmed_at=confirmed,
                    )
                )
        assert players.send(0, {"do": "mail_on"}).status_code == 303
        assert players.send(2, {"do": "mail_on"}).status_code == 409  # nobody followed the link there
        assert players.send(3, {"do": "mail_on"}).status_code == 409
        page = players.stranger.reads(f"{players.stranger.link(0)}/alerts?lang=en")
        assert EN["alerts_mail_on"].format(address="player0@example.org") in page
        players.hall.published()
        players.tell()
        players.tell()
        outbox = Outbox(service)
        outbox.send_due()
        (letter,) = post.taken
        assert letter["To"] == "player0@example.org"
        text = letter.get_body(("plain",)).get_content()  # type: ignore[union-attr]
        assert f"{players.stranger.link(0)}?lang=ja" in text
        assert "卓" in text
        assert players.send(0, {"do": "mail_off"}).status_code == 303
        players.hall.done("POST", f"/rounds/{players.round(1)}/clock", kind="start")
        players.tell()
        outbox.send_due()
        assert len(post.taken) == 1
        outbox.close()
