"""The one query that compares what was made with what it would say now."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import replace

from sqlmodel import Session, col, select

from referee.core.problems import Problem
from referee.core.service import service
from referee.core.stale import DRAWING, FILE, PAPER, PLAYOFF_SEATS, PUBLICATION, RESULT, ROTA, SEATS, StaleThing
from referee.events.plan import Unit, units
from referee.finals.questions import questions
from referee.log.table_game import TableGames
from referee.models import Event, GameTable, Made, Prize
from referee.prizes.queries import eligible, winners
from referee.results.at_table import at_table
from referee.results.contest import PLAYOFF
from referee.results.facts import Facts, facts_of
from referee.results.queries import begun_tables, latest_results, tables_of_rounds
from referee.results.sources import LOG, ByLog, from_log
from referee.rota.queries import Rota
from referee.seating.queries import first_open_round, first_round_to_come, stale_seats, unit_of
from referee.seating.tables_of_round import AFTER_RESULTS, table_numbers
from referee.seating.versions import REPLACED, latest, read
from referee.stale import contents
from referee.stale.papers import made_from
from referee.standings.queries import view
from tournaments.fault import Faulty
from tournaments.stale import Content, differences, fingerprint
from tournaments.typed import whole

Notes = Mapping[tuple[str, str], Made]
"""What was noted when things were made, by kind and what it is about."""

NOBODY: Content = {}


def stale_things(session: Session, event: Event) -> list[StaleThing]:
    """Everything in an event that no longer says what it would, what the hall waits for first.

    What it was decided to leave as it is follows, until it would say something else again.
    """
    try:
        facts = facts_of(session, event.id)
    except Problem:  # no regulation yet, and nothing that was made by one
        return []
    noted = {(each.kind, each.about): each for each in session.exec(select(Made).where(Made.event_id == event.id))}
    found = [
        *_results(session, facts, noted),
        *_seats(session, event, facts, noted),
        *_playoffs(session, event, facts, noted),
        *_publication(session, facts, noted),
        *_papers(session, event, facts, noted),
        *_drawings(session, event, noted),
        *_rota(session, event, noted),
    ]
    return sorted(found, key=lambda each: (each.kept, not each.urgent))


def _compare(noted: Notes, thing: StaleThing, before: Content, now: Content) -> Iterator[StaleThing]:
    """Yield something if its content has changed; with who left it as it is, if it would still say the same."""
    changes, would_be = differences(before, now), fingerprint(now)
    if not changes:
        return
    found = replace(thing, changes=changes, fingerprint=would_be)
    note = noted.get((thing.kind, thing.about))
    if note is not None and note.kept == would_be:
        found = replace(
            found, kept_reason=note.kept_reason, kept_by=note.kept_by, kept_at=note.kept_at, urgent=False, again=False
        )
    yield found


def _said(noted: Notes, kind: str, about: str) -> Content | None:
    """What something said when it was made; None if that was not noted, as by earlier versions."""
    note = noted.get((kind, about))
    return json.loads(note.content) if note is not None and note.content else None


def _seats(session: Session, event: Event, facts: Facts, noted: Notes) -> Iterator[StaleThing]:
    """Yield seats that were drawn from results that are others now, or for people who came or left since."""
    for unit in units(facts.regulation):
        seating = latest(session, event.id, unit.first)
        if seating is None or seating.state == REPLACED or seating.last_round > len(facts.regulation.rounds):
            continue
        at = f"seating?round={unit.first}"
        thing = StaleThing(SEATS, f"{unit.first}", unit.first, (), "", again=True, at=at, urgent=True)
        drawn = unit_of(seating)
        if drawn.kind not in AFTER_RESULTS:
            coming = first_round_to_come(session, seating)
            if coming is None:
                continue  # all of it was played, or is being played
            # Rounds before one that has begun, such as by a result of a later round, are changed by hand alone.
            thing = replace(thing, again=coming == first_open_round(session, seating))
            changed = stale_seats(session, seating, coming)
            table = table_numbers(read(seating.document).schedule.rounds[coming - unit.first])
            # Whoever stays is named too: otherwise a drop-out that was kept would keep every later one.
            stay = dict.fromkeys(table.keys() - set(changed.gone), "")
            before = stay | {player: table.get(player, "") for player in changed.gone}
            now = stay | dict.fromkeys(changed.unseated, "")
            yield from _compare(noted, replace(thing, round=coming, last=seating.last_round), before, now)
            continue
        tables = tables_of_rounds(session, event.id, range(unit.first, unit.last + 1))
        results = facts.counting(unconfirmed=True)
        if all(table.id in results for _, table in tables) and (tables or _closed(facts, unit)):
            continue  # it was played by those who sat there, or closed before anybody sat there
        would = contents.seats_by_results(session, facts, seating, drawn)
        if would is None:
            continue
        said = _said(noted, SEATS, seating.id)
        if said is None:
            said = table_numbers(read(seating.document).schedule.rounds[0])
        free = not begun_tables(session, (table for _, table in tables))
        yield from _compare(noted, replace(thing, again=free), said, would)


def _closed(facts: Facts, unit: Unit) -> bool:
    closed = {each.number for each in facts.rounds if each.state == "closed"}
    return closed.issuperset(range(unit.first, unit.last + 1))


def _results(session: Session, facts: Facts, noted: Notes) -> Iterator[StaleThing]:
    """Yield results taken from a log that says something else by now, after a ruling, say."""
    rows = session.exec(select(GameTable).where(col(GameTable.id).in_([each.id for each in facts.tables]))).all()
    taken = latest_results(session, [table for table in rows if table.seq])
    for table in rows:
        result = taken.get(table.id)
        if result is None or result.source != LOG or json.loads(result.entered)["seq"] >= table.seq:
            continue
        try:
            at = at_table(session, table.id)
            now = from_log(at, service().part(TableGames).current(table.id), ByLog(anyway=True)).result
        except (Problem, Faulty):
            continue
        said = {each["player"]: str(each["assets"]) for each in json.loads(result.players)}
        would = {each.player: str(each.assets) for each in now.players} if now is not None else {}
        thing = StaleThing(
            RESULT, table.id, at.round.number, (), "", again=True, at=f"tables/{table.id}/result", urgent=True
        )
        yield from _compare(noted, thing, said, would)


def _playoffs(session: Session, event: Event, facts: Facts, noted: Notes) -> Iterator[StaleThing]:
    """Yield playoffs that have no result yet, and whose question is another by now, or none."""
    results = facts.counting(unconfirmed=True)
    waiting = [each for each in facts.playoffs if each.table_id not in results]
    if not waiting:
        return
    rounds = {each.number: each for each in facts.rounds}
    try:
        wanted = {each.about: each for each in questions(facts)}
    except Faulty:
        return
    for each in waiting:
        asked = wanted.get(each.about)
        now = dict.fromkeys(asked.players, "1") if asked is not None and asked.by == PLAYOFF else NOBODY
        round_ = rounds[each.round]
        tables = [table for _, table in tables_of_rounds(session, event.id, [each.round])]
        free = round_.state == "drafted" and not begun_tables(session, tables)
        thing = StaleThing(PLAYOFF_SEATS, round_.id, each.round, (), "", again=free, at="decisions", urgent=True)
        yield from _compare(noted, thing, dict.fromkeys(each.among, "1"), now)


def _publication(session: Session, facts: Facts, noted: Notes) -> Iterator[StaleThing]:
    """Yield the published standings, if they would be others were they published again."""
    published = [each.number for each in facts.rounds if each.published]
    if not published:
        return
    said = _said(noted, PUBLICATION, "standings")
    if said is None:
        said = contents.order(view(facts, staff=False))
    thing = StaleThing(PUBLICATION, "standings", None, (), "", again=True, at="standings", urgent=True)
    yield from _compare(noted, thing, said, contents.published_again(facts))


def _papers(session: Session, event: Event, facts: Facts, noted: Notes) -> Iterator[StaleThing]:
    """Yield papers that were printed and files that were exported, as long as somebody may still go by them."""
    for kind, about in noted:
        if kind not in (PAPER, FILE):
            continue
        name, _, number = about.partition("/")
        of_round = whole(number)
        source, said = made_from(name, of_round), _said(noted, kind, about)
        now = source.content(session, event, lambda: facts) if source is not None else None
        if now is None or said is None:
            continue
        at = f"papers/{name}" + (f"?round={number}" if number else "") if kind == PAPER else "close"
        thing = StaleThing(kind, about, of_round, (), "", again=False, at=at, urgent=False)
        yield from _compare(noted, thing, said, now)


def _drawings(session: Session, event: Event, noted: Notes) -> Iterator[StaleThing]:
    """Yield prizes drawn by lot that were won by somebody who no longer takes part."""
    drawn = select(Prize).where(Prize.event_id == event.id, col(Prize.drawn_at).is_not(None))
    prizes = session.exec(drawn.order_by(col(Prize.id))).all()
    here = set(eligible(session, event.id)) if prizes else set()
    for prize in prizes:
        won = winners(prize)
        thing = StaleThing(DRAWING, prize.id, None, (), "", again=False, at="prizes", urgent=False)
        yield from _compare(
            noted, thing, dict.fromkeys(won, prize.name), {each: prize.name for each in won if each in here}
        )


def _rota(session: Session, event: Event, noted: Notes) -> Iterator[StaleThing]:
    """Yield the rota, if somebody on it has left the staff, or rounds or their numbers of tables are others."""
    said = _said(noted, ROTA, ROTA)
    if said is None:
        return
    rota = Rota(session, event.id)
    now = rota.made_for()
    over = {f"round/{number}" for number in rota.rounds} - now.keys()
    before = {key: tables for key, tables in said.items() if key not in over} | dict(rota.needed())
    thing = StaleThing(ROTA, ROTA, None, (), "", again=False, at="rota", urgent=False)
    yield from _compare(noted, thing, before, {**now, **rota.available()})
