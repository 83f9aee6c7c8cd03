"""Boxes of the forms that are filled in: none that has a label is empty if the event knows what belongs there."""

from __future__ import annotations

from flask import Flask

from referee.core.language import text
from referee.core.service import service
from referee.demo.client import clients
from referee.demo.event import make_demo_event
from referee.models import Event, RegistrationForm
from referee.printing.catalogue import CATALOGUE
from referee.printing.render import prepare
from referee.printing.request import PrintOptions
from rulesets.languages import LANGUAGES
from tests.referee.support.databases import SQLITE_ONLY
from tournaments.paper.documents.form_slips import FORMS, Slip, Slips
from tournaments.paper.documents.programme import Programme
from tournaments.paper.documents.receipt import KNOWN

BY_HAND = frozenset({"player_signs", "judge_signs", "players_sign"})
"""What is signed."""


@SQLITE_ONLY
def test_no_box_with_a_label_is_empty_if_the_event_knows_what_belongs_there(app: Flask) -> None:
    made = make_demo_event(
        app, players=9, regulation="jma-national-2012", seed="demo", language="ja", address="http://localhost"
    )
    with clients(app, made.event_id, {"organizer": "森田 香織"}, "http://localhost") as by_role:
        organizer = by_role["organizer"]
        known = {"held_on": "2026-11-28", "organizer": "Our club", "tax_number": "T1234567890123"}
        organizer.request("PATCH", f"/events/{made.event_id}", known)
    with app.test_request_context(), service().database.write() as session:
        session.add(RegistrationForm(event_id=made.event_id, fee="3,000円"))
    for language in LANGUAGES:
        for form in ("penalty_slips", "ruling_slips", "receipts"):
            labels = {label for _, boxes in FORMS[form][2] for label, _ in boxes} or set(KNOWN)
            for slip in slips_of(app, made.event_id, form, language):
                if form == "ruling_slips":
                    ends = text(language, "reg_appeals_end")
                    assert ends in slip.values["appeal_until"] and ends in programme_of(app, made.event_id, language)
                assert {label for label in labels - BY_HAND if not slip.values.get(label)} == set(), (form, language)


def programme_of(app: Flask, event_id: str, language: str) -> str:
    """The rules in short on the programme of an event."""
    with app.test_request_context(), service().database.read() as session:
        event, now = session.get_one(Event, event_id), service().database.now()
        facts = prepare(session, event, now, CATALOGUE["programme"], PrintOptions(language=language)).job.facts
    assert isinstance(facts, Programme)
    return "\n".join(line.what for column in facts.columns for part in column for line in part.lines)


def slips_of(app: Flask, event_id: str, form: str, language: str) -> tuple[Slip, ...]:
    """The slips of a form that are filled in; at least one."""
    with app.test_request_context(), service().database.read() as session:
        event, now = session.get_one(Event, event_id), service().database.now()
        paper = CATALOGUE[form.replace("_", "-")]
        facts = prepare(session, event, now, paper, PrintOptions(language=language)).job.facts
    assert isinstance(facts, Slips) and facts.slips
    return facts.slips
