"""Every form of the service takes a number as people type it, and says by the field's label what is no number."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from werkzeug.datastructures import MultiDict
from werkzeug.test import TestResponse

import referee
import tournaments
from referee.core.language import words
from referee.core.pages.forms import FieldOnPage, fields_in
from rulesets.languages import LANGUAGES
from tests.referee.support.databases import SQLITE_ONLY
from tests.referee.support.every_address import EveryAddress
from tests.referee.support.forms import Form, forms_in, wrongs_in
from tests.referee.support.page_matrix import SHOWN
from tests.referee.support.role_matrix import CAUTION
from tests.referee.support.world import World

NO_NUMBER, TYPED = "三つ", "\u3000３ "
EVENT = "/events/<event_id>"
STATES: dict[str, tuple[dict[str, str], ...]] = {
    "/positions/new": ({"do": "look"},),
    f"{EVENT}/regulation/change": ({"after": "semi"}, {"class_0": "Junior"}),
    f"{EVENT}/cases/<case_id>": ({"effect": "set", "do": "try"}, {"effect": "extension", "do": "try"}),
}
"""Choices that a page's forms are sent with, one after the other, where numbers are only read if they are chosen."""
QUERIES = {
    f"{EVENT}/tables/<table_id>/result": "?way=sheet",
    f"{EVENT}/penalties": f"?player={{player}}&category={CAUTION['category']}",
}
"""What some pages are also asked for, since they show the form only then."""
UNREAD = re.compile(
    r"/tables/<table_id>/explain .*"  # in a report, which the rules refuse in their own words
    r"|\S+ due_\d+_amount"  # only with a kind that uses it: tests/referee/rules/test_position_fields.py
)
"""Fields that are read only in some forms, or refused by others."""


class Number(NamedTuple):
    """A field of a form that takes a number, what the page calls it, and the id of its element."""

    page: str
    form: Form
    name: str
    label: str
    id: str


class Hall:
    """The forms of a world, sent as the administrator."""

    def __init__(self, world: World) -> None:
        self.every = EveryAddress(world)
        self.client = world.app.test_client()
        self.who = {"Authorization": f"Bearer {world.tokens['administrator']}", "Accept": "text/html"}

    def numbers(self) -> Iterator[Number]:
        """Every field of every page that takes a number; of those that differ by a figure only one."""
        placed = {page for pages in SHOWN.values() for page in pages}
        seen = set()
        for rule in self.every.rules("GET"):
            if rule.rule not in placed:
                continue
            for query in dict.fromkeys(("", QUERIES.get(rule.rule, ""))):
                path = self.every.path(rule).decode()
                shown = self.client.get(path + self.every.targets.filled(query), headers=self.who)
                if shown.status_code != 200 or shown.mimetype != "text/html":
                    shown.close()
                    continue
                page = shown.get_data(as_text=True)
                for form in forms_in(page, path):
                    fields = fields_in(page, form.address)
                    for name in form.numbers:
                        alike = (rule.rule, form.address, re.sub(r"\d+", "0", name))
                        if alike not in seen:
                            seen.add(alike)
                            field = fields.get(name, FieldOnPage("", ""))
                            yield Number(rule.rule, form, name, field.label, field.id)

    def send(self, number: Number, value: str, chosen: dict[str, str]) -> TestResponse:
        """Send a form with a value in the field."""
        fields = MultiDict([*number.form.sent_with(number.name, value), *chosen.items()])
        for name, choice in chosen.items():
            fields[name] = choice
        more: dict[str, Any] = {"data" if number.form.method == "POST" else "query_string": fields}
        return self.client.open(number.form.action, method=number.form.method, headers=self.who, **more)


def faults(answer: TestResponse) -> str:
    if answer.mimetype != "text/html":
        answer.close()
        return ""
    return wrongs_in(answer.get_data(as_text=True))


def lost(number: Number, chosen: dict[str, str], answer: TestResponse) -> list[str]:
    """The fields whose values are no longer in the form that is shown again."""
    page = answer.get_data(as_text=True)
    again = [each for each in forms_in(page, number.form.action) if each.address == number.form.address]
    kept = MultiDict(field for each in again if number.name in each.numbers for field in each.fields)
    sent = {**dict(number.form.fields), **chosen, number.name: NO_NUMBER, "do": ""}  # not the button
    return [name for name, value in sent.items() if name in kept and value and value not in kept.getlist(name)]


@pytest.mark.slow
@SQLITE_ONLY
def test_every_form_reads_numbers_as_people_type_them(world: World) -> None:
    hall, wrong, read = Hall(world), [], set()
    for number in hall.numbers():
        where = f"{number.page} {number.name}"
        for chosen in STATES.get(number.page, ({},)):
            answer = hall.send(number, NO_NUMBER, chosen)
            said = faults(answer)
            if f"“{NO_NUMBER}”" not in said:
                continue
            read.add(where)
            if answer.status_code not in (422, 200 if number.form.method == "GET" else 422):
                wrong.append(f"{where}: {answer.status_code} for no number")
            if not number.label or f"{number.label}: “{NO_NUMBER}”" not in said:
                wrong.append(f"{where}: {said!r} does not name {number.label!r}")
            if not number.id or f'href="#{number.id}">' not in answer.get_data(as_text=True):
                wrong.append(f"{where}: no link leads to the field, whose id is {number.id!r}")
            if gone := lost(number, chosen, answer):
                wrong.append(f"{where}: {gone} is not in the form any more")
            answer = hall.send(number, TYPED, chosen)
            if answer.status_code >= 500 or f"“{TYPED.strip()}”" in (said := faults(answer)):
                wrong.append(f"{where}: {TYPED!r} is refused: {answer.status_code} {said}")
            break
        else:
            if not UNREAD.fullmatch(where):
                wrong.append(f"{where}: {NO_NUMBER} is not refused: {answer.status_code} {said!r}")
    assert not wrong, "\n".join(wrong)
    assert len(read) > 30


@SQLITE_ONLY
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_fault_calls_the_field_by_its_label_in_the_readers_language(world: World, language: str) -> None:
    client, path = world.app.test_client(), f"/events/{world.event}/prizes"
    who = {"Authorization": f"Bearer {world.tokens['administrator']}", "Accept-Language": language}
    refused = client.post(path, headers=who, data={"name": "杯", "count": "二十三"})
    assert refused.status_code == 422
    assert re.search(f"{words(language)['prizes_count']}: [“「]二十三[”」]", faults(refused))
    assert client.post(path, headers=who, data={"name": "杯", "count": " ２３ "}).status_code == 303
    assert "23" in client.get(path, headers=who).get_data(as_text=True)


HANDS = {
    "tournaments/typed.py": "the reader",
    "referee/core/http/body_limits.py": "a header of the request",
    "referee/records/main.py": "an option of a command of the law by itself",
    "referee/registration/link.py": "the time in a signed link",
    "referee/tables/api/tables.py": "the cursor of a page of the API",
    "tournaments/paper/type/breaking.py": "a figure in a text that is printed",
}
"""Modules that look at digits themselves, since they read what programs write and not what people type."""
ASKS = re.compile(r"is(digit|decimal|numeric)|(int|float)\(")
DIGITS = {"isdigit", "isdecimal", "isnumeric"}


def test_nobody_else_reads_digits() -> None:
    found = set()
    for package in (referee, tournaments):
        folder = Path(str(package.__file__)).parent
        for path in folder.rglob("*.py"):
            text = path.read_text("utf-8")
            for node in ast.walk(ast.parse(text if ASKS.search(text) else "")):
                asked = isinstance(node, ast.Attribute) and node.attr in DIGITS
                if asked or (isinstance(node, ast.Call) and is_int_of_request(node)):
                    found.add(path.relative_to(folder.parent).as_posix())
    assert found == HANDS.keys() - {"tournaments/typed.py"}


def is_int_of_request(call: ast.Call) -> bool:
    """Whether it is ``int(…)`` of something out of ``form``, ``args`` or ``values``."""
    names = {each.attr for arg in call.args for each in ast.walk(arg) if isinstance(each, ast.Attribute)}
    names |= {each.id for arg in call.args for each in ast.walk(arg) if isinstance(each, ast.Name)}
    named = isinstance(call.func, ast.Name) and call.func.id in ("int", "float")
    return named and bool(names & {"form", "args", "values", "typed", "given"})
