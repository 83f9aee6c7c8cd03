"""The log-in pages: plain forms in three languages, with errors shown as pages too."""

from __future__ import annotations

import re
import string
import tomllib
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

import referee
import rulesets
from referee.core.access.roles import ADMINISTRATOR, ROLES
from referee.core.language import AREAS, words
from referee.core.pages.templates import folder
from referee.rules.explain import chosen as explain_chosen
from referee.rules.positions.due import FIELDS, KINDS
from referee.rules.positions.fields import PHASES
from referee.rules.positions.values import CHECKBOXES
from rulesets.answers import answer
from rulesets.kernel.clause import LAYERS
from rulesets.languages import LANGUAGES
from tests.referee.support.world import World

PASSWORD = "correct horse battery"


def fields_of(page: str) -> dict[str, str]:
    return dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)">', page))


def test_logging_in_and_out_by_forms(world: World) -> None:
    world.made("/accounts", login="yamada", name="山田", password=PASSWORD, administrator=True)
    browser = world.app.test_client()
    response = browser.get("/")
    assert (response.status_code, response.headers["Location"]) == (303, "/login")
    hidden = fields_of(browser.get("/login?next=/?lang=zh").get_data(as_text=True))
    wrong = browser.post("/login", data={**hidden, "login": "yamada", "password": "wrong"})
    assert wrong.status_code == 401
    assert 'value="yamada"' in wrong.get_data(as_text=True)
    right = browser.post("/login", data={**hidden, "login": "yamada", "password": PASSWORD})
    assert (right.status_code, right.headers["Location"]) == (303, "/?lang=zh")
    start = browser.get("/").get_data(as_text=True)
    assert "第1回大会" in start
    assert browser.post("/logout").status_code == 403
    assert browser.post("/logout", data=fields_of(start)).status_code == 303
    assert browser.get("/").headers["Location"] == "/login"


@pytest.mark.parametrize("elsewhere", ["https://elsewhere.example/", "//elsewhere.example", "/\\elsewhere.example", ""])
def test_a_log_in_never_redirects_to_another_site(world: World, elsewhere: str) -> None:
    world.made("/accounts", login="yamada", name="山田", password=PASSWORD)
    form = {"login": "yamada", "password": PASSWORD, "next": elsewhere}
    assert world.app.test_client().post("/login", data=form).headers["Location"] == "/"


def test_another_log_in_with_the_same_browser_ends_the_first(world: World) -> None:
    for login in ("yamada", "sato"):
        world.made("/accounts", login=login, name=login, password=PASSWORD)
    browser = world.app.test_client()
    browser.post("/login", data={"login": "yamada", "password": PASSWORD})
    before = browser.get_cookie("referee")
    assert before is not None
    token = browser.get("/api/v1/me").get_json()["form_token"]
    browser.post("/login", data={"login": "sato", "password": PASSWORD, "csrf_token": token})
    assert browser.get("/api/v1/me").get_json()["login"] == "sato"
    assert world.ask("GET", "/me", before.value).status_code == 401


def test_names_are_text_and_no_markup(world: World) -> None:
    name = "<script>alert(1)</script>"
    member = world.ask("POST", f"/events/{world.event}/members", json={"name": name, "role": "judge"}).get_json()
    browser = world.app.test_client()
    path = f"/j/{member['invitation']['code']}"
    assert name not in browser.get(path).get_data(as_text=True)
    browser.post(path)
    page = browser.get("/").get_data(as_text=True)
    assert name not in page
    assert "&lt;script&gt;" in page


def test_errors_are_pages_for_people_and_problems_for_programs(world: World) -> None:
    browser = world.app.test_client()
    people = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8", "Accept-Language": "zh-CN,zh;q=0.9"}
    page = browser.get("/nowhere", headers=people)
    assert (page.status_code, page.mimetype) == (404, "text/html")
    assert "未找到" in page.get_data(as_text=True)
    assert browser.get("/nowhere", headers={"Accept": "application/json"}).mimetype == "application/problem+json"
    for silent in ({}, {"Accept": "*/*"}):  # a download, or the browser within another program
        assert browser.get("/nowhere", headers=silent).mimetype == "text/html"
    assert browser.get("/api/v1/nowhere", headers=people).mimetype == "application/problem+json"


def test_the_language_that_was_chosen_stays(world: World) -> None:
    browser = world.app.test_client()
    assert '<html lang="en">' in browser.get("/login").get_data(as_text=True)
    assert '<html lang="ja">' in browser.get("/login?lang=ja").get_data(as_text=True)
    page = browser.get("/login?next=/").get_data(as_text=True)
    assert '<html lang="ja">' in page
    assert 'href="/login?next=%2F&amp;lang=zh"' in page


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


@pytest.mark.parametrize("kind", [*AREAS, "problems"])
def test_texts_say_the_same_in_every_language(kind: str) -> None:
    def flat(table: dict[str, Any]) -> dict[str, set[str]]:
        return {
            name: placeholders(value if isinstance(value, str) else value["title"] + value["detail"])
            for name, value in table.items()
        }

    read = {
        language: flat(tomllib.loads((files("referee") / "texts" / f"{kind}.{language}.toml").read_text("utf-8")))
        for language in LANGUAGES
    }
    assert read["en"] == read["ja"] == read["zh"]


def test_every_text_of_the_templates_exists_and_none_is_unused() -> None:
    templates = [path.read_text("utf-8") for path in folder().rglob("*.html")]
    modules = [path.read_text("utf-8") for path in Path(referee.__file__).parent.rglob("*.py")]
    pages = [source for source in modules if re.search(r"from referee.core.language import .*\bword\b", source)]
    used = {name for source in (*templates, *pages) for name in re.findall(r'\bword\(\s*"(\w+)"', source)}

    used |= {name for source in modules for name in re.findall(r'\btext\(\s*[\w.]+,\s*"(\w+)"', source)}
    used = {name for name in used if not name.endswith("_")}
    assert used <= words("en").keys()
    used |= {name for source in templates for name in re.findall(r'\belse "(\w+)"', source)}
    # Names that stand in a table in the code, or that the code puts together from parts.
    used |= {name for source in modules for name in re.findall(r'"([a-z]\w+)"', source)}
    families = {found for source in modules for found in re.findall(r'\bf"([a-z]+_(?:[a-z]+_)*)\{', source)}
    families |= {found for source in templates for found in re.findall(r'"([a-z]+_(?:[a-z]+_)*)(?:" ~|%d")', source)}
    used |= {name for name in words("en") if name.startswith(tuple(families))}
    used |= {f"role_{role}" for role in (*ROLES, ADMINISTRATOR)} | {"unbind", "log_out", "session_ends", "device_ends"}
    used |= {f"rules_layer_{layer}" for layer in LAYERS}
    used |= {"round_drafted", "round_running", "round_closed", "table_open", "table_closed"}
    games = [rulesets.load(name).start(["A", "B"]) for name in rulesets.names()]
    used |= {f"explain_type_{kind}" for game in games for kind in explain_chosen.offered_types(game)}
    used |= {f"explain_arg_{kind}" for kind in (*explain_chosen.FIELD_KINDS - {"side"}, "give", "take", "partners")}
    used |= {f"explain_option_{value}" for value in ("flat", "percent", "railroad")}
    used |= {f"position_due_{name}" for name in (*KINDS, *FIELDS)} | {f"position_phase_{phase}" for phase in PHASES}
    used |= {f"position_{name}" for name in (*CHECKBOXES, "jail")}
    used |= {f"answers_kind_{kind}" for kind in answer.KINDS} | {f"answers_{standing}" for standing in answer.STANDINGS}
    assert words("en").keys() <= used


def test_the_start_page_tells_administrators_how_old_the_last_backup_is(world: World) -> None:
    assert world.ask("POST", "/backups").status_code == 201
    line = "Last backup: 0 min ago"
    page = world.app.test_client().get("/", headers={"Authorization": f"Bearer {world.tokens['administrator']}"})
    other = world.app.test_client().get("/", headers={"Authorization": f"Bearer {world.tokens['organizer']}"})
    assert line in page.get_data(as_text=True)
    assert line not in other.get_data(as_text=True)
