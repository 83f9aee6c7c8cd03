"""The laws that hold after every step of an event, whatever was done."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import takewhile

from sqlmodel import Session, col, select

from referee.core.stale import PLAYOFF_SEATS, PUBLICATION, SEATS, StaleThing
from referee.desk.queries import Task
from referee.events.plan import units
from referee.finals.questions import questions
from referee.log.table_game import TableGames
from referee.models import AuditEntry, Round
from referee.players.queries import entrant
from referee.results.contest import PLAYOFF
from referee.results.facts import Facts, facts_of, recorded_result
from referee.results.queries import begun_tables
from referee.seating.versions import latest
from referee.stale.contents import published_again, published_order
from referee.stale.queries import stale_things
from referee.standings import columns
from referee.standings.bracket import brackets_of, round_of_stage
from referee.standings.final_order import ranking_of
from referee.standings.qualification import qualification_of, qualifications_of
from referee.standings.queries import view
from referee.standings.views import standings_view
from tests.fuzz.event.hall import Broken, Hall, Now
from tournaments.decision import Wanted
from tournaments.fault import Faulty
from tournaments.penalties.effect import with_penalties
from tournaments.players.entrant import takes_part
from tournaments.players.stand_in import standing_in
from tournaments.result import places

FEW = 6
"""The most entries of a log that may have nothing in force: more are a game."""


@dataclass
class Seen:
    """What the laws look at after a step, each part read once.  ``session``: open while they do."""

    hall: Hall
    session: Session
    now: Now

    @cached_property
    def next(self) -> Task | None:
        """What the desk says is next."""
        return self.hall.desk()[1]

    @cached_property
    def facts(self) -> Facts:
        """The facts that the order of the event follows from."""
        return facts_of(self.session, self.hall.event)

    @cached_property
    def stale(self) -> list[StaleThing]:
        """What is out of date, as the desk and its page list it."""
        return stale_things(self.session, self.now.event)

    def listed(self, kind: str, number: int | None = None) -> bool:
        """Whether something of a kind is listed as out of date, or was left as it is.  ``number``: of its round."""
        return any(
            each.kind == kind and (number is None or (each.round or 0) <= number <= (each.last or each.round or 0))
            for each in self.stale
        )

    def begun(self, round_: Round) -> bool:
        """Whether something counts in a round."""
        tables = [each.table for each in self.now.of(round_)]
        return round_.state != "drafted" or bool(begun_tables(self.session, tables))

    @cached_property
    def unconfirmed(self) -> bool:
        """Whether a result is missing in a round that is closed, or waits for the second person: then nobody knows who
        is next, and the desk asks for that result.
        """
        return any(
            (each.result is None and each.round.state != "drafted")
            or (each.result is not None and each.result.confirmed_at is None)
            for each in self.now.tables
        )


def who_sits_is_who_should(seen: Seen) -> Iterator[str]:
    """Who sits in a round that was not played yet is who should sit there, or it is listed as out of date."""
    yield from drawn_seats(seen)
    if seen.facts.regulation.qualification is not None:
        yield from final_seats(seen)
    yield from playoff_seats(seen)


def drawn_seats(seen: Seen) -> Iterator[str]:
    """Yield who has no seat in a drawn round that is still to come, or has one and has left."""
    somebody_here = any(each.checked_in_at for each in seen.now.players)
    sitting_out = out_before(seen)
    for unit in units(seen.facts.regulation):
        seating = latest(seen.session, seen.hall.event, unit.first)
        if unit.kind == "qualifiers" or seating is None or seating.published_at is None or seating.state == "draft":
            continue
        for round_ in seen.now.rounds:
            tables = seen.now.of(round_)
            if not unit.first <= round_.number <= unit.last or not tables or seen.begun(round_):
                continue
            if seen.listed(SEATS, round_.number):
                continue
            sitting = {seat.player_id for at in tables for seat in at.seats}
            for player in seen.now.players:
                plays = takes_part(entrant(player), round_.number) and player.archived_at is None
                plays = plays and player.id not in standing_in(seen.facts.entrants, round_.number)
                if player.id in sitting and (not plays or round_.number in sitting_out.get(player.id, ())):
                    yield f"round {round_.number}: number {player.number} has left, and sits there unlisted"
                if player.id in sitting or not plays or round_.number in sitting_out.get(player.id, ()):
                    continue
                if player.checked_in_at or not somebody_here:
                    yield f"round {round_.number}: number {player.number} plays, and has no seat, unlisted"


def out_before(seen: Seen) -> dict[str, range]:
    """The rounds that the qualified players sit out, by player."""
    rules = seen.facts.regulation.finals
    try:
        found = qualifications_of(seen.facts)
    except Faulty:
        return {}
    last = len(seen.facts.regulation.rounds)
    return {
        each.player: range(rule.steps[each.step - 1].after + 1, last + 1)
        for rule, qualification in zip(rules, found, strict=True)
        if rule.sits_out
        for each in qualification.qualified
    }


def final_seats(seen: Seen) -> Iterator[str]:
    """Yield who sits in a round of the final stages and is not among those who advance, or the other way round."""
    if seen.unconfirmed:
        return
    try:
        stages = [stage for bracket in brackets_of(seen.facts) for stage in bracket.stages]
    except Faulty:
        return
    for name in dict.fromkeys(stage.name for stage in stages):
        round_ = next((each for each in seen.now.rounds if each.number == round_of_stage(seen.facts, name)), None)
        tables = seen.now.of(round_) if round_ is not None else []
        if round_ is None or not tables or all(each.result is not None for each in tables):
            continue
        sitting = {seat.player_id for each in tables for seat in each.seats}
        here = standing_in(seen.facts.entrants, round_.number)
        drawn = [each for stage in stages if stage.name == name for each in stage.tables]
        should = {here.get(player, player) for each in drawn for player in each.players}
        if sitting != should and not seen.listed(SEATS, round_.number):
            numbers = {each.id: each.number for each in seen.now.players}
            said = [sorted(numbers[each] for each in players) for players in (sitting, should)]
            yield f"{name}: {said[0]} sit there, {said[1]} should, and nothing says so"


def playoff_seats(seen: Seen) -> Iterator[str]:
    """Yield playoffs without a result whose question is about others by now."""
    try:
        wanted = {each.about: set(each.players) for each in questions(seen.facts)}
    except Faulty:
        return
    for each in seen.facts.playoffs:
        (at,) = [table for table in seen.now.tables if table.table.id == each.table_id]
        among = {seen.facts.counted_for.get(seat.player_id, seat.player_id) for seat in at.seats}
        if at.result is None and wanted.get(each.about) != among and not seen.listed(PLAYOFF_SEATS, each.round):
            yield f"the playoff about {each.about} seats others than those in question, and nothing says so"


def next_is_never_empty(seen: Seen) -> Iterator[str]:
    """While something is open that is not being played, the desk says what is next."""
    if seen.next is not None or seen.now.event.archived_at is not None:
        return
    playing = [each for each in seen.now.tables if each.round.state == "running" and each.result is None]
    if playing:
        return  # everybody waits for a game
    yield f"nothing is next, and open is: {', '.join(open_things(seen)) or 'the archiving'}"


def open_things(seen: Seen) -> list[str]:
    """What is open in an event, in words."""
    found = [f"question {each.about}" for each in wanted_now(seen)]
    found += [f"round {each.number} is {each.state}" for each in seen.now.rounds if each.state != "closed"]
    found += [f"round {each.number} unpublished" for each in seen.now.rounds if each.results_published_at is None]
    return found


def wanted_now(seen: Seen) -> tuple[Wanted, ...]:
    """The open questions."""
    try:
        return questions(seen.facts)
    except Faulty:
        return ()


def archiving_is_last(seen: Seen) -> Iterator[str]:
    """The desk says that the event can be archived only when nothing is open any more."""
    if seen.next is None or seen.next.code != "finish":
        return
    seated = {each.round.id for each in seen.now.tables}
    for each in seen.now.rounds:
        if each.id in seated and each.results_published_at is None:
            yield f"round {each.number} is not published, and the desk says that all is over"
    over = rounds_seated(seen) | {each.number for each in seen.now.rounds if each.state == "closed"}
    unseated = [each.number for each in seen.facts.regulation.rounds if each.number not in over]
    if unseated:
        yield f"rounds {unseated} were never seated, and the desk says that all is over"
    if wanted_now(seen):
        yield f"{open_things(seen)} is open, and the desk says that all is over"


def rounds_seated(seen: Seen) -> set[int]:
    """The numbers of the rounds that somebody sits in."""
    return {each.round.number for each in seen.now.tables}


def everybody_is_in_one_place(seen: Seen) -> Iterator[str]:
    """Nobody sits twice in a round; headers name who sits there; every table is of a size that can be played."""
    names = {each.id: each.shown for each in seen.now.players}
    for round_ in seen.now.rounds:
        tables = seen.now.of(round_)
        for player, times in Counter(seat.player_id for at in tables for seat in at.seats).items():
            if times > 1:
                yield f"round {round_.number}: {names[player]} sits {times} times"
        for at in tables:
            if at.table.state == "closed" and round_.state != "closed" and at.result is None:
                yield f"round {round_.number}: people sit at table {at.table.number}, which is closed"
            if [seat.start_order for seat in at.seats] != list(range(1, len(at.seats) + 1)):
                yield f"round {round_.number}, table {at.table.number}: the start order has gaps"
            if sorted(json.loads(at.table.header)["names"].values()) != sorted(
                names[seat.player_id] for seat in at.seats
            ):
                yield f"round {round_.number}, table {at.table.number}: the game's header names others"


def public_is_what_was_published(seen: Seen) -> Iterator[str]:
    """What everybody sees is what was published last, and what would be others now is listed as out of date."""
    hall = seen.hall
    shown = published_order(seen.session, hall.event)
    last = publications(seen.session, hall.event)
    if last != hall.published_at:
        hall.published_at, hall.published = last, dict(shown)
        return
    if not any(each.results_published_at for each in seen.now.rounds):
        if shown:
            yield f"nothing is published, and everybody sees {len(shown)} places"
        return
    if seen.listed(PUBLICATION):
        return
    if shown != hall.published:
        yield f"everybody sees {said(seen, shown)}, published was {said(seen, hall.published)}, and nothing says so"
    if shown != (would_be := published_again(seen.facts)):
        yield f"everybody sees {said(seen, shown)}, published now it were {said(seen, would_be)}, and nothing says so"


def said(seen: Seen, order: Mapping[str, str]) -> str:
    """Places by number of player, for a message."""
    numbers = {each.id: each.number for each in seen.now.players}
    return ", ".join(f"{numbers.get(player, player)}: {place}" for player, place in order.items())


def publications(session: Session, event_id: str) -> str:
    """The last change of what is published, from the audit log."""
    query = select(AuditEntry).where(AuditEntry.event_id == event_id)
    query = query.where(col(AuditEntry.action).in_(("result.publish", "round.close")))
    found = [each.id for each in session.exec(query) if each.action == "result.publish" or '"hidden"' in each.details]
    return max(found, default="")


def ranks_are_monotone(seen: Seen) -> Iterator[str]:
    """Ranks begin at 1 and count who is ahead; the points of those of whom nobody says otherwise fall with them."""
    try:
        found = ranking_of(view(seen.facts, staff=True, live=True))
    except Faulty:
        return
    ranks = [row.rank for row in found.rows]
    if ranks != sorted(ranks) or (ranks and ranks[0] != 1):
        yield f"ranks are {ranks}"
    for number, rank in enumerate(ranks, 1):
        if rank > number:
            yield f"rank {rank} with {number - 1} rows ahead"
    if len({row.player for row in found.rows}) != len(found.rows):
        yield "somebody is ranked twice"


def what_does_not_count_freezes_nothing(seen: Seen) -> Iterator[str]:
    """Seats can be changed at a table whose game stands where it began, whatever lines its log has."""
    for at in seen.now.tables:
        if at.result is not None or not 0 < at.table.seq <= FEW or at.round.state == "closed":
            continue
        game = seen.hall.service.part(TableGames).current(at.table.id).game
        header = json.loads(at.table.header)
        start = game.ruleset.start(header["seats"], header.get("edition"), header.get("options"), header.get("start"))
        same = game.ruleset.position(game) == game.ruleset.position(start)
        if same and begun_tables(seen.session, [at.table]):
            yield f"round {at.round.number}, table {at.table.number}: nothing counts there, and its seats are frozen"


def who_moves_up_comes_last(seen: Seen) -> Iterator[str]:
    """Who moves up for a place given back, or for somebody who dropped out, is seeded behind all others."""
    if seen.facts.regulation.qualification is None:
        return
    try:
        finals = [each.qualified for each in qualifications_of(seen.facts)]
    except Faulty:
        return
    for found in finals:
        late = [each.moved_up_for is not None and each.step == found[-1].step for each in found]
        if late != sorted(late):
            numbers = {each.id: each.number for each in seen.now.players}
            yield f"by seed: {[(numbers[each.player], bool(each.moved_up_for)) for each in found]}"


def who_was_beaten_is_not_asked_again(seen: Seen) -> Iterator[str]:
    """After a playoff, only those who share a place in it are in question again."""
    counting = seen.facts.counting()
    for wanted in wanted_now(seen):
        played = [each for each in seen.facts.playoffs if each.about == wanted.about and each.table_id in counting]
        if wanted.by != PLAYOFF or not played or not set(wanted.players) <= set(played[-1].among):
            continue
        result, _ = recorded_result(counting[played[-1].table_id].players, played[-1].round, 1)
        if len({places(with_penalties(result, seen.facts.sanctions))[each] for each in wanted.players}) > 1:
            yield f"{wanted.about}: {len(wanted.players)} are in question again, some of whom beat the others"


def the_cut_is_under_who_advances(seen: Seen) -> Iterator[str]:
    """The line in the standings stands under those who advance, as many as there are places."""
    rule, whole = seen.facts.regulation.qualification, view(seen.facts, staff=True)
    if rule is None or len(rule.steps) != 1 or whole.after < rule.steps[0].after:
        return
    try:
        shown = standings_view(whole, "en")
        cut, going = columns.cut_of(whole, shown, "en"), qualification_of(seen.facts)
    except Faulty:
        return
    if cut is None or going.wanted is not None:
        return
    above = [row.player for row in takewhile(lambda row: row.player != cut.before, shown.rows)]
    if missing := [each for each in going.players if each not in above]:
        yield f"{len(missing)} of those who advance stand below the cut, {len(above)} above it"


LAWS: Mapping[str, Callable[[Seen], Iterator[str]]] = {
    "who sits is who should": who_sits_is_who_should,
    "next is never empty": next_is_never_empty,
    "archiving is last": archiving_is_last,
    "everybody is in one place": everybody_is_in_one_place,
    "public is what was published": public_is_what_was_published,
    "ranks are monotone": ranks_are_monotone,
    "what does not count freezes nothing": what_does_not_count_freezes_nothing,
    "who moves up comes last": who_moves_up_comes_last,
    "who was beaten is not asked again": who_was_beaten_is_not_asked_again,
    "the cut is under who advances": the_cut_is_under_who_advances,
}


def check(hall: Hall, only: str = "") -> None:
    """Check every law with ``only`` in its name.  Raises `Broken`."""
    now = hall.now()
    with hall.database.read() as session:
        seen = Seen(hall, session, now)
        for name, law in LAWS.items():
            if only in name:
                for fault in law(seen):
                    raise Broken(name, fault)
