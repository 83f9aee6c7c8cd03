"""What people do in a hall: each a step that can be tried at any time, with whole numbers that say about whom."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from referee.events.plan import units
from referee.finals.questions import decisions_of
from referee.models import Event
from referee.penalties.queries import penalties_of
from referee.results.contest import PLAYOFF
from referee.results.facts import facts_of
from referee.seating.playoff import playoffs_of
from referee.stale.queries import stale_things
from referee.standings.qualification import qualifications_of
from tests.fuzz.event import brought, officials, organizer
from tests.fuzz.event.hall import Hall, Impossible, pick
from tests.fuzz.event.place import SECOND
from tests.fuzz.event.results import WAYS, append, enter, import_results
from tournaments.fault import Faulty

REASON = "the arbiter said so"
MOST_AHEAD = 12


def go_on(hall: Hall, times: int, seed: int, _other: int) -> None:
    """Do what the desk says is next, several times."""
    for turn in range(1 + times % MOST_AHEAD):
        organizer.go_on(hall, seed + turn)


def walk_in(hall: Hall, count: int, day_list: int, _other: int) -> None:
    """Register people who just came; on a list of the day they are checked in."""
    hall.import_list(1 + count % 5, day_list=bool(day_list % 2))


def check_in(hall: Hall, one: int, back: int, _other: int) -> None:
    """Check somebody in, or undo that."""
    player = pick(hall.now().players, one)
    hall.tried("DELETE" if back % 4 == 0 else "PUT", f"/players/{player.id}/check-in")


def drop_out(hall: Hall, one: int, after: int, _other: int) -> None:
    """Let somebody drop out after a round."""
    player = pick(hall.now().present, one)
    rounds = [each.number for each in hall.now().rounds if each.number <= len(hall.regulation.rounds)]
    hall.tried("PUT", f"/players/{player.id}/drop-out", after=pick([0, *rounds], after), reason=REASON)


def no_show(hall: Hall, one: int, _two: int, _other: int) -> None:
    """Somebody did not come."""
    hall.tried("PUT", f"/players/{pick(hall.now().present, one).id}/drop-out", after=0, reason="did not come")


def come_back(hall: Hall, one: int, _two: int, _other: int) -> None:
    """Bring somebody back who had dropped out."""
    gone = [each for each in hall.now().players if each.dropped_after is not None]
    hall.tried("DELETE", f"/players/{pick(gone, one).id}/drop-out")


def stand_in(hall: Hall, one: int, number: int, name: int) -> None:
    """Name somebody who keeps a player's seat from a round on."""
    first = pick(hall.regulation.rounds, number).number
    named = f"代理{name % 5}"
    hall.tried(
        "POST", f"/players/{pick(hall.now().present, one).id}/stand-in", name=named, from_round=first, reason=REASON
    )


def seat_back(hall: Hall, one: int, number: int, _other: int) -> None:
    """Give a seat back that somebody keeps for a player."""
    away = [each.stands_for for each in hall.now().players if each.stands_for]
    first = pick(hall.regulation.rounds, number).number
    hall.tried("POST", f"/players/{pick(away, one)}/stand-in/end", from_round=first, reason=REASON)


def merge_players(hall: Hall, one: int, other: int, _third: int) -> None:
    """Merge two registrations."""
    players = hall.now().players
    hall.tried("POST", f"/players/{pick(players, one).id}/merge", other=pick(players, other).id)


def archive_player(hall: Hall, one: int, back: int, _other: int) -> None:
    """Take somebody off the lists, or put them back."""
    player = pick(hall.now().players, one)
    hall.tried("DELETE" if back % 2 else "PUT", f"/players/{player.id}/archive")


def draw(hall: Hall, unit: int, seed: int, _other: int) -> None:
    """Draw rounds that are seated together."""
    organizer.draw_unit(hall, pick(units(hall.regulation), unit).first, seed)


def publish_seats(hall: Hall, unit: int, _two: int, _other: int) -> None:
    """Publish the latest seats of some rounds."""
    organizer.publish_unit(hall, pick(units(hall.regulation), unit).first)


def discard_seats(hall: Hall, unit: int, _two: int, _other: int) -> None:
    """Discard a draft."""
    drafts = [each for each in hall.done("GET", hall.at("seatings"))["rows"] if each["state"] == "draft"]
    hall.tried("DELETE", f"/seatings/{pick(drafts, unit)['id']}")


def reseat(hall: Hall, number: int, publish: int, _other: int) -> None:
    """Seat rounds again for the people as they are now, and mostly publish that."""
    first = pick(hall.regulation.rounds, number).number
    if hall.tried("POST", hall.at("seatings/reseat"), from_round=first, reason=REASON) is not None and publish % 4:
        unit = next(each for each in units(hall.regulation) if each.first <= first <= each.last)
        organizer.publish_unit(hall, unit.first)


def swap(hall: Hall, number: int, one: int, other: int) -> None:
    """Swap two players in a seating, as a draft."""
    first = pick(hall.regulation.rounds, number).number
    unit = next(each for each in units(hall.regulation) if each.first <= first <= each.last)
    rows = [each for each in hall.done("GET", hall.at("seatings"))["rows"] if each["first_round"] == unit.first]
    seating = pick(rows, 0)
    players = hall.now().present
    two = {"one": pick(players, one).id, "other": pick(players, other).id}
    hall.tried(
        "POST",
        f"/seatings/{seating['id']}/swaps",
        round=first,
        **two,
        reason=REASON,
        base=seating["version"],
        trial=False,
    )


def exchange(hall: Hall, number: int, one: int, other: int) -> None:
    """Exchange two players who sit in each other's seats."""
    now = hall.now()
    round_ = pick(now.rounds, number)
    seats = [seat.player_id for at in now.of(round_) for seat in at.seats]
    two = {"one": pick(seats, one), "other": pick(seats, other)}
    hall.tried("POST", f"/rounds/{round_.id}/exchange", **two, reason=REASON)


def start(hall: Hall, number: int, back: int, _other: int) -> None:
    """Start a round, or take its start back."""
    round_ = pick(hall.now().rounds, number)
    if back % 4 == 0:
        hall.tried("DELETE", f"/rounds/{round_.id}/start")
    else:
        hall.tried("POST", f"/rounds/{round_.id}/clock", kind="start", check=bool(back % 2))


def move_clock(hall: Hall, number: int, kind: int, seconds: int) -> None:
    """Pause a round's clock, or give it more or less time."""
    round_ = pick(hall.now().rounds, number)
    moves: tuple[dict[str, Any], ...] = (
        {"kind": "pause"},
        {"kind": "extend", "seconds": 60 * (seconds - 100) or 60, "reason": REASON},
    )
    hall.tried("POST", f"/rounds/{round_.id}/clock", **pick(moves, kind))


def log(hall: Hall, table: int, kind: int, _other: int) -> None:
    """Log a throw at a table, or one that is taken back at once, or a warning."""
    at = pick([each for each in hall.now().tables if each.round.state != "closed"], table)
    throw: dict[str, Any] = {"type": "roll", "player": "A", "dice": [1, 2]}
    ruling: dict[str, Any] = {"type": "ruling", "by": "clerk", "reason": "a warning", "set": {}}
    append(hall, at, ([throw], [throw, {"type": "retract", "seq": at.table.seq + 1}], [ruling])[kind % 3])


def result(hall: Hall, table: int, way: int, seed: int) -> None:
    """Enter the result of a table, or correct it, at any time."""
    enter(hall, pick(hall.now().tables, table), pick(WAYS, way), seed)


def correct_final(hall: Hall, table: int, way: int, seed: int) -> None:
    """Correct a result of the preliminaries that was confirmed, and confirm that."""
    at = pick([each for each in hall.now().tables if each.result is not None and each.round.state == "closed"], table)
    if enter(hall, at, pick(("dollars", "level", "bankrupt"), way), seed):
        hall.confirm(next(each for each in hall.now().tables if each.table.id == at.table.id))


def level_result(hall: Hall, table: int, seed: int, _other: int) -> None:
    """Enter a result in which all are level, such as inside a playoff."""
    now = hall.now()
    playoffs = [each for each in now.tables if each.round.number > len(hall.regulation.rounds)]
    enter(hall, pick(playoffs or list(now.tables), table), "level", seed, all_level=bool(seed % 2))


def results_list(hall: Hall, number: int, seed: int, _other: int) -> None:
    """Enter all results of a round from a list."""
    now = hall.now()
    tables = now.of(pick(now.rounds, number))
    if not tables:
        raise Impossible
    import_results(hall, tables, seed)


def confirm(hall: Hall, table: int, every: int, _other: int) -> None:
    """Let the second person confirm a result, or all that wait."""
    waiting = [each for each in hall.now().tables if each.result is not None and each.result.confirmed_at is None]
    for at in waiting if every % 2 else [pick(waiting, table)]:
        hall.confirm(at)


def close(hall: Hall, number: int, again: int, _other: int) -> None:
    """Close a round, whatever is missing, or open it again."""
    round_ = pick(hall.now().rounds, number)
    if again % 4 == 0:
        hall.tried("POST", f"/rounds/{round_.id}/open")
    else:
        hall.tried("POST", f"/rounds/{round_.id}/close", anyway=True, reason=REASON)


def close_table(hall: Hall, table: int, again: int, _other: int) -> None:
    """Close a table, or open it again."""
    hall.tried("POST", f"/tables/{pick(hall.now().tables, table).table.id}/{'open' if again % 2 else 'close'}")


def publish(hall: Hall, number: int, back: int, _other: int) -> None:
    """Publish the results of a round, or withdraw them."""
    round_ = pick(hall.now().rounds, number)
    if back % 4 == 0:
        hall.tried("POST", f"/rounds/{round_.id}/results/withdraw", reason=REASON)
    else:
        hall.tried("POST", f"/rounds/{round_.id}/results/publish")


def penalty(hall: Hall, one: int, step: int, signed: int) -> None:
    """Give somebody a penalty; at a table if they sit at one; mostly it is signed."""
    now, rule = hall.now(), hall.regulation.penalties
    player = pick(now.players, one)
    at = next((each for each in reversed(now.tables) if player.id in [seat.player_id for seat in each.seats]), None)
    chosen = pick(rule.steps, step)
    more = {"table_id": at.table.id} if at is not None and (chosen.effect == "last" or signed % 2) else {}
    body = {"player": player.id, "category": rule.categories[0].key, "step": chosen.key, "facts": "seen", **more}
    given = hall.tried("POST", hall.at("penalties"), reason=REASON, **body)
    if given is not None and chosen.sign_off and signed % 4:
        hall.tried("POST", f"/penalties/{given['id']}/sign-off", SECOND)


def cancel_penalty(hall: Hall, one: int, _two: int, _other: int) -> None:
    """Cancel a penalty."""
    with hall.database.read() as session:
        given = [each.penalty.id for each in penalties_of(session, hall.event)]
    hall.tried("POST", f"/penalties/{pick(given, one)}/cancel", SECOND, reason=REASON)


def adjustment(hall: Hall, one: int, points: int, _other: int) -> None:
    """Give or take points by hand."""
    body = {"player": pick(hall.now().players, one).id, "points": str((points % 20) - 10), "reason": REASON}
    hall.tried("POST", hall.at("adjustments"), **body)


def decide(hall: Hall, question: int, seed: int, _other: int) -> None:
    """Decide a question by lots or an order, even one that was to be played off."""
    organizer.decide(hall, pick(organizer.open_questions(hall), question), seed)


def withdraw_decision(hall: Hall, one: int, _two: int, _other: int) -> None:
    """Withdraw a decision, or give a withdrawn place back."""
    with hall.database.read() as session:
        made = [each.id for each in decisions_of(session, hall.event) if each.withdrawn_at is None]
    hall.tried("DELETE", f"/decisions/{pick(made, one)}", reason=REASON)


def seat_playoff(hall: Hall, question: int, _two: int, _other: int) -> None:
    """Seat a playoff about a question."""
    wanted = pick([each for each in organizer.open_questions(hall) if each.by == PLAYOFF], question)
    hall.tried("POST", hall.at("playoffs"), about=wanted.about, minutes=30)


def discard_playoff(hall: Hall, one: int, _two: int, _other: int) -> None:
    """Discard a playoff."""
    with hall.database.read() as session:
        found = [each.round_id for each in playoffs_of(session, hall.event)]
    hall.tried("DELETE", hall.at(f"playoffs/{pick(found, one)}"))


def give_back(hall: Hall, seed: int, _two: int, _other: int) -> None:
    """Somebody who has qualified gives the place back."""
    if hall.regulation.qualification is None:
        raise Impossible
    with hall.database.read() as session:
        try:
            found = qualifications_of(facts_of(session, hall.event))
        except Faulty:
            raise Impossible from None
    hall.tried(
        "POST",
        hall.at("withdrawals"),
        player=pick([player for each in found for player in each.players], seed),
        reason=REASON,
    )


def mend_stale(hall: Hall, one: int, keep: int, _other: int) -> None:
    """Make something anew that is out of date, or leave it as it is."""
    with hall.world.app.app_context(), hall.database.read() as session:
        found = stale_things(session, session.get_one(Event, hall.event))
    each = pick(found, one)
    if keep % 3:
        hall.tried("POST", hall.at("stale/anew"), kind=each.kind, about=each.about)
    else:
        given = {"kind": each.kind, "about": each.about, "fingerprint": each.fingerprint, "reason": REASON}
        hall.tried("POST", hall.at("stale/keep"), **given)


def archive(hall: Hall, back: int, _two: int, _other: int) -> None:
    """Archive the event early, or take it back from the archive."""
    hall.tried("PATCH", f"/events/{hall.event}", archived=back % 4 == 0)


STEPS: Mapping[str, Callable[[Hall, int, int, int], None]] = {
    each.__name__: each
    for each in (
        go_on,
        walk_in,
        check_in,
        drop_out,
        no_show,
        come_back,
        merge_players,
        stand_in,
        seat_back,
        archive_player,
        draw,
        publish_seats,
        discard_seats,
        reseat,
        swap,
        exchange,
        start,
        move_clock,
        log,
        result,
        correct_final,
        level_result,
        results_list,
        confirm,
        close,
        close_table,
        publish,
        penalty,
        cancel_penalty,
        adjustment,
        decide,
        withdraw_decision,
        seat_playoff,
        discard_playoff,
        give_back,
        mend_stale,
        archive,
        officials.deal,
        officials.case,
        officials.appeal,
        officials.reserves,
        officials.prize,
        officials.rota,
        brought.class_final,
        brought.prepared_seats,
        brought.alerts,
    )
}
"""Every step by name."""
