"""The statistics after an event on one page: response and handling times, rulings by kind, appeals, penalties."""

from __future__ import annotations

from flask import Blueprint

from referee.calls.state import minutes_text
from referee.cases.review import review
from referee.core.access.scope import event_for
from referee.core.language import language, word
from referee.core.pages.frame import framed
from referee.core.service import service
from referee.penalties.queries import penalties_of
from tournaments.paper.words import chapter

blueprint = Blueprint("review_page", __name__)


@blueprint.get("/events/<event_id>/cases/review")
def show_review(event_id: str) -> str:
    """The page."""
    event = event_for("case.read", event_id)
    with service().database.read() as session:
        found = review(session, event_id)
        steps = {each.step.key: each.step.titles[language()] for each in penalties_of(session, event_id)}
    spans = [(word(f"review_{name}"), getattr(found, name)) for name in ("response", "handling", "deciding")]
    tables = [
        (word("review_about"), [(word(f"calls_about_{each.key}"), each.count) for each in found.about]),
        (word("review_kinds"), [(word(f"cases_effect_{each.key}"), each.count) for each in found.kinds]),
        (word("review_chapters"), [(chapter(each.key, language()), each.count) for each in found.chapters]),
        (word("tab_penalties"), [(steps[each.key], each.count) for each in found.penalties]),
    ]
    return framed("cases/review.html", event, found=found, spans=spans, tables=tables, span=minutes_text)
