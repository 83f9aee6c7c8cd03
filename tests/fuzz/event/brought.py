"""What an organizer brings in, and players ask for: finals of classes, seatings prepared elsewhere, alerts."""

from __future__ import annotations

from base64 import b64encode
from itertools import accumulate, pairwise
from random import Random

from referee.alerts.commands import TurnPushOff, TurnPushOn, turn_push_off, turn_push_on
from referee.alerts.sending import alerts_of, seat_of
from referee.core.problems import Problem
from referee.events.plan import units
from referee.public.queries import read_public_event
from tests.fuzz.event.hall import PARTS, At, Broken, Hall, Impossible, pick
from tests.referee.alerts.push_service import PhoneBrowser
from tournaments.regulation.load import load_text
from tournaments.seating.shapes import shape

BEGINNERS = "初心者"
OWN_FINAL = """
[[qualification.class]]
name = "{name}"
places = {places}

[[qualification.class.step]]
after = {after}
who = "all"
places = {places}
"""
PHONE = PhoneBrowser("https://push.example/fuzz")


def class_final(hall: Hall, one: int, places: int, back: int) -> None:
    """Give beginners a final of their own, or take it back; and let two more be beginners, or stop being ones."""
    players = hall.now().players
    for player in (pick(players, one), pick(players, one + places + 1)):
        hall.tried("PATCH", f"/players/{player.id}", class_name="" if back % 4 == 0 else BEGINNERS)
    rule = hall.regulation.qualification
    if rule is None or "final" not in hall.regulation.stages or not rule.steps:
        raise Impossible
    text = hall.text
    if back % 4:
        text += OWN_FINAL.format(name=BEGINNERS, places=2 + places % 3, after=rule.steps[-1].after)
    if hall.tried("PUT", hall.at("regulation"), text=text, reason="beginners want one") is not None:
        hall.regulation = load_text(text)


def prepared_seats(hall: Hall, unit: int, seed: int, apply: int) -> None:
    """Bring in seats of some rounds as a list, mostly of everybody who is here, and mostly as a draft."""
    chosen = pick(units(hall.regulation), unit)
    names = [each.number for each in hall.now().present]
    Random(seed).shuffle(names)
    if seed % 5 == 0:
        names = names[1:]
    ends = [0, *accumulate(shape(len(names), hall.regulation.rounds[chosen.first - 1].sizes) or [len(names)])]
    rows = [
        f"{number},{table},{name}\n"
        for number in range(chosen.first, chosen.last + 1)
        for table, (begin, end) in enumerate(pairwise(ends), 1)
        for name in names[begin:end]
    ]
    data = b64encode("".join(["round,table,number\n", *rows]).encode()).decode()
    hall.tried("POST", hall.at("seatings/prepared"), first_round=chosen.first, data=data, apply=bool(apply % 4))


def alerts(hall: Hall, one: int, off: int, _other: int) -> None:
    """Turn alerts on in a player's browser, or off; what there is to tell is where the player sits."""
    player, now = pick(hall.now().players, one), hall.now()
    hall.done("PUT", hall.at("public"), open=True, parts=PARTS, alerts=True)
    before = hall.changes()
    try:
        if off % 3 == 0:
            turn_push_off(hall.service, player.id, TurnPushOff(PHONE.endpoint))
        else:
            form = PHONE.form
            turn_push_on(hall.service, player.id, TurnPushOn(form["endpoint"], form["p256dh"], form["auth"]), "ja")
    except Problem:
        hall.unchanged(before, "alerts")
    with hall.world.app.app_context(), hall.database.read() as session:
        public = read_public_event(session, hall.event)
        told = seat_of(public, player.id, "ja")
        alerts_of(public, player.id, "ja")
    if told is None:
        return
    here = [at.table.number for at in now.tables if f"seat:{at.round.id}" == told.key and sits_at(at, player.id)]
    if here != [told.table]:
        raise Broken("what is told is so", f"number {player.number} is sent to table {told.table}, and sits at {here}")


def sits_at(at: At, player: str) -> bool:
    """Whether a player sits at a table."""
    return player in [seat.player_id for seat in at.seats]
