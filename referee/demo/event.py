"""The demo event: players registered and seated, one round played, the next one running, and public pages."""

from __future__ import annotations

import base64
import csv
import io
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from datetime import UTC, datetime
from itertools import islice
from random import Random
from typing import Any, NamedTuple

from flask import Flask

from referee.core.access.roles import ROLES
from referee.core.database.database import Database
from referee.core.service import Service
from referee.core.steady_clock import Steady
from referee.demo.client import Client, clients
from referee.demo.players import demo_words, people, reports
from referee.log.table_game import TableGames
from referee.models import Event
from referee.public.settings import PARTS
from rulesets import Game
from rulesets.reports import as_report
from tournaments.floor import MOST_ROWS, in_rows


class PastClock(Steady):
    """Another clock, but ``behind`` it by some ms."""

    def __init__(self, other: Steady, behind: int) -> None:
        super().__init__(lambda: (other.now() - self.behind, other.passed()))
        self.behind = behind

    def now(self) -> int:
        return self._read()[0]  # it is set on purpose, and no step is noticed

    def go_on(self, span: int) -> None:
        """Let some ms pass, at most until now."""
        self.behind = max(0, self.behind - span)


@contextmanager
def in_the_past(database: Database, behind: int) -> Iterator[PastClock]:
    """Set a database's clock back by some ms for a while."""
    clock = database.clock
    database.clock = past = PastClock(clock, behind)
    try:
        yield past
    finally:
        database.clock = clock


BATCH = 6
"""How many reports of a game are sent at once, at one moment."""
MINUTE = 60_000
GAME, BREAK, SINCE = 55 * MINUTE, 20 * MINUTE, 25 * MINUTE
"""In ms: how long the first round takes, the break after it, and how long the second one has been running.  No round of
a shipped regulation is shorter."""
TIME_UP: dict[str, Any] = {"type": "time_up"}
MOST_AFTER = 100
"""How many reports a game takes at most after the end signal."""


OUT_OF_TURN = (["not_in_turn"], ["turn_of_another"])
"""What may be wrong with a throw that is only out of turn, by the laws of the games."""


def log_games(
    parts: Service, organizer: Client, most: Mapping[str, int], random: Random, clock: PastClock, span: int
) -> None:
    """Log games side by side over some ms, up to ``most`` reports at each table, which has none yet.

    Raises `DemoRefused`.
    """
    games = {table_id: list(islice(reports(_game(parts, table_id), random), many)) for table_id, many in most.items()}
    steps = -(-max(map(len, games.values()), default=0) // BATCH)
    for step in range(steps):
        for table_id, said in games.items():
            _log(parts, organizer, table_id, said[step * len(said) // steps : (step + 1) * len(said) // steps])
        clock.go_on(span // steps)


def end_game(parts: Service, organizer: Client, table_id: str, random: Random) -> bool:
    """Log the end signal, if a game lasts until then, and what follows it; return whether its rules end it.  Raises
    `DemoRefused`.
    """
    game = _game(parts, table_id)
    law = game.ruleset
    if not law.over(game) and law.judge(game, as_report(TIME_UP)).accepted:
        game = _log(parts, organizer, table_id, [TIME_UP])
        game = _log(parts, organizer, table_id, list(islice(reports(game, random), MOST_AFTER)))
    return law.over(game)


def _game(parts: Service, table_id: str) -> Game:
    return parts.part(TableGames).current(table_id).game


def _log(parts: Service, organizer: Client, table_id: str, said: Sequence[Mapping[str, Any]]) -> Game:
    base = _game(parts, table_id).seq
    items = [{"client_id": f"demo-{base + number:05}", "report": report} for number, report in enumerate(said)]
    if items:
        organizer.request("POST", f"/tables/{table_id}/batches", {"base": base, "whole": True, "items": items})
    return _game(parts, table_id)


REPORTS = 100
"""How many reports a table logs at most before its game goes on by itself, or its time is up."""
LONG = 300
"""How many the first table logs: its replay has trades and buildings."""
LOGGED = 8
"""The most tables of a round that have a log: enough to watch, and a demo of a large hall is made as quickly."""
ACROSS = 4
"""How many tables stand in a row."""


class DemoEvent(NamedTuple):
    """The event, the URL of its public pages, a private link for each role, and the tables that are still playing."""

    event_id: str
    public: str
    links: dict[str, str]
    playing: tuple[str, ...]


def make_demo_event(app: Flask, *, players: int, regulation: str, seed: str, language: str, address: str) -> DemoEvent:
    """Create a demo event.  ``regulation``: a shipped one whose first rounds are drawn; ``address``: the service's URL,
    for the links.

    Raises `referee.demo.client.DemoRefused` if the service refuses something, such as a number of players that cannot
    be split into tables.
    """
    parts: Service = app.extensions["referee"]
    words = demo_words(language)["names"]
    behind = GAME + BREAK + SINCE
    with parts.database.write() as session:
        now = parts.database.now() - behind
        event = Event(name=words["event"], language=language, seed=seed, created_at=now)
        event.held_on, event.venue = datetime.fromtimestamp(now / 1000, UTC).date().isoformat(), words["venue"]
        session.add(event)
    staff = dict(demo_words(language)["staff"])
    with clients(app, event.id, staff, address) as by_role, in_the_past(parts.database, behind) as clock:
        organizer, scorer = by_role["organizer"], by_role["scorer"]
        at = f"/events/{event.id}"
        organizer.request("PUT", f"{at}/regulation", {"shipped": regulation})
        register(organizer, at, players, seed)
        drawn = organizer.request("POST", f"{at}/seatings", {"first_round": 1})
        organizer.request("POST", f"/seatings/{drawn['id']}/publish")
        rounds = organizer.request("GET", f"{at}/rounds")["rows"]
        play_round(parts, organizer, scorer, rounds[0]["id"], Random(f"{seed} 1"), words["closing"], clock)
        clock.go_on(BREAK)
        playing: tuple[str, ...] = ()
        if drawn["last_round"] > 1:
            playing = start_round(parts, organizer, scorer, rounds[1]["id"], Random(f"{seed} 2"), clock)
            judge, random = by_role["judge"], Random(f"{seed} 3")
            if entry := throw_out_of_turn(parts, organizer, judge, playing[0], random):
                add_cases(judge, by_role["arbiter"], at, playing[0], entry, demo_words(language)["desk"])
        count = len(drawn["rounds"][0]["tables"])
        across = max(min(count, ACROSS), -(-count // MOST_ROWS))
        hall = [each for each in in_rows(-(-count // across), across) if each.number <= count]
        organizer.request("PUT", f"{at}/floor", {"things": [asdict(each) for each in hall]})
        public = organizer.request("PUT", f"{at}/public", {"open": True, "parts": list(PARTS)})["url"]
        links = {
            role: organizer.request("POST", f"{at}/members", {"name": words[role], "role": role})["invitation"]["url"]
            for role in ROLES
        }
    return DemoEvent(event.id, public, links, playing)


def register(organizer: Client, at: str, players: int, seed: str) -> None:
    """Import this many players from a list and check all of them in."""
    file = io.StringIO()
    writer = csv.writer(file)
    writer.writerow(["name", "reading", "club", "region", "flags"])
    for each in people(players, seed):
        writer.writerow([each["name"], each["reading"], each["club"], each["region"], ";".join(each["flags"])])
    data = base64.b64encode(file.getvalue().encode()).decode()
    organizer.request("POST", f"{at}/players/import", {"data": data, "apply": True})
    for row in organizer.request("GET", f"{at}/players")["rows"]:
        organizer.request("PUT", f"/players/{row['id']}/check-in")


def play_round(
    parts: Service, organizer: Client, scorer: Client, round_id: str, random: Random, reason: str, clock: PastClock
) -> None:
    """Play a round to its end and publish its results: the first tables with a log each, which can be replayed."""
    organizer.request("POST", f"/rounds/{round_id}/clock", {"kind": "start"})
    tables = round_tables(organizer, round_id)
    most = {str(table["id"]): LONG if number == 0 else REPORTS for number, table in enumerate(tables[:LOGGED])}
    log_games(parts, organizer, most, random, clock, GAME)
    for table in tables:
        logged = table["id"] in most and end_game(parts, organizer, table["id"], random)
        confirm(scorer, enter_log(organizer, table) if logged else enter(organizer, table, random))
    organizer.request("POST", f"/rounds/{round_id}/close", {"anyway": True, "reason": reason})
    organizer.request("POST", f"/rounds/{round_id}/results/publish")


def start_round(
    parts: Service, organizer: Client, scorer: Client, round_id: str, random: Random, clock: PastClock
) -> tuple[str, ...]:
    """Start a round: the first table plays, a third of the others have confirmed results, one has an unconfirmed one,
    and the rest play, the first of them with a log.

    Return the ids of the tables that play.
    """
    organizer.request("POST", f"/rounds/{round_id}/clock", {"kind": "start"})
    first, *others = round_tables(organizer, round_id)
    ended = len(others) // 3
    for table in others[:ended]:
        confirm(scorer, enter(organizer, table, random))
    for table in others[ended : ended + 1]:
        enter(organizer, table, random)
    playing = tuple(str(table["id"]) for table in (first, *others[ended + 1 :]))
    most = {table_id: random.randint(REPORTS // 2, REPORTS) for table_id in playing[:LOGGED]}
    log_games(parts, organizer, most, random, clock, SINCE)
    return playing


def round_tables(organizer: Client, round_id: str) -> list[dict[str, Any]]:
    return list(organizer.request("GET", f"/rounds/{round_id}/tables?limit=1000")["rows"])


def enter(organizer: Client, table: dict[str, Any], random: Random) -> str:
    """Enter a result for a table, in a fifth of the cases a monopoly win, and return its id."""
    path = f"/tables/{table['id']}/results"
    seats = [seat["player"] for seat in organizer.request("GET", path)["seats"]]
    order = random.sample(seats, len(seats))
    left = 1 if random.random() < 0.2 else random.randint(2, len(seats))
    assets = {player: random.randrange(400, 6000) for player in order[:left]}
    fell = {player: number for number, player in enumerate(reversed(order[left:]), 1)}
    rows = [{"player": each, "assets": assets.get(each, 0), "fell": fell.get(each)} for each in seats]
    reply = organizer.request("POST", path, {"version": 0, "points": rows})
    return str(reply["result"]["id"])


def enter_log(organizer: Client, table: dict[str, Any]) -> str:
    """Enter the result that the log of a table gives, and return its id."""
    reply = organizer.request("POST", f"/tables/{table['id']}/results", {"version": 0, "log": {}})
    return str(reply["result"]["id"])


def confirm(scorer: Client, result_id: str) -> None:
    scorer.request("POST", f"/results/{result_id}/confirm")


def add_cases(
    judge: Client, arbiter: Client, at: str, table: str, entry: Mapping[str, Any], words: Mapping[str, str]
) -> None:
    """Make a throw out of turn at a table lead to a call, a case and a binding ruling; then call again from the table,
    and caution a player.  ``at``: the path of the event in the API; ``entry``: the refused throw; ``words``: what is
    said.

    Raises `referee.demo.client.DemoRefused`.
    """
    seq = entry["seq"]
    called = {"client_id": "demo-call-1", "kind": "arbiter", "about": "rule", "text": words["first_call"]}
    call = judge.request("POST", f"/tables/{table}/calls", {**called, "refused": seq})
    arbiter.request("POST", f"/calls/{call['id']}/claim")
    opened = {"client_id": "demo-case-1", "call_id": call["id"], "refused": seq, "note": words["first_call"]}
    case = arbiter.request("POST", f"/tables/{table}/cases", opened)
    ruling = {name: words[name] for name in ("facts", "question", "decision", "reasons")}
    clauses = list(dict.fromkeys(each["clause"] for each in entry["answer"]["refusals"]))
    how = {"clauses": clauses, "effect": {"kind": "none"}, "standing": "binding", "client_id": "demo-ruling-1"}
    arbiter.request("POST", f"/cases/{case['id']}/decision", {**ruling, **how})
    again = {"client_id": "demo-call-2", "kind": "judge", "about": "rule", "text": words["second_call"]}
    judge.request("POST", f"/tables/{table}/calls", again)
    player = judge.request("GET", f"/tables/{table}/results")["seats"][0]["player"]
    said = {"facts": words["caution"], "reason": words["caution_reason"]}
    caution = {"player": player, "category": "protest", "step": "caution", "table_id": table}
    judge.request("POST", f"{at}/penalties", {**caution, **said})


def throw_out_of_turn(
    parts: Service, organizer: Client, judge: Client, table: str, random: Random
) -> dict[str, Any] | None:
    """Let the game at a table go on to where a throw is refused only because it is another player's turn; report
    that throw and return its entry; None if the game does not come to that.
    """
    for _ in range(MOST_AFTER):
        there = judge.request("GET", f"/tables/{table}")
        for seat in there["header"]["seats"]:
            throw = {"type": "roll", "player": seat, "dice": [2, 5]}
            (answer, *_) = judge.request("POST", f"/tables/{table}/trials", {"reports": [throw]})["answers"]
            if [each["code"] for each in answer.get("refusals", ())] in OUT_OF_TURN:
                body = {"base": there["seq"], "items": [{"client_id": "demo-throw-1", "report": throw}], "whole": False}
                (entry,) = judge.request("POST", f"/tables/{table}/batches", body)["entries"]
                return dict(entry)
        _log(parts, organizer, table, list(islice(reports(_game(parts, table), random), 1)))
    return None
