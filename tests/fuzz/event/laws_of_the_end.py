"""The laws that are checked at the end of a day, since they take long: documents, pages, the archive, the audit log."""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations
from random import Random
from typing import Any

from sqlmodel import col, select

from referee.archives.verify import verify
from referee.archives.writing import archive_stream
from referee.log.table_game import TableGames
from referee.models import AuditEntry, Seating, TableResult
from referee.people.ratings import after_game, model
from referee.printing.catalogue import CATALOGUE, OF_ROUND, OF_TABLE
from referee.results.contest import scored
from referee.results.facts import facts_of
from rulesets.languages import LANGUAGES
from tests.fuzz.event.hall import Broken, Hall
from tournaments.fault import Faulty
from tournaments.result import places

PRINTED = 5
"""How many documents are printed at the end of a day."""
NOT_PRINTED = {"invalid", "not_found", "no_qualification", "paper_long", "faulty", "round_unseated"}
"""What may be wrong with a document: a table that is missing, an event that is not so far, too many sheets."""
DESK = ("players", "check-in", "seating", "rounds", "standings", "bracket", "decisions", "stale", "penalties", "papers")
PAGES = ("", *(f"/{name}" for name in (*DESK, "prizes", "close", "audit")))
PUBLIC = ("", "/seats", "/standings", "/bracket", "/seats.json", "/news.atom", "/event.ics", "/story")


def documents_print(hall: Hall, random: Random) -> Iterator[str]:
    """Every document prints, or says what is missing."""
    now = hall.now()
    for name in random.sample(sorted(CATALOGUE), PRINTED):
        paper = CATALOGUE[name]
        query = f"language={random.choice(paper.languages)}"
        if paper.about in (OF_ROUND, OF_TABLE) and now.rounds:
            round_ = random.choice(now.rounds)
            query += f"&round={round_.number}"
            if paper.about == OF_TABLE:
                query += f"&table={random.randrange(1, 4)}"
        status, found = hall.ask("GET", hall.at(f"papers/{name}?{query}"))
        code = found.get("code") if isinstance(found, Mapping) else None
        if status >= 400 and code not in NOT_PRINTED:
            yield f"{name}?{query}: {status} {found}"


def pages_show(hall: Hall, random: Random) -> Iterator[str]:
    """Every page of the desk and every public page is shown, in every language, or is not there yet."""
    desk, public = hall.world.app.test_client(), hall.world.app.test_client()
    desk.set_cookie("referee", hall.world.tokens["administrator"])
    asked = [(desk, f"/events/{hall.event}{each}") for each in PAGES]
    asked += [(public, f"/p/{hall.event}{each}") for each in PUBLIC]
    for client, path in asked:
        answer = client.get(path, query_string={"lang": random.choice(LANGUAGES)})
        if answer.status_code >= 500:
            yield f"{path}: {answer.status_code}"


def archive_is_the_same(hall: Hall, _random: Random) -> Iterator[str]:
    """The archive, that of the organizer and that for everybody, is computed again and is the same."""
    games = hall.service.part(TableGames)
    for public in (False, True):
        stream = archive_stream(hall.database, games, hall.event, public=public, now=hall.database.now())
        found = verify(io.BytesIO(b"".join(stream)))
        for each in found.differences[:3]:
            yield f"{'public ' if public else ''}archive: {each.sentence('en')}"


def points_are_monotone(hall: Hall, random: Random) -> Iterator[str]:
    """Who has more dollars at a table does not get fewer points for them, nor a lower rating if level before."""
    with hall.database.read() as session:
        facts = facts_of(session, hall.event)
        try:
            games = [each for each in scored(facts, "confirmed") if each.scores]
        except Faulty:
            return
    for game in random.sample(games, min(len(games), 12)):
        players = {each.player: each for each in game.result.players}
        ranks = places(game.result)
        rated = after_game([model().rating() for _ in ranks], [*ranks.values()])
        values = {player: rating.ordinal() for player, rating in zip(ranks, rated, strict=True)}
        for one, other in combinations(players, 2):
            ahead, behind = (one, other) if ranks[one] <= ranks[other] else (other, one)
            if values[ahead] < values[behind]:
                yield f"rated {values[ahead]} behind {values[behind]} with a better place"
            plain = [players[ahead], players[behind]]
            if any(each.points is not None or each.monopoly for each in plain) or facts.sanctions:
                continue
            if ranks[ahead] < ranks[behind] and base(game, ahead) < base(game, behind):
                yield f"round {game.result.round}: place {ranks[ahead]} has fewer points than place {ranks[behind]}"


def base(game: Any, player: str) -> Fraction:
    """The points of a player in a game."""
    found: Fraction = game.scores[player].points
    return found


@dataclass
class Told:
    """The state of an event as its audit log tells it."""

    archived: bool = False
    versions: dict[str, int] = field(default_factory=dict)
    confirmed: dict[str, set[int]] = field(default_factory=dict)
    published: dict[str, bool] = field(default_factory=dict)
    closed: dict[str, bool] = field(default_factory=dict)
    seatings: set[str] = field(default_factory=set)
    public_seatings: set[str] = field(default_factory=set)
    left: dict[str, int | None] = field(default_factory=dict)
    here: dict[str, bool] = field(default_factory=dict)


def told(entries: list[AuditEntry]) -> Told:
    """Replay an audit log."""
    found = Told()
    for entry in entries:
        details = json.loads(entry.details)
        kind, _, target = entry.target.partition(":")
        if entry.action == "event.change" and "archived" in details:
            found.archived = bool(details["archived"])
        elif entry.action == "result.enter":
            found.versions[target] = details["version"]
        elif entry.action == "result.confirm":
            found.confirmed.setdefault(target, set()).add(details["version"])
        elif entry.action == "result.publish":
            found.published[target] = details["published"]
        elif entry.action == "round.close":
            found.closed[target] = details["state"] == "closed"
            if details.get("results") == "hidden":
                found.published[target] = False
        elif entry.action == "seating.publish":
            found.public_seatings.add(target)
        elif entry.action == "player.change" and kind == "player" and "dropped_after" in details:
            found.left[target] = details["dropped_after"]
        elif entry.action == "player.check_in":
            found.here[target] = details["here"]
        elif entry.action == "player.import":
            found.here.update(dict.fromkeys(details["checked_in"], True))
    return found


def audit_tells_the_state(hall: Hall, _random: Random) -> Iterator[str]:
    """Replaying the audit log gives the state of the event, as far as the log carries it.

    It does not carry: the players of a list (only its fingerprint, and who is new or changed), the content of a result
    and of a seating (only version and way, seed and moves: the rows have them, and the archive), what a table's log
    says, who drops out by a penalty or by being put into the archive, and what merging two players makes of both.
    """
    now = hall.now()
    with hall.database.read() as session:
        query = select(AuditEntry).where(AuditEntry.event_id == hall.event)
        entries = list(session.exec(query.order_by(col(AuditEntry.at), col(AuditEntry.id))))
        results = list(session.exec(select(TableResult).where(TableResult.event_id == hall.event)))
        seatings = list(session.exec(select(Seating).where(Seating.event_id == hall.event)))
    found = told(entries)
    if found.archived != (now.event.archived_at is not None):
        yield "archived"
    for each in now.rounds:
        if found.published.get(each.id, False) != (each.results_published_at is not None):
            yield f"whether the results of round {each.number} are published"
        if found.closed.get(each.id, False) != (each.state == "closed"):
            yield f"whether round {each.number} is closed"
    latest: dict[str, int] = {}
    for result in results:
        latest[result.table_id] = max(latest.get(result.table_id, 0), result.version)
        alone = result.confirmed_at is not None and result.confirmed_at == result.entered_at
        noted = result.version in found.confirmed.get(result.table_id, set())
        if result.confirmed_at is not None and not alone and not noted:
            yield f"who confirmed version {result.version} of a result"
    if latest != found.versions:
        yield "the versions of the results"
    if {each.id for each in seatings if each.published_at is not None} != found.public_seatings:
        yield "which seatings were published"
    merged = any('"merged"' in each.details for each in entries)
    for player in () if merged else now.players:
        excluded = any(each.action.startswith("penalty.") for each in entries) or player.archived_at is not None
        if not excluded and found.left.get(player.id) != player.dropped_after:
            yield f"whether number {player.number} has left"
        if found.here.get(player.id, False) != (player.checked_in_at is not None):
            yield f"whether number {player.number} is here"


LAWS: Mapping[str, Callable[[Hall, Random], Iterator[str]]] = {
    "every page shows": pages_show,
    "every document prints": documents_print,
    "points are monotone": points_are_monotone,
    "the audit tells the state": audit_tells_the_state,
    "the archive is the same": archive_is_the_same,
}


def check(hall: Hall, number: int, only: str = "") -> None:
    """Check every law with ``only`` in its name.  ``number``: which documents are printed.  Raises `Broken`."""
    for name, law in LAWS.items():
        if only in name:
            for fault in law(hall, Random(number)):
                raise Broken(name, fault)
