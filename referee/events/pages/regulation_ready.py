"""A ready regulation in three questions: how many people, how many hours, a final or not."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass

from flask import Blueprint, make_response, request
from werkzeug.wrappers import Response as AnyResponse

import rulesets
from referee.core.access.guard import allowed
from referee.core.access.scope import event_for
from referee.core.command import caller
from referee.core.language import language, word
from referee.core.pages.forms import form_view
from referee.core.pages.frame import framed
from referee.core.service import service
from referee.events import commands
from referee.events.effect import EffectText, effect_text, timetable_lines
from referee.events.points_text import join_list
from referee.events.queries import players_of
from referee.events.regulation import latest_version, parse_regulation
from referee.models import Event
from tournaments.fault import Faulty
from tournaments.lists.cells import Fields
from tournaments.regulation.outline import SIZES, proposed
from tournaments.regulation.regulation import Regulation
from tournaments.seating.shapes import shape
from tournaments.typed import Hours, TimeOfDay, Whole

blueprint = Blueprint("regulation_ready", __name__)

PATH = "/events/<event_id>/regulation/ready"
PEOPLE = Whole(3, 1000)
USUAL_PEOPLE, USUAL_HOURS, USUAL_START = "16", "6", "10:00"
OFTEN = "jma-2006"
"""The ruleset that is proposed first."""


@dataclass(frozen=True, slots=True)
class Ready:
    """What the answers come to.  ``starts``: minutes since midnight; ``text``: the regulation's TOML."""

    people: int
    starts: int
    text: str
    regulation: Regulation


def asked_for(event: Event, given: Mapping[str, str]) -> Ready:
    """The regulation that the answers lead to.  Raises `Faulty` with what is wrong with them."""
    from referee.events.regulation_plan import outline_text

    fields = Fields(given)
    people, minutes = fields.needed("people", PEOPLE), fields.needed("hours", Hours())
    starts = fields.needed("starts", TimeOfDay())
    fields.check()
    assert people is not None and minutes is not None and starts is not None
    sizes = SIZES.get(given.get("sizes", ""), next(iter(SIZES.values())))
    ruleset = given["ruleset"] if given.get("ruleset") in dict(ruleset_choices()) else OFTEN
    final = given.get("final")
    outline = proposed(people, minutes, sizes, ruleset, final=final in ("yes", "semi"), semi=final == "semi")
    text = outline_text(outline, {event.language: event.name})
    return Ready(people, starts, text, parse_regulation(text))


def usual_answers(players: int) -> dict[str, str]:
    """The answers that are filled in at first.  ``players``: those registered, 0 if there are none yet."""
    people = str(players) if players else USUAL_PEOPLE
    fits = [key for key, sizes in SIZES.items() if shape(int(people), sizes) is not None]
    sizes = fits[0] if fits else next(iter(SIZES))
    return {"people": people, "hours": USUAL_HOURS, "starts": USUAL_START, "final": "yes", "sizes": sizes}


def page(event_id: str, problem: Mapping[str, object] | None = None) -> str:
    """Render the questions as they were answered, and what the answers come to."""
    event = event_for("regulation.change", event_id)
    with service().database.read() as session:
        players = sum(each.dropped_after is None and not each.stands_for for each in players_of(session, event_id))
        current = latest_version(session, event_id)
    given = {**usual_answers(players), "ruleset": OFTEN, **request.form.to_dict()}
    ready: Ready | None = None
    with suppress(Faulty):  # which the problem tells, once the answers were sent
        ready = asked_for(event, given)
    effect = effect_text(ready.regulation, ready.people, language(), ready.starts) if ready else EffectText([], [])
    return framed(
        "events/regulation_ready.html",
        event,
        given=given,
        effect=effect,
        no_final=ready is not None and given["final"] != "no" and ready.regulation.qualification is None,
        no_semi=ready is not None and given["final"] == "semi" and len(ready.regulation.stages) == 1,
        sizes=[(key, sizes_text(sizes)) for key, sizes in SIZES.items()],
        rulesets=ruleset_choices(),
        current=current is not None,
        locked=event.locked_at is not None,
        fills_timetable=not event.timetable.strip(),
        problem=problem,
    )


def sizes_text(sizes: tuple[int, ...]) -> str:
    """Table sizes in words: the preferred one, and those to make the numbers fit."""
    first, *others = sizes
    return word("ready_sizes", size=first, others=join_list(others, language()))


def ruleset_choices() -> list[tuple[str, str]]:
    """The rulesets that can be loaded with their titles, the most usual one first."""
    titles = []
    for name in rulesets.names():
        with suppress(rulesets.BrokenRuleset):
            titles.append((name, rulesets.load(name).titles[language()]))
    return sorted(titles, key=lambda each: (each[0] != OFTEN, each[1]))


@blueprint.get(PATH)
def show_ready(event_id: str) -> str:
    return page(event_id)


@blueprint.post(PATH)
@form_view(page)
def post_ready(event_id: str) -> AnyResponse | str:
    """Show what the answers come to, or adopt that regulation (``do`` is adopt).

    Its timetable becomes that of the event, if the event has none yet.
    """
    allowed("regulation.change", event_id)
    event = event_for("event.read", event_id)
    ready = asked_for(event, request.form)
    if request.form.get("do") != "adopt":
        return make_response(page(event_id))
    commands.adopt_regulation(caller(), event_id, commands.AdoptRegulation(text=ready.text))
    if not event.timetable.strip():
        lines = timetable_lines(ready.regulation, ready.starts, event.language)
        commands.change_event(caller(), event_id, commands.ChangeEvent(timetable="\n".join(lines)))
    return f"/events/{event_id}/regulation"
