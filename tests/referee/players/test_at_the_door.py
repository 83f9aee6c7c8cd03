"""At the desk by the door: a walk-in in one step, who has paid, and receipts."""

from __future__ import annotations

import re
from base64 import b64encode

import pytest

from referee.core.language import text, words
from rulesets.languages import LANGUAGES
from tests.referee.accounts.test_people_pages import Browser
from tests.referee.desk.test_desk import round_id
from tests.referee.support.databases import SQLITE_ONLY
from tests.referee.support.hall import Hall
from tests.referee.support.world import World
from tests.tournaments.paper_samples import text_of

pytestmark = SQLITE_ONLY


@pytest.fixture
def hall(world: World) -> Hall:
    made = Hall(world, players=8)
    made.done("PATCH", f"/events/{made.event}", organizer="カフェ盤", tax_number="T1234567890123", held_on="2026-11-22")
    return made


@pytest.fixture
def organizer(world: World) -> Browser:
    return Browser(world, world.tokens["administrator"])


def costs(organizer: Browser, hall: Hall, fee: str = "2,000円") -> None:
    at = f"/events/{hall.event}/registration"
    organizer.send(at, organizer.read(at), fee=fee, places="", closes_on="", questions="")


def players(hall: Hall) -> dict[str, dict[str, object]]:
    return {each["name"]: each for each in hall.done("GET", f"/events/{hall.event}/players")["rows"]}


def test_a_walk_in_is_registered_and_checked_in_in_one_step(hall: Hall, organizer: Browser) -> None:
    at = f"/events/{hall.event}"
    hall.published()
    organizer.send(f"{at}/walk-ins", organizer.read(f"{at}/check-in"), name="飛び入り 太郎", reading="", club="")
    found = players(hall)["飛び入り 太郎"]
    assert (found["walk_in"], found["checked_in_at"] is not None, found["first_round"]) == (True, True, None)
    twice = organizer.send(f"{at}/walk-ins", organizer.read(f"{at}/check-in"), 422, name="飛び入り 太郎", club="次の会")
    assert 'value="次の会"' in twice, "what was typed stays"
    hall.done("POST", f"/rounds/{round_id(hall, 1)}/clock", kind="start")
    hall.roll(hall.tables(1)[0]["id"])
    late = hall.done("POST", f"{at}/walk-ins", name="遅れて 来た子", paid=True)
    assert (late["first_round"], late["paid"], late["checked_in_at"] is not None) == (2, True, True)


@pytest.mark.parametrize("language", LANGUAGES)
def test_whoever_checks_in_notes_with_one_tap_who_has_paid(
    world: World, hall: Hall, organizer: Browser, language: str
) -> None:
    at, one = f"/events/{hall.event}/check-in", hall.players[0]
    lang = f"lang={language}"
    assert 'name="paid"' not in organizer.read(f"{at}?{lang}"), "an event without a fee has no buttons for it"
    costs(organizer, hall)
    page = organizer.read(f"{at}?{lang}")
    assert text(language, "fee_take", fee="2,000円") in page
    assert text(language, "fee_unpaid_count", count=8) in page
    organizer.send(at, page, player=one, paid="1", unpaid="1")
    assert players(hall)["選手1"]["paid"] is True
    assert players(hall)["選手1"]["checked_in_at"] is None, "to pay is not to be here"
    assert 'id="p1"' not in organizer.read(f"{at}?unpaid=1&{lang}")
    assert text(language, "fee_unpaid_count", count=7) in organizer.read(f"{at}?{lang}")
    organizer.send(at, page, player=one, paid="0")
    assert players(hall)["選手1"]["paid"] is False


def test_who_has_paid_goes_out_with_the_list_and_comes_in_with_it(hall: Hall, world: World) -> None:
    hall.done("PUT", f"/players/{hall.players[1]}/fee")
    export = world.ask("GET", f"/events/{hall.event}/players/export?as=csv&lang=ja").get_data(as_text=True)
    assert "参加費受領" in export
    again = Hall(world, players=0)
    data = b64encode(export.encode()).decode()
    again.done("POST", f"/events/{again.event}/players/import", data=data, apply=True)
    assert [name for name, each in players(again).items() if each["paid"]] == ["選手2"]
    hall.done("DELETE", f"/players/{hall.players[1]}/fee")
    assert not any(each["paid"] for each in players(hall).values())


def receipts(hall: Hall, language: str = "ja") -> str:
    answer = hall.world.ask("GET", f"/events/{hall.event}/papers/receipts?lang={language}")
    assert answer.status_code == 200, answer.get_data(as_text=True)
    return text_of(answer.get_data())


def test_a_receipt_says_what_was_paid_by_whom_to_whom(hall: Hall, organizer: Browser) -> None:
    costs(organizer, hall)
    assert len(re.findall(r"選手\d+\s*様", receipts(hall))) == 8, "as long as nobody is noted to have paid"
    hall.done("PUT", f"/players/{hall.players[4]}/fee")
    printed = receipts(hall)
    assert re.findall(r"(選手\d+)\s*様", printed) == ["選手5"]
    for each in ("0005", "2,000円", "T1234567890123", "カフェ盤", "第31回大会 参加費として", "2026"):
        assert each in printed, each
    for each in ("2,000円", "T1234567890123", "第31回大会 参加費として"):
        assert printed.count(each) == 8, "those to fill in lack name and number only"
    for language in LANGUAGES:
        assert words(language)["event_tax_number"] in organizer.read(f"/events/{hall.event}/about?lang={language}")
