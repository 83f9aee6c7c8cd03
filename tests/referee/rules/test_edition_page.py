"""Editions filled in on a page: nothing changes or is lost by itself, and each fault stands beside its field."""

from __future__ import annotations

import copy
import io
import json
import re
import tomllib
from collections.abc import Callable
from html import unescape
from importlib.resources import files
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest
import tomlkit
from werkzeug.test import Client, TestResponse

import rulesets
from referee.backup.restore import restore
from referee.backup.write import make
from referee.core.command import Caller
from referee.core.kept_editions import KeptEditions
from referee.events.regulation import parse_regulation
from referee.log.table_game import TableGames
from referee.log.verify import table_findings
from referee.models import KeptEdition
from referee.records.record_file import open_record
from referee.rules.filling.form import placed, sections
from referee.rules.filling.kept import kept_editions, take_over_editions
from referee.rules.filling.tables import Tables
from referee.server.app import create_app
from rulesets.city.game import edition
from rulesets.city.game.board import CORNERS
from rulesets.city.game.filling import FILLING
from rulesets.kernel.edition_faults import EditionError
from rulesets.kernel.telling.filling import field_texts
from rulesets.languages import LANGUAGES
from tests.referee.rules.test_position_page import HTML, Form, browser
from tests.referee.support.archived_day import texts_of, verified
from tests.referee.support.world import World
from tests.rulesets.city import test_edition


def broken(test: object) -> list[Callable[[Any], object]]:
    """What a test of a loader breaks in an edition, one after the other."""
    (mark,) = getattr(test, "pytestmark")  # noqa: B009
    return [case[0] for case in mark.args[1]]


FILE_WORDS = re.compile(
    rf"\b(?:{'|'.join({*field_texts()['fields'], *field_texts()['kinds']} - {*CORNERS, 'invented'})})\b"
)
"""What a file calls fields and kinds; corners have their kind as key, and the sample's name says what it is."""
BROKEN = broken(test_edition.test_a_fault_of_a_file_is_named)


def opened_form(answer: TestResponse) -> dict[str, str]:
    return Form(answer.get_data(as_text=True)).fields


def opened(client: Client, name: str) -> dict[str, str]:
    """The form that begins with an edition, as a browser would send it untouched."""
    answer = client.get(f"/editions/new?from={name}", headers=HTML)
    assert answer.status_code == 200
    return opened_form(answer)


def sent(client: Client, fields: dict[str, str], do: str, language: str = "en") -> TestResponse:
    return client.post(f"/editions/new?lang={language}", data={**fields, "do": do}, headers=HTML)


def test_an_edition_opened_in_the_form_and_sent_unchanged_is_the_same_edition(world: World) -> None:
    client, name = browser(world), "city-sample"
    fields = opened(client, name)
    assert sent(client, fields, "check").status_code == 200
    saved = tomllib.loads(sent(client, fields, "save").get_data(as_text=True))
    assert FILLING.check(saved) == FILLING.check(FILLING.shipped[name]())
    file = {"csrf_token": fields["csrf_token"], "from": name, "file": tomlkit.dumps(saved)}
    again = opened_form(sent(client, file, "open"))
    assert again | {"base": ""} == fields | {"base": ""}


def test_3_4m_is_refused_for_central_quay_and_3_5m_is_taken(world: World) -> None:
    client = browser(world)
    fields = opened(client, "city-sample")
    field = next(each for each, value in fields.items() if each.endswith(".key") and value == "central_quay")
    rents = field.replace(".key", ".rents")
    assert fields[rents] == "600K / 1.2M / 2.3M / 3.5M / 4.5M / 5.5M / 6.5M / 7.5M"
    for language in LANGUAGES:
        answer = sent(client, fields | {rents: fields[rents].replace("3.5M", "３．４M")}, "check", language)
        page = answer.get_data(as_text=True)
        assert answer.status_code == 422
        assert re.findall(r'<li><a class="row" href="#([^"]*)">', page) == [rents]
    assert sent(client, fields | {rents: fields[rents].replace("3.5M", "３．５M")}, "check").status_code == 200


def test_nothing_typed_is_lost(world: World) -> None:
    """Whatever cannot be read is in its field again, is said beside it, and is in the saved file."""
    client = browser(world)
    for name in ("city-blank", "city-sample"):
        fields = opened(client, name)
        typed = {each: "viel" for each in fields if re.search(r"\.(price|rents|amount|group|en|zh)$", each)}
        assert len(typed) > 100
        answer = sent(client, fields | typed, "check", "ja")
        page = answer.get_data(as_text=True)
        assert answer.status_code == 422
        shown = Form(page).fields
        assert {each: shown[each] for each in typed} == typed
        places = re.findall(r'<li><a class="row" href="#([^"]*)">', page)
        assert {each for each in typed if each.endswith(".price")} <= set(places)
        assert all(f'id="{place}"' in page for place in places)
        kept = sent(client, shown, "save").get_data(as_text=True)
        assert kept.count('"viel"') + kept.count('["viel"]') >= len(typed)


def test_rows_are_added_moved_and_taken_out(world: World) -> None:
    client = browser(world)
    fields = opened(client, "city-blank")
    first, last = fields["spaces.0.key"], fields["spaces.1.key"]
    page = sent(
        client,
        fields | {"spaces.0.#": "２", "spaces.1.#": "1", "cards.24.#": "", "spaces.+": "2", "groups.+": "navy"},
        "check",
    ).get_data(as_text=True)
    now = Form(page).fields
    assert (now["spaces.0.key"], now["spaces.1.key"]) == (last, first)
    assert "cards.24.key" not in now and "groups.navy.names.zh" in now
    number = max(int(each.split(".")[1]) for each in now if each.startswith("spaces.") and each.endswith(".key"))
    asked = now | {f"spaces.{number}.kind": "district", f"spaces.{number}.names.zh": "新区"}
    page = sent(client, asked, "check", "zh").get_data(as_text=True)
    assert Form(page).fields[f"spaces.{number}.names.zh"] == "新区"
    assert f"spaces.{number}.skyscraper" in Form(page).fields


@pytest.mark.parametrize("spoil", BROKEN)
def test_every_fault_of_the_loader_stands_beside_what_is_on_the_form(spoil: Callable[[Any], object]) -> None:
    data = copy.deepcopy(dict(FILLING.shipped["city-sample"]()))
    spoil(data)
    with pytest.raises(EditionError) as error:
        FILLING.check(data)
    tables = Tables(FILLING)
    said = []
    for language in LANGUAGES:
        form = sections(tables, tables.shaped(data), language)
        names = {
            each
            for section in form
            for part in section.all()
            for each in (part.name, *(field.name for field in part.fields))
        }
        found = placed({}, error.value.faults, form, tables, data, language)
        assert len(found) == len(error.value.faults)
        assert {each.place for each in found} <= names
        said.append([each.message for each in found])
        assert not [each for each in said[-1] if re.search(r"[\[\]{}']", each)], said[-1]
        if language == "zh" and "rules" not in error.value.faults[0].path:  # the form has no rules
            words = [word for each in said[-1] for word in FILE_WORDS.findall(each)]
            assert not words, said[-1]
    assert len({tuple(each) for each in said}) == len(LANGUAGES)


def test_a_form_that_is_not_ours_begins_anew(world: World) -> None:
    client = browser(world)
    assert client.get("/editions/new?from=nowhere", headers=HTML).status_code == 404
    token = {"csrf_token": opened(client, "city-sample")["csrf_token"], "from": "city-sample"}
    for base in ("", "[]", "{", "[" * 100_000):
        assert sent(client, token | {"base": base}, "check").status_code == 200
    page = sent(client, token | {"file": "a = "}, "open").get_data(as_text=True)
    assert "a = </textarea>" in unescape(page)


def test_a_blank_form_shows_no_fault_and_once_it_is_sent_counts_its_blanks(world: World) -> None:
    client = browser(world)
    fields = opened(client, "city-blank")
    assert 'class="late"' not in client.get("/editions/new", headers=HTML).get_data(as_text=True)
    page = sent(client, fields | {"go_income": "三つ"}, "check").get_data(as_text=True)
    (alert,) = re.findall(r'<div class="wrong" role="alert">.*?</div>', page, re.DOTALL)
    assert re.findall(r'<a class="row" href="#([^"]*)">Income for passing GO: “三つ”', alert) == ["go_income"]
    blank = re.search(r"<p>(\d+) fields are still blank", alert)
    assert blank and page.count('class="late"') == int(blank[1]) + 1
    assert alert.count("<li>") == 1


def test_an_edition_is_kept_used_by_an_event_opened_again_and_corrected(world: World) -> None:
    client = browser(world, "administrator")
    fields = opened(client, "city-sample") | {"name": "page-city", "names.zh": "页面城"}
    assert sent(browser(world), opened(browser(world), "city-sample"), "keep").status_code == 403
    assert sent(client, fields | {"go_income": "三"}, "keep").status_code == 422
    taken = sent(client, fields | {"name": "london"}, "keep")  # of another game: a board has one name everywhere
    assert taken.status_code == 422 and "another edition is named london" in unescape(taken.get_data(as_text=True))
    assert not {"page-city", "london"} & set(rulesets.load("city").editions())
    assert sent(client, fields, "keep").headers["Location"].endswith("?from=page-city")
    event = {"csrf_token": fields["csrf_token"], "name": "页面城杯", "language": "zh", "regulation": "city-cup"}
    change = client.post("/events", data=event, headers=HTML).headers["Location"] + "/change?lang=zh"
    assert '<option value="page-city">页面城</option>' in client.get(change, headers=HTML).get_data(as_text=True)
    asked = opened_form(client.get(change, headers=HTML)) | {"edition": "page-city"}
    assert client.post(change, data=asked | {"do": "adopt"}, headers=HTML).status_code == 303
    assert "页面城" in client.get(change.replace("/change", ""), headers=HTML).get_data(as_text=True)
    again = opened(client, "page-city")
    assert again["names.zh"] == "页面城"
    assert sent(client, again, "keep").status_code == 303
    wrong = sent(client, again | {"go_income": "3M"}, "keep")
    assert wrong.status_code == 422
    assert "another edition is named page-city" in unescape(wrong.get_data(as_text=True))
    assert sent(client, again | {"go_income": "3M", "name": "page-city-2"}, "keep").status_code == 303
    assert opened(client, "page-city-2")["go_income"] == "3M"


def another_process(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """Go on as a process that knows no edition yet but those that come with the game."""
    monkeypatch.setattr(edition, "_registered", {})
    parse_regulation.cache_clear()
    parts = world.service
    parts.editions.close()
    parts.editions = KeptEditions(parts.database)
    parts.add(TableGames(parts.database))


def kept_elsewhere(world: World, name: str) -> None:
    """An edition as another process keeps it: this one has not heard of it."""
    text = tomlkit.dumps({**FILLING.shipped["city-sample"](), "name": name})
    with world.service.database.write() as session:
        session.add(KeptEdition(author="z", at=1, name=name, ruleset="city", text=text))


def test_an_edition_that_another_process_keeps_is_known_wherever_it_is_needed(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept_elsewhere(world, "other-city")
    table = world.new_table(2, ruleset="city", seats=["A", "B"], edition="other-city")
    another_process(world, monkeypatch)
    assert world.ask("GET", f"/tables/{table}").status_code == 200
    assert 'name = "other-city"' in world.ask("GET", f"/tables/{table}/board").get_json()["edition"]
    assert '"editions": {"other-city": ' in browser(world).get("/try", headers=HTML).get_data(as_text=True)
    another_process(world, monkeypatch)
    assert table_findings(world.service.settings.database_url, table) == []
    another_process(world, monkeypatch)
    assert "other-city" in rulesets.load("city").editions()
    another_process(world, monkeypatch)
    client = browser(world, "administrator")
    again = opened(client, "other-city")
    assert sent(client, again | {"go_income": "3M"}, "keep").status_code == 422
    assert again["name"] == "other-city"


def test_an_archive_brings_its_editions_along(world: World, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is computed on a machine that has never heard of them, and so is a log of it where it was unpacked; a service
    learns nothing from a stranger's.
    """
    kept_elsewhere(world, "unused-city")
    kept_elsewhere(world, "filed-city")
    world.new_table(2, ruleset="city", seats=["A", "B"], edition="filed-city")
    text = files("tournaments").joinpath("regulations", "city-cup.toml").read_text("utf-8")
    text = text.replace("city-sample", "filed-city")
    assert world.ask("PUT", f"/events/{world.event}/regulation", json={"text": text}).status_code == 200
    another_process(world, monkeypatch)
    for variant in ("public", "organizer"):
        archive = world.ask("GET", f"/events/{world.event}/archive?variant={variant}").data
        (line,) = texts_of(archive)["editions.jsonl"].splitlines()
        assert json.loads(line)["name"] == "filed-city"
    with world.service.database.write() as session:
        session.delete(session.get_one(KeptEdition, "filed-city"))
    another_process(world, monkeypatch)
    client = browser(world)
    token = opened(client, "city-sample")["csrf_token"]
    file = {"csrf_token": token, "file": (io.BytesIO(archive), "event.zip")}
    page = client.post("/verify?lang=en", data=file, headers=HTML).get_data(as_text=True)
    assert "The edition filed-city is not kept in this service" in page
    assert "filed-city" not in rulesets.load("city").editions()
    assert verified(archive).differences == ()
    another_process(world, monkeypatch)
    with ZipFile(io.BytesIO(archive)) as unpacked:
        unpacked.extractall(tmp_path)
    log = tmp_path / "logs" / "round-2-table-1.jsonl"
    log.parent.mkdir(exist_ok=True)
    header = {"record": "monopoly/1", "ruleset": "city", "edition": "filed-city", "seats": ["A", "B"]}
    log.write_text(json.dumps(header), encoding="utf-8")
    assert open_record(log).opening.game is not None


def test_a_restored_service_has_the_editions_of_its_backup(
    world: World, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept_elsewhere(world, "saved-city")
    table = world.new_table(2, ruleset="city", seats=["A", "B"], edition="saved-city")
    database = f"sqlite:///{tmp_path / 'restored.db'}"
    restore(make(world.service.database, tmp_path / "backups", "hand").path, database)
    another_process(world, monkeypatch)
    world.service.editions.close()  # the old machine is away
    world.app = create_app(world.service.settings._replace(database_url=database))
    world.service = world.app.extensions["referee"]
    board = world.ask("GET", f"/tables/{table}/board").get_json()
    world.service.close()
    assert 'name = "saved-city"' in board["edition"]


def test_a_service_takes_over_the_editions_of_the_folder(
    world: World, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = tomlkit.dumps({**FILLING.shipped["city-sample"](), "name": "folder-of-1"})
    (tmp_path / "good.toml").write_text(text, "utf-8")
    (tmp_path / "blank.toml").write_text('name = "?"', "utf-8")
    monkeypatch.setenv("REFEREE_EDITIONS", str(tmp_path))
    for _ in range(2):
        take_over_editions(Caller(world.service, None))
        another_process(world, monkeypatch)
    assert [each.name for each in kept_editions(world.service.database, "city")] == ["folder-of-1"]
    assert "folder-of-1" in rulesets.load("city").editions()
