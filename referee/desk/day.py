"""The progress of the day: its steps from registration to the end, and the one thing to do next."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass

from referee.clocks.locking import moves_of
from referee.clocks.views import clock_face
from referee.core.language import language
from referee.core.pages.format import round_name
from referee.core.pages.frame import RimRound
from referee.core.service import service
from referee.desk.queries import Desk, Task
from referee.events.plan import rounds_of
from referee.models import Event
from referee.rounds.queries import RoundView

OVER = ("closed", "results_published")
"""The stages of a round that is over."""


@dataclass(frozen=True, slots=True)
class DayStep:
    """A step of the day.  ``state``: done, now or ahead; ``at``: the end of its page's address."""

    code: str
    state: str
    at: str


@dataclass(frozen=True, slots=True)
class DayPlan:
    """The steps of the day.  ``next``: what to do next; None while there is nothing, such as during a round."""

    steps: Sequence[DayStep]
    next: Task | None


def day(event: Event, found: Desk) -> DayPlan:
    """Return the progress of an event's day.  A step also counts as done if a later one is."""
    finals = final_numbers(found)
    main = [each for each in found.rounds if each.round.number not in finals]
    last = [each for each in found.rounds if each.round.number in finals]
    seated = any(each.stage != "drafted" for each in found.rounds)
    everybody_here = 0 < found.players.playing == found.players.checked_in
    done = {
        "registration": found.facts is not None and found.players.checked_in > 0,
        "check_in": everybody_here,
        "seats": seated,
        "rounds": all_over(main),
        "final": all_over(last) and len(last) == len(finals),
        "close": event.archived_at is not None,
    }
    if found.facts is not None and not finals:
        del done["final"]
    codes = list(done)
    reached = max((number for number, code in enumerate(codes) if done[code]), default=-1) + 1
    steps = [
        DayStep(code, "done" if number < reached else "now" if number == reached else "ahead", STEP_PAGES[code])
        for number, code in enumerate(codes)
    ]
    return DayPlan(steps, next_task(found, codes[reached] if reached < len(codes) else ""))


STEP_PAGES = {
    "registration": "players",
    "check_in": "check-in",
    "seats": "seating",
    "rounds": "rounds",
    "final": "bracket",
    "close": "close",
}
"""The page of each step: the end of its address."""


def final_numbers(found: Desk) -> set[int]:
    """Return the numbers of the planned rounds that belong to the final stages."""
    planned = found.facts.regulation.rounds if found.facts is not None else ()
    return {each.number for each in planned if each.stage != "main"}


def all_over(rounds: Sequence[RoundView]) -> bool:
    return bool(rounds) and all(each.stage in OVER for each in rounds)


def next_task(found: Desk, now: str) -> Task | None:
    """Return what to do next, or None.  ``now``: the code of the current step; empty after the last."""
    urgent = next((task for task in found.tasks if task.urgent), None)
    if urgent is not None:
        return urgent
    preparing = any(task.code in ("choose_regulation", "register_players") for task in found.tasks)
    if now in ("registration", "check_in") and not preparing:
        missing = found.players.playing - found.players.checked_in
        return Task("check_players_in", "check-in", {"count": missing})
    if now == "close" and not found.tasks:
        return Task("finish", "close", {})
    return found.tasks[0] if found.tasks else None


def rim_round(event: Event) -> RimRound | None:
    """Return the round that is being played, the first of several, or None."""
    database = service().database
    with database.read() as session:
        played = next((each for each in rounds_of(session, event.id) if each.state == "running"), None)
        if played is None:
            return None
        moves = moves_of(session, played.id, ())
    now = max(database.now(), moves.latest())
    face = asdict(clock_face(moves.clock(played, now), now))
    return RimRound(round_name(played.number, played, language()), f"/events/{event.id}/rounds/{played.id}", face)
