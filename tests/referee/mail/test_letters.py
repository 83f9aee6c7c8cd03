"""Letters to people who registered: what they say, that each is sent once, with retries, and none unasked."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date

import pytest
from icalendar import Calendar
from sqlmodel import select

from referee.core.deliveries import KEPT, RETRY_DELAYS
from referee.core.language import words
from referee.core.settings import SettingsFault, from_environment, is_mail_address, mail_server
from referee.mail.outbox import Outbox
from referee.models import Letter
from tests.referee.registration.test_registration import RegistrationForm
from tests.referee.support.mail_server import MailServerDouble
from tests.referee.support.mail_server import mail_server as serving
from tests.referee.support.world import World

JA = words("ja")


@pytest.fixture
def post() -> Iterator[MailServerDouble]:
    """A mail server that accepts letters."""
    with serving() as server:
        yield server


@pytest.fixture
def form(world: World, monkeypatch: pytest.MonkeyPatch, post: MailServerDouble) -> RegistrationForm:
    """The form of an event with a date, in a service that uses the mail server."""
    world.service.settings = world.service.settings._replace(mail=post.settings())
    form = RegistrationForm(world, monkeypatch)
    about = {"held_on": "2026-11-22", "venue": "北広島, 体育館", "timetable": "10:00 受付\n11:00 第1回戦"}
    form.hall.done("PATCH", f"/events/{form.hall.event}", **about)
    return form


def send_due(form: RegistrationForm) -> None:
    """Run the job once."""
    Outbox(form.world.service).send_due()


def rows(form: RegistrationForm) -> list[Letter]:
    """The letters of the service, in order."""
    with form.world.service.database.read() as session:
        return sorted(session.exec(select(Letter)), key=lambda each: each.id)


def test_who_registers_waits_moves_up_or_cancels_gets_a_letter(form: RegistrationForm, post: MailServerDouble) -> None:
    first, _, third = (form.confirmed(name) for name in ("aoki", "ishii", "ueno"))
    form.world.app.test_client().post(first)
    send_due(form)
    confirming = [each for each in post.taken if JA["letter_subject_confirm"].split("：")[0] in each["Subject"]]
    assert [each["To"] for each in confirming] == [f"{name}@example.org" for name in ("aoki", "ishii", "ueno")]
    post.taken[:] = [each for each in post.taken if each not in confirming]
    mails = [(each["To"], each["Subject"].split("：")[0]) for each in post.taken]
    names = ("registered", "waiting", "cancelled", "moved_up")
    here, waits, gone, moved_up = (JA[f"letter_subject_{each}"].split("：")[0] for each in names)
    assert mails == [
        ("aoki@example.org", here),
        ("ishii@example.org", here),
        ("ueno@example.org", waits),
        ("aoki@example.org", gone),
        ("ueno@example.org", moved_up),
    ]
    moved = post.taken[-1]
    body = moved.get_body(("plain",)).get_content()  # type: ignore[union-attr]
    for part in (third, "2,000円", "2026年11月22日", "北広島, 体育館", "11:00 第1回戦"):
        assert part in body, body
    (file,) = moved.iter_attachments()
    (entry,) = Calendar.from_ical(file.get_content()).walk("VEVENT")
    assert (entry.decoded("dtstart"), str(entry["location"])) == (date(2026, 11, 22), "北広島, 体育館")
    assert [*post.taken[3].iter_attachments()] == []
    assert [(each.body, each.sent_at is not None) for each in rows(form)] == [("", True)] * 8


def test_a_letter_is_sent_once_however_many_look(form: RegistrationForm, post: MailServerDouble) -> None:
    form.signed_up("aoki")
    for _ in range(3):
        send_due(form)
    assert len(post.taken) == 1
    form.now += KEPT + 1
    Outbox(form.world.service).forget()
    assert rows(form) == []


def test_what_a_server_does_not_take_is_tried_again_and_given_up_in_the_end(
    form: RegistrationForm, post: MailServerDouble
) -> None:
    post.refuses = "451 try later"
    form.signed_up("aoki")
    for pause in (*RETRY_DELAYS, None):
        with pytest.raises(OSError, match="451"):
            send_due(form)
        send_due(form)  # not due yet, so nothing is tried and nothing fails
        (letter,) = rows(form)
        assert "451" in letter.fault
        assert (letter.given_up_at is None) == (pause is not None)
        form.now += pause or 10**9
    assert JA["mail_state"].format(sent=0, waiting=0, given_up=1) in form.desk.get(f"{form.here}?lang=ja").get_data(
        as_text=True
    )
    post.refuses = ""
    send_due(form)
    assert post.taken == []


def test_a_password_never_goes_in_clear(form: RegistrationForm, post: MailServerDouble) -> None:
    form.world.service.settings = form.world.service.settings._replace(mail=post.settings("desk"))
    form.signed_up("aoki")
    with pytest.raises(OSError, match="STARTTLS"):
        send_due(form)
    assert not any(re.match("(?i)auth|mail", line) for line in post.commands)


def test_nothing_is_written_where_no_server_is_set_or_no_address_was_given(form: RegistrationForm) -> None:
    form.sign_up("aoki", contact="090-0000-0000")
    form.sign_up("ishii", contact="x@example.org, y@example.org")
    form.world.service.settings = form.world.service.settings._replace(mail=None)
    form.signed_up("ueno")
    assert rows(form) == []
    send_due(form)


@pytest.mark.parametrize(
    ("address", "is_one"),
    [
        ("aoki@example.org", True),
        ("a.b+c@mail.example.co.jp", True),
        ("aoki", False),
        ("aoki@localhost", False),
        ("a@b.c\nBcc: x@y.z", False),
        ("<a@b.cd>", False),
        ("a@b.cd,c@d.ef", False),
        ("青木@example.org", False),
        ("a@" + "b." * 200 + "cd", False),
    ],
)
def test_mail_addresses_are_recognized(address: str, is_one: bool) -> None:
    assert is_mail_address(address) is is_one


def test_settings_that_cannot_be_used_are_refused_without_their_password(tmp_path: object) -> None:
    server = mail_server("smtps://desk%40x.org:pass%2Fword@mail.x.org", "desk@x.org")
    assert server is not None
    assert (server.user, server.password, server.port) == ("desk@x.org", "pass/word", 465)
    for url, sender in (
        ("http://u:geheim@x.org", "a@x.org"),
        ("smtp://u:geheim@x.org", "desk"),
        ("smtp://", "a@x.org"),
    ):
        with pytest.raises(SettingsFault) as fault:
            from_environment({"REFEREE_DATA": str(tmp_path), "REFEREE_MAIL": url, "REFEREE_MAIL_FROM": sender})
        assert "geheim" not in str(fault.value)


def test_the_calendar_is_public_where_a_day_is_set(form: RegistrationForm) -> None:
    browser = form.world.app.test_client()
    answer = browser.get(f"/p/{form.hall.event}/event.ics")
    assert answer.mimetype == "text/calendar"
    (entry,) = Calendar.from_ical(answer.get_data()).walk("VEVENT")
    assert str(entry["url"]).endswith(f"/p/{form.hall.event}")
    assert "event.ics" in form.read(f"/p/{form.hall.event}")
    other = form.world.made("/events", name="Without a day")
    form.hall.done("PUT", f"/events/{other}/public", open=True, address=None, parts=[])
    assert browser.get(f"/p/{other}/event.ics").status_code == 404
