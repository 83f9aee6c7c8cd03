"""Queries and views of the register, the ratings and the seasons."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated

from sqlmodel import Session, col, func, select

from referee.models import Appearance, Event, Person, Player, PublicPages, Season
from referee.people.ratings import Rated, Ratings
from tournaments.lists.cells import guarded
from tournaments.players.names import sought
from tournaments.season import SeasonRow, read_season, season_ranking

SHOWN = "Whether they agree to be named on the pages of ratings and seasons."


@dataclass(frozen=True, slots=True)
class PersonView:
    """A person of the register."""

    id: str
    name: str
    reading: str
    club: str
    note: str
    shown: Annotated[bool, SHOWN]
    events: Annotated[int, "The number of events they took part in."]


@dataclass(frozen=True, slots=True)
class AppearanceView:
    """A person's appearance in an event, as a player there."""

    player_id: str
    name: str
    number: int
    event_id: str
    event: str


@dataclass(frozen=True, slots=True)
class RatedView:
    """A row in the list of ratings.  ``rank``: ties share the better one."""

    rank: int
    id: str
    name: str
    club: str
    rated: Rated


@dataclass(frozen=True, slots=True)
class SeasonLine:
    """A row of a season's ranking.  ``id``: None if they are not named; ``points``: those of each event as text (empty
    if they were not there), and whether they count; ``ranks``: after each event, None before their first.
    """

    rank: int
    id: str | None
    name: str
    total: str
    points: Sequence[tuple[str, bool]]
    ranks: Sequence[int | None]


@dataclass(frozen=True, slots=True)
class SeasonView:
    """A season.  ``events``: ids and names, in order; ``open``: how many have no public final order yet."""

    id: str
    name: str
    text: str
    events: Sequence[tuple[str, str]]
    open: int
    lines: Sequence[SeasonLine]


def person_view(person: Person, events: int) -> PersonView:
    shown = person.shown_since is not None
    return PersonView(person.id, person.name, person.reading, person.club, person.note, shown, events)


def list_people(session: Session, search: str = "", limit: int = 1000, before: str | None = None) -> list[PersonView]:
    """People of the register whose name, reading or club contains ``search``, the latest first."""
    counts = dict(session.exec(select(Appearance.person_id, func.count()).group_by(col(Appearance.person_id))).all())
    query = select(Person).order_by(col(Person.id).desc())
    if before is not None:
        query = query.where(Person.id < before)
    needle = sought(search)
    found = (each for each in session.exec(query) if needle in sought(f"{each.name} {each.reading} {each.club}"))
    return [person_view(each, counts.get(each.id, 0)) for each, _ in zip(found, range(limit), strict=False)]


def appearances(session: Session, person_id: str) -> list[AppearanceView]:
    """A person's appearances in events, the latest first."""
    query = (
        select(Player, Event)
        .where(Appearance.person_id == person_id, Appearance.player_id == Player.id, Player.event_id == Event.id)
        .order_by(col(Event.id).desc())
    )
    return [
        AppearanceView(each.id, each.name, each.number, event.id, event.name) for each, event in session.exec(query)
    ]


def shown_people(session: Session) -> Mapping[str, Person]:
    """Those who agree to be named, by id."""
    return {each.id: each for each in session.exec(select(Person).where(col(Person.shown_since).is_not(None)))}


def rating_list(session: Session, known: Ratings) -> list[RatedView]:
    """The rated people who agree to be named, ranked by ``value``."""
    people = shown_people(session)
    rows = sorted(
        ((rated, people[each]) for each, rated in known.rated.items() if each in people),
        key=lambda row: (-round(row[0].value, 2), row[1].name),
    )
    found: list[RatedView] = []
    for number, (rated, person) in enumerate(rows, 1):
        equal = found and round(found[-1].rated.value, 2) == round(rated.value, 2)
        found.append(RatedView(found[-1].rank if equal else number, person.id, person.name, person.club, rated))
    return found


def seasons(session: Session) -> Sequence[Season]:
    return session.exec(select(Season).order_by(col(Season.id).desc())).all()


def season_view(session: Session, season: Season, known: Ratings, anonymous: str) -> SeasonView:
    """The view of a season.  ``anonymous``: the text in place of the name of somebody who did not agree to be named or
    is not in the register; they keep their rank, because the others' depend on it.
    """
    ids: list[str] = json.loads(season.events)
    names = dict(
        session.exec(
            select(Event.id, Event.name).where(
                col(Event.id).in_(ids), PublicPages.event_id == Event.id, col(PublicPages.open).is_(True)
            )
        ).all()
    )
    public = [each for each in ids if each in names]
    counted = [each for each in public if known.orders.get(each)]
    people = shown_people(session)
    rule, orders = read_season(season.text), [known.orders[each] for each in counted]
    rows = season_ranking(rule, orders)
    ranks_after = [
        {row.person: row.rank for row in season_ranking(rule, orders[:number])} for number in range(1, len(orders) + 1)
    ]
    lines = [_line(row, people, anonymous, [ranks.get(row.person) for ranks in ranks_after]) for row in rows]
    return SeasonView(
        season.id, season.name, season.text, [(each, names[each]) for each in counted], len(ids) - len(counted), lines
    )


def _line(row: SeasonRow, people: Mapping[str, Person], anonymous: str, ranks: Sequence[int | None]) -> SeasonLine:
    person = people.get(row.person)
    points = [
        ("" if each is None else f"{float(each):g}", number in row.counting)
        for number, each in enumerate(row.of_events)
    ]
    who, name = (person.id, person.name) if person is not None else (None, anonymous)
    return SeasonLine(row.rank, who, name, f"{float(row.points):g}", points, ranks)


def season_csv(season: SeasonView) -> str:
    """A season as CSV, with the points of each event and the rank after it; names as on the page."""
    written = io.StringIO()
    sheet = csv.writer(written, lineterminator="\r\n")
    events = [guarded(name) for _, name in season.events]
    sheet.writerow(["rank", "name", "points", *events, *(f"rank: {name}" for name in events)])
    for each in season.lines:
        ranks = ["" if rank is None else rank for rank in each.ranks]
        sheet.writerow([each.rank, guarded(each.name), each.total, *(points for points, _ in each.points), *ranks])
    return written.getvalue()
