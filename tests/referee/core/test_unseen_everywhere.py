"""Names and texts lose what nobody sees at every door: API, forms, imports, registration, the command line."""

from __future__ import annotations

import base64
import json
from collections.abc import Mapping
from typing import Any
from xml.etree.ElementTree import fromstring

import pytest
from marshmallow import Schema, ValidationError, fields
from sqlalchemy import inspect
from sqlmodel import SQLModel, select

from referee import models
from referee.accounts.commands.accounts import CreateAccount
from referee.cli.user import checked_values
from referee.core.http.schemas import Line, Lines, Strict
from referee.core.language import words
from referee.pictures.svg import Caption, Picture, svg
from referee.public.news import NewsItem, feed
from tests.referee.accounts.test_people_pages import Browser
from tests.referee.registration.test_registration import RegistrationForm
from tests.referee.support.databases import SQLITE_ONLY
from tests.referee.support.world import World
from tournaments.unseen import without_unseen

ODD = "\u200b\u2060\u00ad\u202e\u2067\ufffe\U000e0041\U0010ffff\ufeff\ufff9"
"""Zero width, word joiner, soft hyphen, marks of direction, a tag, noncharacters, a byte order mark, an annotation."""
NAME = f"Y{ODD}amada"


def texts_in(world: World) -> list[tuple[str, str]]:
    """Every text in the database, with the table and column that has it."""
    tables = [each for each in vars(models).values() if isinstance(each, type) and issubclass(each, SQLModel)]
    found = []
    with world.service.database.read() as session:
        for table in (each for each in tables if hasattr(each, "__table__")):
            columns = [each.key for each in inspect(table).columns]
            for row in session.exec(select(table)).all():
                values = ((column, getattr(row, column)) for column in columns)
                found += [(f"{table.__name__}.{column}", value) for column, value in values if isinstance(value, str)]
    return found


@SQLITE_ONLY
def test_nothing_unseen_comes_in_by_any_door(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    form = RegistrationForm(world, monkeypatch)
    event = form.hall.event
    form.keep(open="1", questions=f"{ODD}Q", fee=f"{ODD}5")
    form.signed_up(f"{NAME} 1", reading=f"y{ODD}", club=f"c{ODD}", answers=[f"a{ODD}"])
    form.hall.done("POST", f"/events/{event}/players", name=f"{NAME} 2", note=f"n{ODD}")
    file = base64.b64encode(f"Name,Club\n{NAME} 3,c{ODD}\n".encode()).decode()
    form.hall.done("POST", f"/events/{event}/players/import", data=file, apply=True)
    desk = Browser(world, world.tokens["administrator"])
    at = f"/events/{event}/players"
    desk.send(at, desk.read(at), name=f"{NAME} 4")
    world.made("/events", name=f"{NAME} cup")
    world.made(f"/events/{event}/notices", text=f"{NAME} says")
    world.made("/accounts", name=NAME, login="yamada")
    desk.send("/people", desk.read("/people"), 200, name=f"{NAME} 5", login="yamada-5")
    stored = texts_in(world)
    assert sum("Yamada" in text for _, text in stored) > 8
    wrong = {place for place, text in stored if without_unseen(decoded(text)) != decoded(text)}
    assert not wrong


def decoded(text: str) -> str:
    """The text of a column, with what JSON has escaped."""
    try:
        return json.dumps(json.loads(text), ensure_ascii=False)
    except ValueError:
        return text


def schemas() -> list[type[Schema]]:
    """Every request schema of the service, those that are derived from declarations too."""
    found: list[type[Schema]] = []
    waiting: list[type[Schema]] = [Strict]
    while waiting:
        below = waiting.pop().__subclasses__()
        waiting += below
        found += [each for each in below if each.__name__.endswith("In")]
    return found


def test_every_text_that_a_request_may_have_is_read_by_one_of_two_readers(world: World) -> None:
    lines = 0
    for schema in schemas():
        declared: Mapping[str, Any] = getattr(schema, "_declared_fields")  # noqa: B009
        for name, field in declared.items():
            inner = field.inner if isinstance(field, fields.List) else field
            if isinstance(inner, Line | Lines):
                lines += 1
                try:
                    read = inner.deserialize(f"a{ODD}b")
                except ValidationError:
                    continue  # a code, or another text of a form of its own
                assert read == "ab", f"{schema.__name__}.{name}"
    assert lines > 120


def test_so_does_the_command_line() -> None:
    assert checked_values(CreateAccount, {"login": "yamada", "name": NAME}).name == "Yamada"


def test_what_is_older_breaks_no_feed_and_no_picture() -> None:
    old = "a\ufffe\x0b\x7f\uffff\x1b b"
    root = fromstring(feed("01", old, "ja", "https://r.example/p/cup", 1, [NewsItem("n", "notice.made", 1, old, "/")]))
    assert root.findtext("{http://www.w3.org/2005/Atom}title") == "a\x7f b"
    fromstring(svg(Picture(10, 10, old, "en", [Caption(0, 0, old, 10, "ink")])))


def test_the_desk_sees_which_registration_looks_like_another(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    form = RegistrationForm(world, monkeypatch)
    form.keep(open="1")
    form.hall.done("POST", f"/events/{form.hall.event}/players", name="Yamada Taro")
    form.signed_up("Y\u0430mada Taro")
    form.signed_up("Sato Jiro")
    page = form.desk.get(f"{form.here}?lang=ja", headers={"Accept-Language": "ja"}).get_data(as_text=True)
    assert page.count(words("ja")["registration_twin"].format(other="Yamada Taro")) == 1
