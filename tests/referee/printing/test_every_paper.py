"""Every document through every door: API and desk, directly and as a run, whatever the event is like."""

from __future__ import annotations

import html
import subprocess
import sys
from collections import Counter, defaultdict
from contextvars import copy_context
from pathlib import Path
from typing import Any, ClassVar

import pytest
from werkzeug.test import TestResponse

from referee.printing.catalogue import CATALOGUE, OF_TABLE
from referee.printing.job import PreparedDocument, render_pdf
from referee.printing.responses import tag_of
from referee.printing.runs import child
from tests.referee.accounts.test_access_pages import fields_of
from tests.referee.support.databases import SQLITE_ONLY, in_turn
from tests.referee.support.held_event import HeldEvent
from tests.referee.support.running import PATIENCE
from tests.referee.support.world import World
from tests.rulesets.test_glossary import wrong_words
from tests.tournaments.paper_watch import watched

BROWSER = {"Accept": "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"}
PDF = "application/pdf"
MOST_DRAWN = 40
"""Longer documents, which repeat a sheet for every table or player, are prepared, sent and fetched like all others, but
not drawn: it would take minutes, and in an event of 24 each of them is drawn.
"""
SMALL, LARGEST = 9, 120
"""Larger events than the small one are asked through the API only: the desk shows what that answers.  When the largest
is over, the desk is asked too, since only there a document is too long to be made at once.
"""
CITYS = "現在の賃料"
"""What the blank count sheet of Monopoly City has; that game calls rent so."""
PROBLEMS = {"invalid", "not_found", "no_regulation", "no_qualification"}
"""What may be wrong: a table that is missing, or an event that is not so far."""


class Press:
    """Draws each document once for all tests, as drawing is what takes long: those about the rules are the same in
    every event.  ``asked``: what was asked for, by document; ``said``: what was printed, by language.
    """

    drawn: ClassVar[set[tuple[str, str]]] = set()

    def __init__(self) -> None:
        self.asked: defaultdict[str, set[str]] = defaultdict(set)
        self.said: defaultdict[str, set[str]] = defaultdict(set)
        self.walks = 0

    def render(self, document: PreparedDocument) -> bytes:
        """Draw a document, or return the beginning of a PDF if the same one was drawn before."""
        key = name, tag = document.job.make.__qualname__, tag_of(document)
        self.asked[name].add(tag)
        if key in self.drawn or document.job.sheets > MOST_DRAWN:
            return b"%PDF-"
        with watched() as sheets:
            pdf = render_pdf(document)
        self.said[document.language] |= {f"{name}: {each.what}" for sheet in sheets for each in sheet.texts}
        self.drawn.add(key)
        return pdf


class Doors:
    """The doors to the documents of an event."""

    def __init__(self, world: World, event: str) -> None:
        self.world = world
        self.event = event
        self.browser = world.app.test_client()
        self.browser.set_cookie("referee", world.tokens["administrator"])
        self.token = fields_of(self.browser.get(f"/events/{event}/papers").get_data(as_text=True))["csrf_token"]

    def through_api(self, document: str, query: str) -> dict[str, Any]:
        """Ask for a document through both doors of the API, which must agree; return the problem, if there is one."""
        at = f"/events/{self.event}/papers/{document}"
        direct = self.world.ask("GET", f"{at}?{query}")
        run = self.world.ask("POST", f"{at}/runs?{query}")
        if run.status_code != 202:
            problem: dict[str, Any] = run.get_json()
            assert run.status_code < 500 and problem["detail"], (document, problem)
            assert direct.get_json() == problem, document
            return problem
        assert run.get_json()["state"] == "done", (document, run.get_json())
        file = self.world.ask("GET", run.headers["Location"].removeprefix("/api/v1") + "/file")
        assert_pdf(file, document)
        if direct.status_code == 409:
            assert direct.get_json()["code"] == "paper_long", document
            return dict(direct.get_json())
        assert_pdf(direct, document)
        return {}

    def through_desk(self, document: str, query: str, problem: dict[str, Any]) -> None:
        """Ask for a document through both doors of the desk, which must answer as the API did."""
        at = f"/events/{self.event}/papers/{document}"
        page = self.browser.get(f"{at}?{query}", headers=BROWSER)
        pressed = self.browser.post(f"{at}/runs?{query}", data={"csrf_token": self.token}, headers=BROWSER)
        if problem and problem["code"] != "paper_long":
            for each in (page, pressed):
                assert (each.status_code, each.mimetype) == (problem["status"], "text/html"), (document, each)
                shown = html.unescape(each.get_data(as_text=True))
                sentences = [fault["message"] for fault in problem.get("errors", ())] or [problem["detail"]]
                assert all(sentence in shown for sentence in sentences), (document, problem)
            return
        if problem:
            assert page.mimetype == "text/html", document
            assert f'action="{html.escape(f"{at}/runs?{query}")}"' in page.get_data(as_text=True), document
        else:
            assert_pdf(page, document)
        assert pressed.status_code == 303, (document, pressed.get_data(as_text=True))
        waiting = self.browser.get(pressed.headers["Location"], headers=BROWSER)
        assert (waiting.status_code, waiting.mimetype) == (200, "text/html"), document
        assert f'href="{pressed.headers["Location"]}/file"' in waiting.get_data(as_text=True), document


def assert_pdf(answer: TestResponse, document: str) -> None:
    """Assert that an answer is a PDF."""
    assert (answer.status_code, answer.mimetype) == (200, PDF), (document, answer.get_data(as_text=True)[:2000])
    assert answer.data.startswith(b"%PDF"), document


@pytest.fixture
def press(monkeypatch: pytest.MonkeyPatch) -> Press:
    """Runs are made within the request, from the file that their process would get."""
    made = Press()

    class Process:
        """A process that has ended when it begins."""

        def __init__(self, command: list[str], **_options: Any) -> None:
            copy_context().run(child.make, Path(command[-1]))

        def wait(self) -> None:
            """It is over."""

    monkeypatch.setattr("referee.printing.responses.render_pdf", made.render)
    monkeypatch.setattr("referee.printing.runs.child.render_pdf", made.render)
    monkeypatch.setattr("referee.printing.runs.runs.subprocess.Popen", Process)
    return made


def every_document(world: World, event: str, press: Press, *, desk: bool = True, ours: bool = True) -> Counter[str]:
    """Ask for every document through every door, or all but the desk's; return how often each thing was answered:
    ``pdf``, or the code of a problem.  Documents take turns in the languages, so that all are drawn in all of them in
    the course of the events.  ``ours``: whether the words on them are looked at; without a
    regulation labels are torn into pieces that are words to avoid.
    """
    doors, answers = Doors(world, event), Counter[str]()
    press.walks += 1
    for number, (name, paper) in enumerate(CATALOGUE.items(), press.walks):
        language = f"language={paper.languages[number % len(paper.languages)]}"
        queries = [language, f"{language}&round=1&table=1"] if paper.about == OF_TABLE else [language]
        for query in queries:
            press.asked.clear()
            problem = doors.through_api(name, query)
            if desk:
                doors.through_desk(name, query, problem)
            answer = problem.get("code", "pdf")
            assert answer in {"pdf", "paper_long", *PROBLEMS}, (name, answer)
            assert all(len(tags) == 1 for tags in press.asked.values()), f"{name} is not the same from door to door"
            answers[answer] += 1
    for language, said in press.said.items() if ours else ():
        assert not (wrong := [*wrong_words({each.replace(CITYS, "") for each in said}, language)]), "\n".join(wrong)
    return answers


@pytest.mark.slow
@in_turn("players", [0, 1, SMALL, 24, LARGEST])
def test_every_document_opens_by_every_door_whatever_the_event_is_like(
    world: World, press: Press, players: int
) -> None:
    held, small = HeldEvent(world, players), players <= SMALL
    if not players:
        every_document(world, held.event, press)
    held.with_layout()
    if players == SMALL:
        every_document(world, held.event, press)
    held.begin()
    if players >= SMALL:
        answers = every_document(world, held.event, press, desk=small)
        assert players != SMALL or answers == {"pdf": len(CATALOGUE), "invalid": 2}  # two are about one table
    held.end()
    long = every_document(world, held.event, press, desk=small or players == LARGEST)["paper_long"]
    assert bool(long) == (players == LARGEST), "certificates for everybody take their time"


@pytest.mark.slow
@SQLITE_ONLY
def test_an_event_without_a_regulation_says_what_it_lacks(world: World, press: Press) -> None:
    assert every_document(world, world.event, press, ours=False)["no_regulation"] > 5


@pytest.mark.process
@SQLITE_ONLY
def test_a_process_of_its_own_draws_every_document(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    held, ordered = HeldEvent(world, 9), list[str]()
    held.with_layout()
    held.begin()

    class Later:
        """A process that begins when all are ordered: one start of Python is enough for all of them."""

        def __init__(self, command: list[str], **_options: Any) -> None:
            ordered.append(command[-1])

        def wait(self) -> None:
            """It is not waited for."""

    with monkeypatch.context() as patched:
        patched.setattr("referee.printing.runs.runs.subprocess.Popen", Later)
        at = f"/events/{held.event}/papers"
        begun = [world.ask("POST", f"{at}/{name}/runs?language=en&round=1&table=1") for name in CATALOGUE]
    made = [each for each in begun if each.status_code == 202]
    assert len(made) == len(ordered) > len(CATALOGUE) - 3, [each.get_json() for each in begun if each not in made]
    every = (
        "import pathlib, sys; from referee.printing.runs.child import make;"
        " [make(pathlib.Path(each)) for each in sys.argv[1:]]"
    )
    subprocess.run([sys.executable, "-c", every, *ordered], check=True, timeout=PATIENCE * 4)
    for answer in made:
        path = answer.headers["Location"].removeprefix("/api/v1")
        assert world.ask("GET", path).get_json()["state"] == "done", path
        assert_pdf(world.ask("GET", f"{path}/file"), path)
