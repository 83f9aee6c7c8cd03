"""Playoffs: a tie is settled at one table, in an extra round outside the plan, whose result answers the question."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from sqlalchemy.exc import IntegrityError
from sqlmodel import Session, col, delete, select

from referee.clocks.locking import lock_round, set_deadlines
from referee.core.access.scope import within
from referee.core.chain import first_hash
from referee.core.command import Caller, Change
from referee.core.http.schemas import Line
from referee.core.language import words
from referee.core.problems import Problem
from referee.core.rows import shown_as
from referee.events.queries import lock_event, players_of
from referee.events.regulation import in_force
from referee.finals.questions import game_size, open_playoff, questions
from referee.models import Activation, Assignment, Deadline, Event, GameTable, Playoff, Round, Seat
from referee.results.contest import PLAYOFF
from referee.results.facts import Facts, facts_of
from referee.results.queries import CONFIRMED, begun_tables, result_states
from referee.seating.publishing import PlacedTable, game_header, seat_players
from referee.standings.views import PlayerName
from rulesets.languages import LANGUAGES
from tournaments.decision import Wanted
from tournaments.players.stand_in import standing_in
from tournaments.seating.construction import start_by_lot
from tournaments.typed import Minutes

PLAYOFF_OFFSET = 100
"""Rounds of playoffs are numbered above this, which no plan reaches."""


@dataclass(frozen=True, slots=True)
class PlayoffView:
    """A playoff.  ``players``: those in question; ``places``: how many are at stake."""

    round_id: str
    table_id: str
    about: str
    places: int
    players: Sequence[PlayerName]
    minutes: int | None
    confirmed: Annotated[bool, "Whether its result is confirmed and so answers the question."]
    author: str
    made_at: int


def playoffs_of(session: Session, event_id: str) -> list[PlayoffView]:
    names = {each.id: each.shown for each in players_of(session, event_id)}
    query = (
        select(Playoff, Round, GameTable)
        .where(Playoff.event_id == event_id, Round.id == Playoff.round_id, GameTable.round_id == Playoff.round_id)
        .order_by(col(Playoff.made_at), col(Playoff.round_id))
    )
    rows = session.exec(query).all()
    states = result_states(session, [table for _, _, table in rows])
    return [
        shown_as(
            PlayoffView,
            playoff,
            table_id=table.id,
            players=[PlayerName(player, names.get(player, player)) for player in json.loads(playoff.players)],
            minutes=round_.minutes,
            confirmed=states[table.id] == CONFIRMED,
        )
        for playoff, round_, table in rows
    ]


@dataclass(frozen=True, slots=True)
class SeatPlayoff:
    """A question to be played off."""

    about: Annotated[str, Line(200), "The name of the question, as in the list of decisions."]
    minutes: Annotated[int | None, Minutes(1, 1440), "null: no time limit."] = None


def seat_playoff(caller: Caller, event_id: str, given: SeatPlayoff) -> PlayoffView:
    """Seat the players concerned by an open question at one table, in a round outside the plan.

    Its confirmed result answers the question.

    Raises the problems ``not_allowed``, ``not_found``, ``no_regulation``, ``nothing_to_decide``, ``playoff_seated``,
    ``playoff_size`` and ``header_refused``, and `Faulty`.
    """
    caller.allow("decision.make", event_id)
    with caller.change() as change:
        session, event = change.session, lock_event(change.session, event_id)
        facts = facts_of(session, event.id)
        open_now = questions(facts)
        wanted = next((each for each in open_now if (each.about, each.by) == (given.about, PLAYOFF)), None)
        if wanted is None:
            named = [f"{each.about} ({each.by})" for each in open_now]
            raise Problem("nothing_to_decide", about=given.about, by=PLAYOFF, questions=named or "–")
        if open_playoff(facts, wanted) is not None:
            raise Problem("playoff_seated")
        least, most = game_size(facts)
        if not least <= len(wanted.players) <= most:
            raise Problem("playoff_size", count=len(wanted.players), least=least, most=most)
        round_ = _add_round(change, event, given.minutes)
        _add_table(change, event, round_, _who_sits(facts, round_.number, wanted))
        session.add(
            Playoff(
                round_id=round_.id,
                event_id=event.id,
                about=wanted.about,
                places=wanted.places,
                players=json.dumps(wanted.players),
                author=change.author.name,
                account_id=change.author.account_id,
                made_at=change.now,
            )
        )
        change.audit("playoff.create", f"round:{round_.id}", event.id, about=wanted.about, players=list(wanted.players))
        session.flush()
        return next(each for each in playoffs_of(session, event.id) if each.round_id == round_.id)


def _add_round(change: Change, event: Event, minutes: int | None) -> Round:
    session = change.session
    numbers = session.exec(select(Round.number).where(Round.event_id == event.id)).all()
    number = max(PLAYOFF_OFFSET, *numbers) + 1
    turn = number - PLAYOFF_OFFSET
    key = "playoff_round" if turn == 1 else "playoff_round_again"
    names = {language: words(language)[key].format(number=turn) for language in LANGUAGES}
    round_ = Round(
        event_id=event.id,
        number=number,
        name=names[event.language],
        names=json.dumps(names, ensure_ascii=False),
        minutes=minutes,
        created_at=change.now,
        published_at=change.now,
    )
    session.add(round_)
    session.flush()
    return round_


def _who_sits(facts: Facts, number: int, wanted: Wanted) -> list[str]:
    """Who plays for those in question: whoever keeps the seat of one who is away, if the results are the seat's."""
    here = standing_in(facts.entrants, number)
    return [
        here[player] if facts.counted_for.get(here.get(player, "")) == player else player for player in wanted.players
    ]


def _add_table(change: Change, event: Event, round_: Round, players: Sequence[str]) -> None:
    session = change.session
    known = {each.id: each.shown for each in players_of(session, event.id)}
    (order,) = start_by_lot((tuple(players),), f"{event.seed}/playoff/{round_.number}")
    names = tuple(known[player] for player in order)
    header = game_header(in_force(session, event.id).text, round_.number, names, round_.minutes)
    table = GameTable(
        event_id=event.id, round_id=round_.id, number=1, header=header, head=first_hash(header), created_at=change.now
    )
    seat_players(session, [PlacedTable(table, header, order)])
    set_deadlines(session, lock_round(session, change.caller.service.database, round_.id, [table.id]))


def discard_playoff(caller: Caller, event_id: str, round_id: str) -> None:
    """Discard a play-off at whose table nothing has happened yet.

    Raises the problems ``not_found``, ``not_allowed`` and ``playoff_begun``.
    """
    caller.allow("decision.make", event_id)
    try:
        with caller.change() as change:
            session = change.session
            within(session, Playoff, round_id, event_id)
            locked = lock_round(session, caller.service.database, round_id)
            if locked.round.state != "drafted" or begun_tables(session, locked.tables):
                raise Problem("playoff_begun")
            tables = [table.id for table in locked.tables]
            for kind in (Deadline, Seat):
                session.exec(delete(kind).where(col(kind.table_id).in_(tables)))
            for of_round in (Activation, Assignment, GameTable, Playoff):
                session.exec(delete(of_round).where(col(of_round.round_id) == round_id))
            session.exec(delete(Round).where(col(Round.id) == round_id))
            change.audit("playoff.delete", f"round:{round_id}", event_id)
    except IntegrityError as error:  # a foreign key: a call, a note or a device refers to the table
        raise Problem("playoff_begun") from error
