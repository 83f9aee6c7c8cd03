"""Many forms, or somebody else's address in one: letters that confirm first, limits, and clearing up by the desk."""

from __future__ import annotations

import html
import re
from collections import Counter
from collections.abc import Iterator

import pytest
from flask import Flask

from referee.core.language import words
from referee.core.problems import texts as problem_texts
from referee.core.settings import Settings
from referee.mail.outbox import Outbox
from referee.registration.clearing import MANY
from referee.registration.places import MAX_ASKED
from rulesets.languages import LANGUAGES
from tests.referee.registration.test_registration import RegistrationForm
from tests.referee.support.mail_server import MailServerDouble, mail_server
from tests.referee.support.world import World

JA = words("ja")
CALM = 12
"""How many of one network count at once in these tests."""
LURE = "Dear WIN A PRIZE http://evil.example/"


@pytest.fixture
def post() -> Iterator[MailServerDouble]:
    """A mail server that accepts letters."""
    with mail_server() as server:
        yield server


@pytest.fixture
def form(world: World, monkeypatch: pytest.MonkeyPatch, post: MailServerDouble) -> RegistrationForm:
    """The form of a service that sends mail, of an event with room for all."""
    world.service.settings = world.service.settings._replace(mail=post.settings())
    form = RegistrationForm(world, monkeypatch)
    form.keep(open="1")
    return form


def desk(form: RegistrationForm, status: int = 303, **fields: str | list[str]) -> str:
    """Do something with many registrations at the desk."""
    page = form.desk.get(form.here).get_data(as_text=True)
    token = re.findall(r'name="csrf_token" value="([^"]*)"', page)[0]
    answer = form.desk.post(f"{form.here}/many?lang=ja", data={"csrf_token": token, **fields})
    assert answer.status_code == status, answer.get_data(as_text=True)
    return html.unescape(answer.get_data(as_text=True))


def test_a_registration_counts_once_the_link_in_its_letter_is_followed(
    form: RegistrationForm, post: MailServerDouble
) -> None:
    mine = form.signed_up("青木", contact="aoki@example.org")
    assert form.players() == set()
    assert JA["sign_up_to_confirm_says"].format(address="aoki@example.org") in form.read(mine)
    Outbox(form.world.service).send_due()
    (letter,) = post.taken
    body = letter.get_body(("plain",)).get_content()  # type: ignore[union-attr]
    (path,) = re.findall(r"https?://[^/]+(/r/\w+/confirm)", body)
    browser = form.world.app.test_client()
    assert JA["sign_up_confirm_says"] in form.read(path)
    assert form.players() == set()  # a program that follows the links of letters confirms nothing
    for _ in range(2):
        assert browser.post(path).headers["Location"] == mine
    assert form.players() == {"青木"}
    assert browser.get(path).headers["Location"] == mine
    code = mine.rpartition("/")[2]
    assert browser.post(f"/r/{code}/confirm").status_code == 404  # the page's own code confirms nothing
    Outbox(form.world.service).send_due()
    assert len(post.taken) == 2


def test_strangers_get_few_letters_and_none_says_what_was_typed(form: RegistrationForm, post: MailServerDouble) -> None:
    told = Counter(
        form.sign_up(
            f"{LURE}{number}", contact=f"victim{'+x' * (number % 2)}@Example.org", reading=LURE, club=LURE
        ).status_code
        for number in range(MAX_ASKED + 3)
    )
    assert told == {303: MAX_ASKED, 409: 3}
    assert form.sign_up("正直", contact="honest@example.org").status_code == 303
    for _ in range(3):
        Outbox(form.world.service).send_due()
    assert len(post.taken) == MAX_ASKED + 1
    said = [f"{each['Subject']} {each.get_body(('plain',)).get_content()}" for each in post.taken]  # type: ignore[union-attr]
    assert not any("PRIZE" in each or "evil" in each for each in said)
    form.world.app.test_client().post(form.confirming_path(f"{LURE}0"))
    assert form.sign_up("妹", contact="victim@example.org").status_code == 303  # whoever confirms may register more


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_letter_promises_no_more_than_is_true(form: RegistrationForm, post: MailServerDouble, language: str) -> None:
    form.sign_up("aoki", contact="aoki@example.org", lang=language)
    Outbox(form.world.service).send_due()
    (letter,) = post.taken
    said = letter.get_body(("plain",)).get_content().replace("\r\n", "\n").split("\n\n")  # type: ignore[union-attr]
    assert sorted(re.findall(r"\d+", said[1])) == ["24", str(MAX_ASKED)]
    assert [each for each in said if re.match("[a-z]", each)] == []


def test_a_seal_is_used_once_in_all_processes_and_after_a_restart(
    form: RegistrationForm, other: Flask, settings: Settings
) -> None:
    page = form.world.app.test_client().get(f"/p/{form.hall.event}/register").get_data(as_text=True)
    (seal,) = re.findall(r'name="seal" value="([^"]*)"', page)
    (again,) = re.findall(
        r'name="seal" value="([^"]*)"',
        form.world.app.test_client().get(f"/p/{form.hall.event}/register").get_data(as_text=True),
    )
    assert seal != again  # though both were fetched in the same millisecond
    first = form.sign_up("青木", seal=seal)
    assert first.status_code == 303
    assert form.sign_up("青木", seal=seal).headers["Location"] == first.headers["Location"]  # pressed twice
    assert form.sign_up("石井", seal=seal).status_code == 409
    other.extensions["referee"].database.now = lambda: form.now
    filled = {"seal": seal, "name": "上野", "contact": "ueno@example.org"}
    assert other.test_client().post(f"/p/{form.hall.event}/register", data=filled).status_code == 409
    form.world.stop()
    form.world.service.database.now = lambda: form.now  # type: ignore[method-assign]
    assert form.sign_up("上野", seal=seal).status_code == 409
    assert [each.name for each in form.rows()] == ["青木"]
    assert form.sign_up("石井").status_code == 303


def test_nobody_is_locked_out_by_the_many_of_somebody_behind_the_same_router(
    form: RegistrationForm, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("referee.registration.commands.CALM", CALM)
    form.world.service.settings = form.world.service.settings._replace(mail=None)
    for number in range(CALM + 10):
        assert form.sign_up(f"{LURE}{number}", contact="spam", wait=3_000).status_code == 303
    assert len(form.players()) == CALM
    honest = form.sign_up("正直", contact="090-0000-0000")
    assert honest.status_code == 303
    assert JA["sign_up_held_says"] in form.read(honest.headers["Location"])
    page = html.unescape(form.desk.get(f"{form.here}?lang=ja").get_data(as_text=True))
    (choose,) = re.findall(r'href="(\?choose=network[^"#]+)', page)
    chosen = form.desk.get(form.here + choose).get_data(as_text=True)
    ticked = re.findall(r'name="chosen" value="(\w+)"[^>]* checked', chosen)
    assert len(ticked) == CALM + 11
    desk(form, chosen=[form.rows("正直")[0].id], do="confirm")
    assert "正直" in form.players()
    spam = [each for each in ticked if each != form.rows("正直")[0].id]
    asked = desk(form, 200, chosen=spam, do="remove")
    assert JA["registration_remove_says"].format(count=CALM + 10) in asked
    assert len(form.players()) == CALM + 1
    desk(form, chosen=spam, do="remove", sure="1")
    assert form.players() == {"正直"}
    audit = form.hall.done("GET", f"/events/{form.hall.event}/audit")["rows"]
    removed = [each["details"]["count"] for each in audit if each["action"] == "registration.remove"]
    assert sum(removed) == CALM + 10
    page = form.desk.get(f"{form.here}?lang=ja").get_data(as_text=True)
    (at,) = re.findall(r'name="at" value="(\d+)"', page)
    desk(form, at=at, do="put_back")
    assert len(form.players()) == CALM + 1
    assert Counter(each.state for each in form.rows()) == {"registered": CALM + 1, "held": 10}


def test_what_is_removed_gets_no_letters_and_a_place_goes_to_whoever_waits(
    form: RegistrationForm, post: MailServerDouble
) -> None:
    form.keep(open="1", places="1")
    for name in ("aoki", "ishii"):
        form.confirmed(name)
    for number in range(MANY):
        form.signed_up(f"x{number}")
    spam = [each.id for each in form.rows() if each.name not in ("aoki", "ishii")]
    desk(form, chosen=[form.rows("aoki")[0].id, *spam], do="remove", sure="1")
    assert form.players() == {"ishii"}
    for _ in range(2):
        Outbox(form.world.service).send_due()
    assert {each["To"] for each in post.taken} == {"ishii@example.org"}


def test_a_namesake_who_confirms_is_told_what_they_can_do(form: RegistrationForm) -> None:
    form.signed_up("ueno")
    form.world.made(f"/events/{form.hall.event}/players", name="ueno")
    refused = form.world.app.test_client().post(f"{form.confirming_path('ueno')}?lang=en")
    said = problem_texts("en")["registration_namesake"]["detail"].format(name="ueno")
    assert (refused.status_code, said in html.unescape(refused.text)) == (409, True)


def test_one_who_cannot_be_a_player_keeps_nobody_else_waiting(form: RegistrationForm) -> None:
    form.keep(open="1", places="1")
    for name in ("aoki", "ueno", "ishii"):
        form.confirmed(name)
    form.world.made(f"/events/{form.hall.event}/players", name="ueno")
    form.keep(open="1", places="3")
    assert form.players() == {"aoki", "ishii", "ueno"}


def test_only_the_desk_confirms_or_removes_many(form: RegistrationForm) -> None:
    form.signed_up("aoki")
    chosen = form.rows()[0].id
    judge = form.world.app.test_client()
    judge.set_cookie("referee", form.world.tokens["judge"])
    for fields in ({"do": "confirm"}, {"do": "remove", "sure": "1"}, {"do": "remove"}, {"do": "put_back", "at": "1"}):
        assert judge.post(f"{form.here}/many", data={"chosen": chosen, **fields}).status_code == 403
    other = form.world.made("/events", name="Another")
    page = form.desk.get(form.here).get_data(as_text=True)
    token = re.findall(r'name="csrf_token" value="([^"]*)"', page)[0]
    sent = {"csrf_token": token, "chosen": chosen, "do": "remove", "sure": "1"}
    for do in ("remove", "confirm"):
        assert form.desk.post(f"/events/{other}/registration/many", data={**sent, "do": do}).status_code == 409
    assert form.rows()[0].state == "to_confirm"


def test_one_that_is_gone_keeps_none_of_those_chosen_from_being_done(form: RegistrationForm) -> None:
    for name in ("aoki", "ishii", "ueno", "eguchi"):
        form.signed_up(name)
    aoki, ishii, ueno, eguchi = (form.rows(name)[0].id for name in ("aoki", "ishii", "ueno", "eguchi"))
    desk(form, chosen=[ishii], do="remove", sure="1")
    form.world.made(f"/events/{form.hall.event}/players", name="ueno")
    told = desk(form, 409, chosen=["nobody", ishii, ueno, aoki, eguchi], do="confirm")
    assert form.players() == {"aoki", "ueno", "eguchi"}
    assert problem_texts("ja")["chosen_partly"]["title"] in told
    for sentence in (JA["chosen_unknown"], JA["chosen_gone"].format(name="ishii"), "ueno: "):
        assert sentence in told
    told = desk(form, 200, chosen=["nobody", ishii, aoki], do="remove")
    assert JA["registration_remove_says"].format(count=1) in told
    told = desk(form, 409, chosen=["nobody", ishii, aoki], do="remove", sure="1")
    assert JA["chosen_gone"].format(name="ishii") in told
    assert form.players() == {"ueno", "eguchi"}
    assert JA["chosen_gone"].format(name="aoki") in desk(form, 409, chosen=[aoki], do="remove")
