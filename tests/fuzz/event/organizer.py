"""An organizer who does whatever the desk says is next, and so takes the day to its archive."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import accumulate, pairwise
from random import Random

from referee.desk.queries import Task
from referee.finals.questions import game_size, questions
from referee.models import Event, Round
from referee.penalties.queries import penalties_of
from referee.penalties.state import PROPOSED
from referee.results.contest import PLAYOFF
from referee.results.facts import facts_of
from referee.stale.queries import stale_things
from tests.fuzz.event import officials
from tests.fuzz.event.hall import Hall, Impossible
from tests.fuzz.event.place import SECOND
from tests.fuzz.event.results import WAYS, enter
from tournaments.decision import Wanted
from tournaments.fault import Faulty
from tournaments.seating.shapes import shape


def go_on(hall: Hall, seed: int) -> str:
    """Do what the desk says is next, and return its code; play what is being played if it says nothing.

    Raises `Impossible` if nothing can be done.
    """
    _, task = hall.desk()
    if task is None:
        play_on(hall, seed)
        return ""
    ACTS[task.code](hall, task, seed)
    return task.code


def play_on(hall: Hall, seed: int) -> None:
    """Enter a result at a table of a running round.  Raises `Impossible` if nothing is being played."""
    missing = [at for at in hall.now().tables if at.round.state == "running" and at.result is None]
    if not missing:
        raise Impossible
    for number, at in enumerate(missing):
        enter_somehow(hall, at.table.id, seed + number)


def enter_somehow(hall: Hall, table_id: str, seed: int) -> None:
    """Enter a result in one of the ways, and if that is refused, as dollars."""
    at = next(each for each in hall.now().tables if each.table.id == table_id)
    if not enter(hall, at, WAYS[seed % len(WAYS)], seed):
        enter(hall, next(each for each in hall.now().tables if each.table.id == table_id), "dollars", seed)


def check_everybody_in(hall: Hall, _task: Task, _seed: int) -> None:
    """Check in everybody who has not left, by a list of the day."""
    players = [each for each in hall.now().present if each.checked_in_at is None]
    rows = [f"{each.number},{each.name},{each.club}\n" for each in players]
    hall.send_list("number,name,club\n", rows, day_list=True)


def draw(hall: Hall, task: Task, seed: int) -> None:
    """Draw the seats that the task is about."""
    draw_unit(hall, int(str(task.facts["first"])), seed)


def draw_unit(hall: Hall, first: int, seed: int) -> None:
    """Draw the seats of rounds that are seated together; where players choose their tables, choose for them."""
    if hall.regulation.rounds[first - 1].seating != "self_chosen":
        hall.tried("POST", hall.at("seatings"), first_round=first)
        return
    players = [each.id for each in hall.now().present]
    if any(each.checked_in_at for each in hall.now().present):
        players = [each.id for each in hall.now().present if each.checked_in_at]
    Random(seed).shuffle(players)
    ends = [0, *accumulate(shape(len(players), hall.regulation.rounds[first - 1].sizes) or [len(players)])]
    tables = [players[begin:end] for begin, end in pairwise(ends)]
    hall.tried("POST", hall.at("seatings"), first_round=first, tables=tables)


def publish_seats(hall: Hall, task: Task, _seed: int) -> None:
    """Publish the latest seats of the rounds that the task is about."""
    publish_unit(hall, int(str(task.facts["first"])))


def publish_unit(hall: Hall, first: int) -> None:
    """Publish the latest seats of rounds that are seated together.  Raises `Impossible` if there are none."""
    rows = hall.done("GET", hall.at("seatings"))["rows"]
    found = next((each for each in rows if each["first_round"] == first), None)
    if found is None:
        raise Impossible
    hall.tried("POST", f"/seatings/{found['id']}/publish")


def round_of(task: Task) -> Round:
    """The round that a task is about."""
    of = task.facts["of"]
    assert isinstance(of, Round)
    return of


def start(hall: Hall, task: Task, _seed: int) -> None:
    """Start a round."""
    hall.tried("POST", f"/rounds/{round_of(task).id}/clock", kind="start")


def close_unseated(hall: Hall, task: Task, _seed: int) -> None:
    """Close a round that nobody can be seated for."""
    number = int(str(task.facts["first"]))
    for each in hall.now().rounds:
        if each.number == number:
            hall.tried("POST", f"/rounds/{each.id}/close", anyway=True, reason="nobody is left to play it")


def confirm(hall: Hall, task: Task, _seed: int) -> None:
    """Confirm the results of a round."""
    for at in hall.now().of(round_of(task)):
        hall.confirm(at)


def enter_missing(hall: Hall, task: Task, seed: int) -> None:
    """Enter the missing results of a round."""
    for number, at in enumerate(hall.now().of(round_of(task))):
        if at.result is None:
            enter_somehow(hall, at.table.id, seed + number)


def close(hall: Hall, task: Task, _seed: int) -> None:
    """Close a round."""
    hall.tried("POST", f"/rounds/{round_of(task).id}/close", anyway=True, reason="over")


def publish_results(hall: Hall, task: Task, _seed: int) -> None:
    """Publish the results of a round."""
    hall.tried("POST", f"/rounds/{round_of(task).id}/results/publish")


def open_questions(hall: Hall) -> tuple[Wanted, ...]:
    """The questions that wait for a decision."""
    with hall.database.read() as session:
        try:
            return questions(facts_of(session, hall.event))
        except Faulty:
            return ()


def seat_playoffs(hall: Hall, _task: Task, _seed: int) -> None:
    """Seat the playoffs that can be seated."""
    for each in open_questions(hall):
        if each.by == PLAYOFF:
            hall.tried("POST", hall.at("playoffs"), about=each.about, minutes=30)


def decide_all(hall: Hall, _task: Task, seed: int) -> None:
    """Decide what is not played off: by lots, or by an order that is typed."""
    with hall.database.read() as session:
        least, most = game_size(facts_of(session, hall.event))
    for each in open_questions(hall):
        if each.by != PLAYOFF or not least <= len(each.players) <= most:
            decide(hall, each, seed)


def decide(hall: Hall, wanted: Wanted, seed: int) -> None:
    """Decide a question by lots or by an order that is typed."""
    if seed % 2:
        hall.tried("POST", hall.at("decisions"), about=wanted.about, by=wanted.by, lots=True)
        return
    order = list(wanted.players)
    Random(seed).shuffle(order)
    hall.tried("POST", hall.at("decisions"), about=wanted.about, by=wanted.by, order=order, note="they agreed")


def sign_all(hall: Hall, _task: Task, _seed: int) -> None:
    """Let the second person sign the penalties that wait for that."""
    with hall.database.read() as session:
        waiting = [each.penalty.id for each in penalties_of(session, hall.event) if each.name == PROPOSED]
    for each in waiting:
        hall.tried("POST", f"/penalties/{each}/sign-off", SECOND)


def mend_stale(hall: Hall, _task: Task, seed: int) -> None:
    """Make everything anew that is out of date, or leave it as it is if it cannot be, or with some seeds."""
    with hall.world.app.app_context(), hall.database.read() as session:
        found = [each for each in stale_things(session, session.get_one(Event, hall.event)) if not each.kept]
    for number, each in enumerate(found):
        again = each.again and (seed + number) % 3
        if again and hall.tried("POST", hall.at("stale/anew"), kind=each.kind, about=each.about) is not None:
            continue
        given = {"kind": each.kind, "about": each.about, "fingerprint": each.fingerprint, "reason": "as it was played"}
        hall.tried("POST", hall.at("stale/keep"), **given)


def archive(hall: Hall, _task: Task, _seed: int) -> None:
    """Archive the event."""
    hall.done("PATCH", f"/events/{hall.event}", archived=True)


def nothing(_hall: Hall, _task: Task, _seed: int) -> None:
    """Leave it: the machine has no part in it."""
    raise Impossible


ACTS: Mapping[str, Callable[[Hall, Task, int], None]] = {
    "check_players_in": check_everybody_in,
    "await_late": check_everybody_in,
    "register_players": lambda hall, _task, _seed: hall.import_list(4),
    "draw_seating": draw,
    "nobody_qualified": close_unseated,
    "publish_seating": publish_seats,
    "start_round": start,
    "late_results": enter_missing,
    "missing_results": enter_missing,
    "confirm_results": confirm,
    "look_again": confirm,
    "close_round": close,
    "publish_results": publish_results,
    "seat_playoff": seat_playoffs,
    "decide": decide_all,
    "sign_penalties": sign_all,
    "stale_seats": mend_stale,
    "stale_playoff": mend_stale,
    "stale_publication": mend_stale,
    "stale_result": mend_stale,
    "stale_papers": mend_stale,
    "finish": archive,
    "answer_calls": nothing,
    "settle_appeals": lambda hall, _task, _seed: officials.settle_all(hall),
}
"""What the organizer does about each task of the desk."""
