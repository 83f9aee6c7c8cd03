"""The form for the most common changes to a regulation, which shows their effect in sentences before adoption."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from flask import Blueprint, make_response, request
from werkzeug.wrappers import Response as AnyResponse

import rulesets
from referee.core.access.guard import allowed
from referee.core.access.scope import event_for
from referee.core.command import caller
from referee.core.http.schemas import ReasonIn
from referee.core.language import language, text, word
from referee.core.pages.forms import asked, form_view
from referee.core.pages.frame import framed
from referee.core.service import service
from referee.events import commands
from referee.events.effect import effect_text
from referee.events.game_header import boards
from referee.events.pages.regulation_ready import ruleset_choices
from referee.events.points_text import TITLES, value_text
from referee.events.queries import players_of
from referee.events.regulation import in_force, parse_regulation
from referee.events.regulation_text import STAGES
from tournaments.players.stand_in import STAND_INS
from tournaments.regulation.regulation import Regulation
from tournaments.regulation.sections import CONFIRMATIONS
from tournaments.regulation.versions import deviation
from tournaments.typed import whole

if TYPE_CHECKING:
    from referee.events.regulation_form import OptionChoice

blueprint = Blueprint("regulation_form", __name__)

SEATINGS_OF_ALL = {
    "": "form_manner_keep",
    "schedule": "form_manner_schedule",
    "drawn": "form_manner_drawn",
    "ranked": "form_manner_ranked",
}
AFTERS = {
    "final": ("keep", "semi", "none"),
    "other": ("keep", "top", "semi", "none"),
    "none": ("none", "top", "semi"),
}
"""What may follow the main rounds, by what follows them now."""
PATH = "/events/<event_id>/regulation/change"


def page(event_id: str, problem: dict[str, object] | None = None, effect: Mapping[str, object] | None = None) -> str:
    """Render the form as it was filled in.  ``effect``: its effect, from `effect_of`."""
    from referee.events.regulation_criteria import MAX_CRITERIA, MISSED, MOST_CLASSES
    from referee.events.regulation_form import KEEP, SIZES, form_of
    from referee.events.regulation_plan import MANNERS, POINTS

    event = event_for("regulation.change", event_id)
    with service().database.read() as session:
        current = in_force(session, event_id)
        known = sorted({each.class_name for each in players_of(session, event_id)} - {""})
    regulation = parse_regulation(current.text)
    form = form_of(current.text, regulation, language())
    typed = request.form
    known_rulesets, wanted = ruleset_choices(), typed.get("ruleset", "")
    ruleset = rulesets.load(wanted if wanted in dict(known_rulesets) else regulation.game.ruleset)
    return framed(
        "events/regulation_form.html",
        event,
        form=form,
        typed=typed,
        sizes=sorted({*SIZES, *form.also}),
        also=[number for each in typed.getlist("also") if (number := whole(each)) is not None] if typed else form.also,
        stages=[word(STAGES[each.stage]) if STAGES[each.stage] else "" for each in form.spans],
        points=[KEEP, *POINTS],
        unit=regulation.game.money.one,
        criteria=criteria_of(form.criteria),
        places=MAX_CRITERIA,
        manners=[(each, word(SEATINGS_OF_ALL[each])) for each in ([] if form.manner else [""]) + list(MANNERS)],
        rulesets=known_rulesets,
        editions=[("", word("form_edition_own")), *boards(ruleset, language()).items()],
        confirmations=[(each, word(f"form_confirm_{each}")) for each in CONFIRMATIONS],
        missed=[(each, word(f"form_missed_{each}")) for each in MISSED],
        stand_ins=[(each, word(f"form_stand_in_{each}")) for each in STAND_INS],
        afters=[(each, word(f"form_after_{each}")) for each in AFTERS[form.after]],
        options=[option_row(each, language()) for each in form.options],
        most_classes=MOST_CLASSES,
        known_classes=known,
        locked=event.locked_at is not None,
        effect=effect,
        problem=problem,
    )


def criteria_of(used: Sequence[str]) -> list[tuple[str, str]]:
    """Return the criteria to choose from with their names, including those that the file already has."""
    from referee.events.regulation_criteria import CRITERIA

    every = dict.fromkeys((*CRITERIA, *used))
    return [(each, word(f"criterion_{each}") if each in CRITERIA else each) for each in every]


def option_row(option: OptionChoice, reader: str) -> dict[str, object]:
    return {
        "name": f"option_{option.name}",
        "about": text(reader, TITLES[option.name]) if option.name in TITLES else option.about,
        "default": value_text(option.name, option.default, reader, option.money),
        "choices": [
            (
                str(number),
                value_text(option.name, value, reader, option.money),
                value == option.value and option.value is not None,
            )
            for number, value in enumerate(option.choices)
        ],
    }


@blueprint.get(PATH)
def show_form(event_id: str) -> str:
    return page(event_id)


@blueprint.post(PATH)
@form_view(page)
def post_form(event_id: str) -> AnyResponse | str:
    """Show the effect of the form, or adopt the regulation (``do`` is adopt)."""
    from referee.events.regulation_form import edit

    allowed("regulation.change", event_id)
    with service().database.read() as session:
        current = in_force(session, event_id)
        players = [each for each in players_of(session, event_id) if each.dropped_after is None and not each.stands_for]
    before = parse_regulation(current.text)
    done = edit(current.text, before, request.form, request.form.getlist("also"))
    after = parse_regulation(done)
    if request.form.get("do") != "adopt":
        return make_response(page(event_id, effect=effect_of(before, after, len(players))))
    reason = asked(ReasonIn, {}, reason=request.form.get("reason", "")).reason.strip() or None
    commands.adopt_regulation(caller(), event_id, commands.AdoptRegulation(text=done, reason=reason))
    return f"/events/{event_id}/regulation"


def effect_of(before: Regulation, after: Regulation, players: int) -> Mapping[str, object]:
    found = effect_text(after, players, language())
    changes = [(each.path, str(each.before), str(each.after)) for each in deviation(before.content, after.content)]
    return {"lines": found.lines, "timetable": found.timetable, "changes": changes}
