"""A whole day through the API: drawn, exchanged, played, corrected, decided, its final played; and its archive."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Mapping
from importlib.resources import files
from random import Random
from typing import Any

import tomlkit
from PIL import Image

from referee.archives.verify import Verified, verify
from referee.archives.writing import archive_stream
from referee.core.chain import Author
from referee.core.command import Caller
from referee.events.pictures import AddPicture, add_picture
from referee.log.append import Log, Posting
from referee.log.table_game import TableGames
from referee.models import KeptEdition, Registration, VenueTaken
from referee.prizes.commands import AddPrize, add_prize, draw_prize
from referee.prizes.queries import prizes_of
from rulesets.city.game.filling import FILLING
from tests.referee.support.hall import PLAN, Hall
from tests.referee.support.played_day import whole_game
from tests.referee.support.world import World
from tournaments.archive.pack import Sealing, split_lines

PENALTIES = """
[[penalties.step]]
key = "warning"
title = { ja = "警告", en = "Warning", zh = "警告" }
weight = 1

[[penalties.step]]
key = "minus"
title = { ja = "減点", en = "Points off", zh = "扣分" }
weight = 2
effect = "points"
points = -30

[[penalties.category]]
key = "late"
title = { ja = "遅刻", en = "Late", zh = "迟到" }
first = "minus"
"""
UNCONFIRMED = PLAN + '\n[results]\nconfirmation = "none"\n' + PENALTIES
EVERYTHING = UNCONFIRMED + '\n[venues]\nplaces = 2\n\n[teams]\nsize = 2\n\n[[teams.criterion]]\nby = "points"\n'
PRIVATE = (
    "口外禁止の理由",
    "秘密のメモ",
    "ひみつ よみ",
    "審判 花子",
    "M10 20L12 25",
)
"""Texts that only the organizer's own archive may hold: reasons, notes, readings, names of officials, signatures."""
REASON, NOTE, READING, JUDGE, SIGNATURE = PRIVATE


class ArchivedDay(Hall):
    """A day of three rounds and a final.  ``reports``: how long the games are that a log has."""

    def __init__(self, world: World, players: int, reports: int = 30, text: str = UNCONFIRMED) -> None:
        super().__init__(world, players, text)
        self.reports = reports
        self.random = Random(players)
        self.done("PATCH", f"/players/{self.players[0]}", reading=READING, note=NOTE, flags=["wheelchair"])

    def hold(self) -> ArchivedDay:
        """Hold the day from the draw to the archive."""
        self.seat()
        for number in (1, 2, 3):
            self.play(number)
            if number == 1:
                self.between()
        self.published(4)
        self.play(4)
        self.prizes()
        self.papers()
        self.done("PATCH", f"/events/{self.event}", archived=True)
        return self

    def seat(self) -> None:
        """Check players in, draw, exchange two, and publish."""
        for player in self.players:
            self.done("PUT", f"/players/{player}/check-in")
        drawn = self.draw(apart=[self.players[:2]])
        two = [row[0]["id"] for row in (list(table["players"]) for table in drawn["rounds"][1]["tables"][:2])]
        swap = {"round": 2, "one": two[0], "other": two[1], "reason": REASON, "base": drawn["version"], "trial": False}
        swapped = self.done("POST", f"/seatings/{drawn['id']}/swaps", **swap)
        self.done("POST", f"/seatings/{swapped['seating']['id']}/publish")

    def play(self, number: int) -> None:
        """Play a round, its first tables by log, sheet and points in turn, and publish it."""
        round_ = next(each["id"] for each in self.rounds() if each["number"] == number)
        self.done("POST", f"/rounds/{round_}/clock", kind="start")
        for place, table in enumerate(each for each in self.tables(number) if each["state"] == "open"):
            self.enter(table["id"], ("log", "sheet", "points")[place % 3 if number == 1 else 2])
        if number == 1:
            self.correct(self.tables(1)[-1]["id"])
        self.done("POST", f"/rounds/{round_}/close", anyway=True, reason="over")
        self.done("POST", f"/rounds/{round_}/results/publish")

    def enter(self, table: str, way: str) -> None:
        at = self.done("GET", f"/tables/{table}/results")
        ids = [each["player"] for each in at["seats"]]
        body: dict[str, Any]
        if way == "log":
            header = self.done("GET", f"/tables/{table}")["header"]
            self.log(table, whole_game(header, self.reports, seed=len(ids)))
            body = {"log": {"anyway": True, "signatures": {"A": SIGNATURE}}, "note": REASON}
        elif way == "sheet":
            cash = self.random.sample(range(100, 1500, 10), len(ids))
            rows = [{"player": each, "cash": own} for each, own in zip(ids, cash, strict=True)]
            body = {"sheet": {"players": rows}}
        else:
            assets = self.random.sample(range(100, 9000, 10), len(ids))
            body = {"points": [{"player": each, "assets": own} for each, own in zip(ids, assets, strict=True)]}
        self.done("POST", f"/tables/{table}/results", version=0, **body)

    def log(self, table: str, reports: list[dict[str, Any]]) -> None:
        """Log reports at a table, among them a refused one, a remark and a ruling."""
        odd = [{"type": "bid", "player": "A", "amount": 1}, {"note": NOTE}]
        odd.append({"type": "ruling", "by": JUDGE, "reason": REASON, "set": {}})
        log = self.world.service.part(Log)
        for base, report in enumerate([*reports[:5], *odd, *reports[5:]]):
            log.append(table, base, [Posting(f"r-{base:04}", report, None)], Author(JUDGE, None, None))

    def correct(self, table: str) -> None:
        at = self.done("GET", f"/tables/{table}/results")
        rows = [{"player": each["player"], "assets": 500 + 10 * place} for place, each in enumerate(at["seats"])]
        self.done("POST", f"/tables/{table}/results", version=at["version"], points=rows, note=REASON)

    def between(self) -> None:
        """Points by hand, a penalty, and a drop-out whose seat is filled."""
        adjustment = {"player": self.players[1], "points": "-5/2", "reason": REASON}
        self.done("POST", f"/events/{self.event}/adjustments", **adjustment)
        body = {"player": self.players[2], "category": "late", "step": "minus", "facts": REASON, "reason": REASON}
        self.done("POST", f"/events/{self.event}/penalties", **body)
        if len(self.players) > 9:
            self.done("PUT", f"/players/{self.players[3]}/drop-out", after=1, reason=REASON)
            seated = self.done("POST", f"/events/{self.event}/seatings/reseat", from_round=2, reason=REASON)
            self.done("POST", f"/seatings/{seated['seating']['id']}/publish")

    def prizes(self) -> None:
        """A prize for the winner, and one that is drawn."""
        caller = Caller(self.world.service, None)
        add_prize(caller, self.event, AddPrize("優勝杯", 1))
        add_prize(caller, self.event, AddPrize("くじ", None, 2))
        with self.world.service.database.read() as session:
            *_, prize = [each.id for each in prizes_of(session, self.event, {}, {}) if each.place is None]
        draw_prize(caller, self.event, prize)

    def papers(self) -> None:
        """A rota, a layout, a floor plan, a sponsor's logo, and certificates printed by it."""
        helper = self.done("POST", f"/events/{self.event}/members", name=JUDGE, role="judge")["account_id"]
        duties: list[dict[str, Any]] = [{"round": 1, "first": 1, "last": 2}, {"round": 2, "duty": "desk"}]
        self.done("PUT", f"/events/{self.event}/rota", rows=[{"account_id": helper, **each} for each in duties])
        table = {"kind": "table", "column": 3, "row": 2, "number": 1}
        self.done("PUT", f"/events/{self.event}/floor", things=[table, {"kind": "desk", "column": 0, "row": 5}])
        self.done("PUT", f"/events/{self.event}/layout", text='format = 1\nevent = "杯"\n')
        logo = io.BytesIO()
        Image.new("RGB", (60, 20), "green").save(logo, "PNG")
        given = AddPicture("sponsor", "協賛社")
        add_picture(Caller(self.world.service, None), self.event, given, logo.getvalue())
        assert self.ask("GET", f"/events/{self.event}/papers/certificates-vertical?language=ja").status_code == 200

    def archive(self, *, public: bool = False) -> bytes:
        return archive_of(self, public=public)


class FullDay(ArchivedDay):
    """A day on which everything happens that an archive has a file for."""

    def __init__(self, world: World) -> None:
        super().__init__(world, 9, text=EVERYTHING)

    def hold(self) -> FullDay:
        for place, player in enumerate(self.players[:8]):
            self.done("PATCH", f"/players/{player}", team=f"組{place // 2 + 1}")
        self.seat()
        table = self.tables(1)[0]["id"]
        seats = [each["player"] for each in self.done("GET", f"/tables/{table}/results")["seats"]]
        self.done("PUT", f"/tables/{table}/start-order", players=seats[::-1])
        self.play(1)
        self.between()
        kept, gone = self.registered_twice()
        self.play(2)
        self.done("POST", f"/players/{kept}/merge", other=gone)
        self.troubles(self.tables(3)[0]["id"])
        self.play(3)
        first = self.done("GET", f"/events/{self.event}/qualification")["qualified"][0]
        self.done("POST", f"/events/{self.event}/withdrawals", player=first["player"], reason=REASON)
        self.published(4)
        self.play(4)
        self.prizes()
        self.papers()
        self.came_from_elsewhere()
        self.done("PATCH", f"/events/{self.event}", archived=True)
        return self

    def after_another_game(self) -> FullDay:
        """The same day, but its first regulation named an edition that was filled in here."""
        text = tomlkit.dumps({**FILLING.shipped["city-sample"](), "name": "archived-city"})
        with self.world.service.database.write() as session:
            session.add(KeptEdition(author=JUDGE, at=1, name="archived-city", ruleset="city", text=text))
        cup = files("tournaments").joinpath("regulations", "city-cup.toml").read_text("utf-8")
        for regulation in (cup.replace("city-sample", "archived-city"), EVERYTHING):
            self.done("PUT", f"/events/{self.event}/regulation", text=regulation)
        return self

    def registered_twice(self) -> tuple[str, str]:
        """Somebody plays the first round under one number and goes on under another; returns both ids."""
        first = self.players[5]
        self.done("PUT", f"/players/{first}/drop-out", after=1, reason="registered twice")
        double = self.player(99, first_round=2)
        self.done("PUT", f"/players/{double}/check-in")
        again = self.done("POST", f"/events/{self.event}/seatings/reseat", from_round=2, reason="registered twice")
        self.done("POST", f"/seatings/{again['seating']['id']}/publish")
        return first, double

    def troubles(self, table: str) -> None:
        """A call that is over, a case that is decided, and an unsent report that nobody has taken up."""
        unsent = {"client_id": "unsent-0001", "report": {"type": "time_up"}, "by": "Old", "made_at": 1}
        self.done("POST", f"/tables/{table}/left-behind", items=[unsent])
        called = self.done("POST", f"/tables/{table}/calls", client_id="call-0001", kind="judge", about="rule")
        self.done("POST", f"/calls/{called['id']}/withdraw")
        opened = self.done("POST", f"/tables/{table}/cases", client_id="case-0001", note=NOTE)
        ruling = {"facts": NOTE, "decision": NOTE, "reasons": REASON, "effect": {"kind": "none"}}
        self.done("POST", f"/cases/{opened['id']}/decision", client_id="ruling-0001", **ruling)

    def came_from_elsewhere(self) -> None:
        """A registration, and a venue that sent a player."""
        player = {"rank": 1, "name": "選手1", "player": self.players[0], "new": False}
        made: dict[str, Any] = {"event_id": self.event, "name": "選手1"}
        came: dict[str, Any] = {
            "venue_id": "v1",
            "sha256": "0" * 64,
            "field": 8,
            "author": JUDGE,
            "players": json.dumps([player]),
        }
        database = self.world.service.database
        with database.write() as session:
            session.add(Registration(**made, state="registered", player_id=self.players[0], made_at=1))
            session.add(VenueTaken(**made, **came, taken_at=database.now()))


def archive_of(hall: Hall, *, public: bool = False) -> bytes:
    """The archive of a hall's event as it is now."""
    service = hall.world.service
    games = service.part(TableGames)
    return b"".join(archive_stream(service.database, games, hall.event, public=public, now=service.database.now()))


def verified(archive: bytes) -> Verified:
    """The archive, verified."""
    return verify(io.BytesIO(archive))


def texts_of(archive: bytes) -> dict[str, str]:
    with zipfile.ZipFile(io.BytesIO(archive)) as files:
        return {name: files.read(name).decode() for name in files.namelist()}


def changed(archive: bytes, texts: Mapping[str, str], *, seal: bool = False) -> bytes:
    """An archive with other texts.  ``seal``: with a manifest that was made anew, as a careful forger would."""
    files = texts_of(archive) | dict(texts)
    if seal:
        about = json.loads(files.pop("manifest.json"))
        sealing = Sealing()
        for name, text in files.items():
            list(sealing.file(name, split_lines(text)))
        kept = {key: about[key] for key in about if key not in ("format", "files", "fingerprint")}
        files["manifest.json"] = sealing.manifest(kept)
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as written:
        for name, text in files.items():
            written.writestr(name, text)
    return out.getvalue()
