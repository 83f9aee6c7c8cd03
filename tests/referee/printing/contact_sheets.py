"""``python -m tests.referee.printing.contact_sheets FOLDER``: every document as the service prints it, to be looked at.

An event of each size is held from its registration to its archive; every document of it is drawn in every language, at
150 dots to the inch, and on one contact sheet for each language.  ``--only NAME`` and ``--players NUMBER`` (both
repeatable) draw only some of them.  It decides nothing: somebody has to look.
"""

from __future__ import annotations

import io
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import click
import pypdfium2
from flask import Flask
from PIL import Image, ImageDraw

from referee.core.service import Service
from referee.core.settings import from_environment
from referee.demo.client import Client, clients
from referee.demo.event import confirm, end_game, enter, enter_log, make_demo_event, round_tables
from referee.models import RegistrationForm
from referee.printing.catalogue import CATALOGUE, OF_ROUND, OF_TABLE
from referee.server.app import create_app
from rulesets.languages import LANGUAGES
from rulesets.wordlist import wordlist
from tests.referee.support.migrated import migrated
from tests.referee.support.world import World
from tests.tournaments.test_paper_pictures import DOTS

SIZES = (0, 9, 24, 120, 400)
REGULATION = "jma-national-2012"
MOST_DRAWN = 60
"""Documents of more sheets than this repeat one for each table or player; those of a smaller event show it."""
SHOWN = 4
"""The pages of each document on a contact sheet: its first ones."""
THUMB = 480
DAY = {
    "venue": "神戸市産業振興センター 3階 展示場",
    "organizer": "日本モノポリー協会 兵庫支部",
    "tax_number": "T1234567890123",
    "timetable": "9:00 開場・受付\n10:00 第1ラウンド\n11:30 第2ラウンド\n12:45 昼食\n13:30 第3ラウンド\n15:00 決勝",
}
FEE = "￥3,000"
STAFF = {"organizer": "森田 香織", "scorer": "岡本 誠"}
HELPERS = wordlist("""
    五十嵐さくら 岩瀬一郎 上野原由美子 王伟明 大久保直子 小野寺隆 Frieda_Featherstonehaugh 金田真理 榊原実 佐々木淳
    東海林さだ 髙﨑健一 土屋咲 Dvořák_Jan 服部光 マクシミリアーナ・シュトラウス 三宅太一 森井悠 柳田剛 李秀英 渡邊邦
""")
"""The judges of the largest event; smaller ones have the first of them."""
PUBLIC = "https://referee.example"


@contextmanager
def service(folder: Path) -> Iterator[Flask]:
    """The application on an empty database in a folder."""
    environment = {"REFEREE_DATA": str(folder), "REFEREE_PUBLIC_URL": PUBLIC, "REFEREE_LOG_LEVEL": "warning"}
    shutil.copy(migrated(), folder / "referee.db")
    app = create_app(from_environment(environment))
    try:
        yield app
    finally:
        app.extensions["referee"].close()


def held(app: Flask, world: World, players: int) -> str:
    """An event of this many players, held to its end; returns its id."""
    if players:
        made = make_demo_event(app, players=players, regulation=REGULATION, seed="demo", language="ja", address=PUBLIC)
        event = made.event_id
    else:
        event = str(world.made("/events", name="第1回大会"))
        world.ask("PUT", f"/events/{event}/regulation", json={"shipped": REGULATION})
    with app.extensions["referee"].database.write() as session:
        session.add(RegistrationForm(event_id=event, fee=FEE))
    with clients(app, event, STAFF, PUBLIC) as by_role:
        organizer, scorer = by_role["organizer"], by_role["scorer"]
        organizer.request("PATCH", f"/events/{event}", DAY)
        helped(organizer, event, players)
        for call in organizer.request("GET", f"/events/{event}/calls")["rows"]:
            organizer.request("POST", f"/calls/{call['id']}/claim", {})
            organizer.request("POST", f"/calls/{call['id']}/resolve", {})
        for number in (2, 3, 4) if players else ():
            if number == 4:
                decide(organizer, event)
                drawn = organizer.request("POST", f"/events/{event}/seatings", {"first_round": number})
                organizer.request("POST", f"/seatings/{drawn['id']}/publish")
            play_on(app.extensions["referee"], organizer, scorer, event, number)
    return event


def helped(organizer: Client, event: str, players: int) -> None:
    """Give the event its helpers, and them a rota for the whole day."""
    for name in HELPERS[: 1 + players // 20]:
        organizer.request("POST", f"/events/{event}/members", {"name": name.replace("_", " "), "role": "judge"})
    if not players:
        return
    rows = organizer.request("GET", f"/events/{event}/rota/proposal")["rows"]
    third = [each for each in rows if each["round"] == 3 and not any(row["round"] == 1 for row in rows)]
    first = [{**each, "round": 1, "duty": each["duty"].replace("reserve", "desk")} for each in third]
    organizer.request("PUT", f"/events/{event}/rota", {"rows": [*first, *rows]})


def decide(organizer: Client, event: str) -> None:
    """Decide who is ahead where the qualification waits for it."""
    while wanted := organizer.request("GET", f"/events/{event}/qualification")["wanted"]:
        order = [each["player"] for each in wanted["players"]]
        decision = {"about": wanted["about"], "by": wanted["by"], "order": order, "note": "抽選"}
        organizer.request("POST", f"/events/{event}/decisions", decision)


def play_on(parts: Service, organizer: Client, scorer: Client, event: str, number: int) -> None:
    """Play what is left of a round, and publish its results."""
    rounds = organizer.request("GET", f"/events/{event}/rounds")["rows"]
    (round_id,) = (each["id"] for each in rounds if each["number"] == number)
    random = Random(number)
    for table in round_tables(organizer, round_id):
        result = organizer.request("GET", f"/tables/{table['id']}/results")
        if result["state"] == "none":
            begun = organizer.request("GET", f"/tables/{table['id']}")["seq"]
            logged = begun and end_game(parts, organizer, table["id"], random)
            confirm(scorer, enter_log(organizer, table) if logged else enter(organizer, table, random))
        elif result["state"] == "entered":
            confirm(scorer, result["versions"][0]["id"])
    organizer.request("POST", f"/rounds/{round_id}/close", {"anyway": True, "reason": "終了"})
    organizer.request("POST", f"/rounds/{round_id}/results/publish")


def asked(name: str, players: int) -> dict[str, str]:
    """What a document is asked for, by what is put to its name: of a round, the last and the first."""
    if CATALOGUE[name].about == OF_TABLE:
        return {"": "&round=2&table=1"}
    return {"": "", "-r1": "&round=1"} if CATALOGUE[name].about == OF_ROUND and players else {"": ""}


def pages(world: World, event: str, name: str, language: str, about: str) -> list[Image.Image]:
    """The pages of a document, drawn; none if it cannot be printed, or is longer than is drawn."""
    answer = world.ask("GET", f"/events/{event}/papers/{name}?language={language}{about}")
    if answer.status_code != 200:
        click.echo(f"{name} {language}: {answer.get_json()['detail']}")
        return []
    with pypdfium2.PdfDocument(io.BytesIO(answer.data)) as file:
        if len(file) > MOST_DRAWN:
            return []
        return [page.render(scale=DOTS / 72).to_pil().convert("RGB") for page in file]


def contact_sheet(rows: list[tuple[str, list[Image.Image]]]) -> Image.Image:
    """The first pages of each document in a row, under its name."""
    across, high = SHOWN * 2, THUMB + 16
    cells = [(title, thumb) for title, shown in rows for thumb in shown]
    sheet = Image.new("RGB", (across * THUMB, -(-len(cells) // across) * high), "silver")
    draw = ImageDraw.Draw(sheet)
    for at, (title, thumb) in enumerate(cells):
        left, top = at % across * THUMB, at // across * high
        sheet.paste(thumb, (left, top + 14))
        draw.text((left + 4, top + 1), title, fill="black")
    return sheet


@click.command(help=__doc__)
@click.argument("folder", type=click.Path(path_type=Path))
@click.option("--players", type=int, multiple=True, default=SIZES)
@click.option("--only", multiple=True, default=tuple(CATALOGUE))
@click.option("--lang", multiple=True, default=LANGUAGES)
def main(folder: Path, players: tuple[int, ...], only: tuple[str, ...], lang: tuple[str, ...]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    sheets: dict[str, list[tuple[str, list[Image.Image]]]] = {language: [] for language in lang}
    with TemporaryDirectory() as data, service(Path(data)) as app:
        world = World(app)
        for count in players:
            event = held(app, world, count)
            for language in lang:
                of_language = (each for each in only if language in CATALOGUE[each].languages)
                for name, mark, about in ((each, *rest) for each in of_language for rest in asked(each, count).items()):
                    shown = pages(world, event, name, language, about)
                    for number, page in enumerate(shown, 1):
                        page.save(folder / f"{name}{mark}-{count:03}-{language}-{number:02}.png")
                        page.thumbnail((THUMB - 8, THUMB - 8), Image.Resampling.BOX)
                    sheets[language].append((f"{name}{mark} {count} ({len(shown)})", shown[:SHOWN]))
    for language, rows in sheets.items():
        contact_sheet(sorted(rows, key=lambda row: row[0].split()[0])).save(folder / f"contact-{language}.png")


if __name__ == "__main__":
    main()
