"""Lists as people have them: one list, saved in many ways, is imported as the same people."""

from __future__ import annotations

import html
import io
from html.parser import HTMLParser
from typing import Any

import pytest

from referee.core.language import words
from rulesets.languages import LANGUAGES
from tests.referee.players.saved_lists import PLAIN, TITLES, WAYS, SavedList, rows, text
from tests.referee.players.test_players_pages import Pages
from tests.referee.support.databases import SQLITE_ONLY
from tests.referee.support.world import World
from tournaments.players.preview import preview
from tournaments.players.row import columns


class Preview(HTMLParser):
    """The fields of the form of a preview, with their values, and what the page says."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.fields: dict[str, str] = {}
        self.inside = False
        self.select = ""
        self.rows = 0
        self.page = page
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        self.inside = self.inside if tag != "form" else "data-preview" in given
        if not self.inside:
            return
        self.rows += tag == "tr"
        if tag == "select":
            self.select = given["name"]
        elif tag == "option" and ("selected" in given or self.select not in self.fields):
            self.fields[self.select] = given["value"]
        elif (
            tag == "input"
            and given.get("name")
            and (given.get("type") not in ("radio", "checkbox") or "checked" in given)
        ):
            self.fields[given["name"]] = given.get("value", "")


def looked_at(pages: Pages, way: SavedList, **choices: str) -> Preview:
    """The preview of a list; with what is chosen in it."""
    given: dict[str, Any] = {"text": way.data.decode()} if way.pasted else {"file": (io.BytesIO(way.data), "list")}
    found = Preview(pages.post("/players/import", **given).get_data(as_text=True))
    if choices:
        found = Preview(pages.post("/players/import", **{**found.fields, **choices}).get_data(as_text=True))
    return found


def known(pages: Pages) -> list[tuple[str, str, str]]:
    return sorted((each["name"], each["reading"], each["club"]) for each in pages.players().values())


def event_of(world: World) -> Pages:
    pages = Pages(world, "administrator")
    pages.path = f"/events/{world.made('/events', name='Cup')}"
    return pages


@SQLITE_ONLY
@pytest.mark.slow
def test_one_list_in_every_way_is_the_same_twenty_three_people(world: World, subtests: pytest.Subtests) -> None:
    for name, way in WAYS.items():
        with subtests.test(name):
            assert len(way.people) == 23
            pages = event_of(world)
            found = looked_at(pages, way)
            for field, value in way.choices.items():  # as they are found on the page, one after the other
                found = Preview(pages.post("/players/import", **{**found.fields, field: value}).get_data(as_text=True))
            assert 'name="apply"' in found.page, name
            pages.done("/players/import", **found.fields, apply="1")
            assert known(pages) == sorted((each.name, each.reading, each.club) for each in way.people)


@SQLITE_ONLY
def test_an_encoding_is_shown_by_what_it_makes_of_the_names_and_can_be_chosen(world: World) -> None:
    pages = event_of(world)
    found = looked_at(pages, SavedList("Name;Club\r\nMüller;Köln\r\n".encode("mac_roman")))
    assert found.fields["encoding"] == "cp1252"
    assert "MŸller" in found.page and "Müller" in found.page, "too short to tell: both are shown"
    pages.done("/players/import", **{**found.fields, "encoding": "mac_roman"}, apply="1")
    assert known(pages) == [("Müller", "", "Köln")]
    sure = looked_at(pages, SavedList(PLAIN.encode()))
    assert "encoding" not in sure.fields, "UTF-8 is certain, and nothing is asked"


@SQLITE_ONLY
def test_columns_are_remembered_for_whoever_chose_them_and_for_their_event_only(world: World) -> None:
    pages, way = event_of(world), WAYS["titles nobody knows"]
    pages.done("/players/import", **looked_at(pages, way, **way.choices).fields, apply="1")
    world.tokens["other"] = world.token("other", administrator=True)
    others = Pages(world, "other")
    assert 'name="apply"' not in looked_at(others, way).page
    others.path = pages.path
    assert looked_at(others, way).fields["column_1"] == "reading"
    again = event_of(world)
    found = looked_at(again, way, column_1="-")
    pages.done("/players/import", **found.fields, apply="1")
    assert looked_at(again, way).fields["column_1"] == "-", "what was chosen last counts"


@SQLITE_ONLY
def test_columns_chosen_for_one_header_row_do_not_count_for_another(world: World) -> None:
    pages = event_of(world)
    found = looked_at(pages, SavedList(text([["Wer?", "Woher?"], TITLES, *rows()]).encode()))
    assert found.fields["heading"] == "2"
    found = Preview(pages.post("/players/import", **{**found.fields, "heading": "1"}).get_data(as_text=True))
    assert {found.fields[f"column_{place}"] for place in range(2)} == {"-"}


@SQLITE_ONLY
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_row_has_one_line_of_fault_and_the_first_ten_come_first(world: World, language: str) -> None:
    pages = Pages(world, "administrator")
    good = [[str(number), f"Name{number}", ""] for number in range(1, 30)]
    bad = [["x", "", "y"] for _ in range(12)]
    data = text([["No.", "Name", "Reserve"], *good, *bad]).encode()
    page = pages.client.post(
        f"{pages.path}/players/import",
        data={"csrf_token": pages.token, "file": (io.BytesIO(data), "list")},
        headers={"Accept-Language": language},
    ).get_data(as_text=True)
    shown = html.unescape(page)
    assert shown.index("cell_31_0") < shown.index(">Name1<"), "rows with faults come first"
    folded = shown.index(words(language)["players_import_more_faulty"].partition("{")[0])
    assert shown.index("cell_40_0") < folded < shown.index("cell_41_0"), "ten of them at once"
    line = shown[shown.index("cell_31_2") : shown.index("cell_32_0")]
    assert line.count("<summary") == 1 and "A31" in line.partition("</summary>")[0]


@pytest.mark.parametrize("language", LANGUAGES)
def test_faults_are_sentences_of_their_language_without_escapes(language: str) -> None:
    odd = preview(text([["No.", "名前"], ["1", "青木\u3000一", "青木\u3000二"], ["?\n!", "石田"]]).encode(), ())
    none = preview(text([["Wer?"], ["a", "b"], ["c", "d"]]).encode(), ())
    said = [fault.sentence(language) for fault in (*odd.faults, *none.faults)]
    assert len(said) == 3
    assert not any("\\" in each or "'" in each for each in said)
    wanted = next(each for each in said if columns().titles["name"][language] in each)
    others = {columns().titles["name"][each] for each in LANGUAGES} - {columns().titles["name"][language]}
    assert not any(each in wanted for each in others), "titles in the reader's language"
