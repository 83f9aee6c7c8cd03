"""The page of printable documents, used through links and forms alone."""

from __future__ import annotations

import re
import time
from io import BytesIO
from typing import Any

import pytest
from werkzeug.test import Client, TestResponse

from referee.core.language import words
from referee.printing.catalogue import CATALOGUE
from rulesets.languages import LANGUAGES
from tests.referee.accounts.test_access_pages import fields_of
from tests.referee.support.hall import Hall
from tests.referee.support.running import PATIENCE
from tests.referee.support.world import World
from tests.tournaments.paper_samples import logo, text_of

JA = words("ja")


class Reader:
    """A browser in which the organizer is logged in, at an event that is seated."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.hall = Hall(world)
        drawn = self.hall.done("POST", f"/events/{self.hall.event}/seatings", first_round=1)
        self.hall.done("POST", f"/seatings/{drawn['id']}/publish")
        self.client: Client = world.app.test_client()
        self.client.set_cookie("referee", world.tokens["administrator"])
        self.path = f"/events/{self.hall.event}/papers"

    def get(self, end: str = "", language: str = "ja") -> TestResponse:
        """Request a page or document; ``end``: the end of its address."""
        path = end if end.startswith("/events") else f"{self.path}{end}"
        return self.client.get(path, headers={"Accept-Language": language})

    def send(self, end: str, **data: Any) -> TestResponse:
        """Submit a form and return the response."""
        token = fields_of(self.get().get_data(as_text=True))["csrf_token"]
        path = end if end.startswith("/events") else f"{self.path}{end}"
        return self.client.post(path, data={"csrf_token": token, **data}, headers={"Accept-Language": "ja"})


@pytest.fixture
def reader(world: World) -> Reader:
    return Reader(world)


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_links_of_the_page_open_documents(reader: Reader, language: str) -> None:
    page = reader.get(f"?language={language}&large=true&paper=letter", language).get_data(as_text=True)
    links = [each.replace("&amp;", "&") for each in re.findall(r'href="(/events/[^"]*/papers/[^"]*)"', page)]
    assert {re.split(r"[/?]", each)[4] for each in links} == set(CATALOGUE) - {
        "game-record",
        "game-report",
        "direction-signs",
        "certificates-vertical",
        "certificates-horizontal",
        "participation-certificates",
    }
    for link in links if language == "zh" else links[:1]:
        answer = reader.get(link, language)
        assert (answer.status_code, answer.mimetype) == (200, "application/pdf"), link
    forms = re.findall(r'formaction="([^"]*)"', page)
    assert len(forms) == (2 if language == "en" else 3)
    empty = f"?language={language}&places=3&organization=&office=&issuer=&date="
    assert reader.get(f"{forms[0]}{empty}").mimetype == "application/pdf"


def test_no_name_stops_a_document_and_strangers_get_none(reader: Reader) -> None:
    reader.hall.player(17, reading="x")
    reader.world.made(f"/events/{reader.hall.event}/players", name="𓀀")
    assert reader.get("/name-tags").mimetype == "application/pdf"
    assert reader.get("/nothing").status_code == 404
    viewer = reader.world.app.test_client()
    viewer.set_cookie("referee", reader.world.tokens["viewer"])
    assert viewer.get(f"/events/{reader.world.event}/papers").status_code == 403


@pytest.mark.slow
def test_the_current_round_is_listed_first_and_tables_without_a_code_are_named(reader: Reader) -> None:
    def chosen() -> list[str]:
        page = reader.get().get_data(as_text=True)
        return re.findall(r'href="\?[^"]*round=(\d)" aria-current', page)

    assert chosen() == ["1"]
    rounds = reader.hall.done("GET", f"/events/{reader.hall.event}/rounds")["rows"]
    tables = JA["papers_codes_missing"].format(tables="1、2、3、4")
    assert tables in reader.get().get_data(as_text=True)
    reader.hall.done("POST", f"/rounds/{rounds[0]['id']}/close", anyway=True, reason="x")
    assert chosen() == ["2"]


def test_the_layout_is_set_by_a_form_that_loses_nothing(reader: Reader) -> None:
    wrong = reader.send("/layout", text='format = 1\nevent = "杯"\nmargin = 99\n')
    shown = wrong.get_data(as_text=True)
    assert wrong.status_code == 422
    assert "margin = 99" in shown and "99" in shown
    text = 'format = 1\nevent = "われらの杯"\nlogo = "logo"\n'
    done = reader.send("/layout", text=text, logo=(BytesIO(logo()), "logo.png"))
    assert (done.status_code, done.headers["Location"]) == (303, reader.path)
    page = reader.get().get_data(as_text=True)
    assert "われらの杯" in page and JA["papers_layout_logo_kept"] in page
    pdf = reader.get("/seating-by-table").data
    assert "われらの杯" in text_of(pdf) and b"/Subtype /Image" in pdf
    plain = reader.send("/layout", text='format = 1\nevent = "杯"\n', no_logo="on")
    assert plain.status_code == 303
    assert b"/Subtype /Image" not in reader.get("/seating-by-table").data


def test_a_long_document_is_made_apart_and_the_page_follows(reader: Reader, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("referee.printing.responses.MOST_SHEETS", 1)
    page = reader.get("/move-logs?round=1&language=ja").get_data(as_text=True)
    assert JA["papers_long"].format(sheets=8) in page
    action = re.search(r'action="([^"]*/runs[^"]*)"', page)
    assert action is not None
    begun = reader.send(action[1].replace("&amp;", "&"))
    assert begun.status_code == 303
    until = time.monotonic() + PATIENCE
    while "Refresh" in (run := reader.get(begun.headers["Location"])).headers:
        assert time.monotonic() < until
        time.sleep(0.1)
    assert JA["papers_run_done"] in run.get_data(as_text=True)
    file = reader.get(f"{begun.headers['Location']}/file")
    assert file.mimetype == "application/pdf"
    assert "move-logs-01-ja.pdf" in file.headers["Content-Disposition"]
