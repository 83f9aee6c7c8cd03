"""Importing a list of results on a page: previewed with every fault, entered as previewed, nothing typed lost."""

from __future__ import annotations

import io
import re
from typing import Any

from referee.core.language import words
from rulesets.languages import LANGUAGES
from tests.referee.results.test_results_pages import Reader
from tests.referee.support.cup import Cup

PATH = "rounds/import"
HEAD = "卓,ラウンド,名前,資産,破産順\n"
ROWS = "11,1,Ann,4000,\n11,1,Bob,3000,\n11,1,Cy,,1\n11,1,Dee,1000,\n"


def kept(page: str) -> str:
    """The list that a preview page carries until it is imported."""
    return str(re.findall(r'name="data" value="([^"]*)"', page)[0])


def preview(reader: Reader, list_: str, status: int = 200) -> str:
    """Upload a list as a file and return the preview."""
    file: Any = (io.BytesIO(list_.encode("cp932")), "結果.csv")
    return reader.send(PATH, reader.read(PATH), status, file=file)


def test_a_list_is_looked_at_entered_as_looked_at_and_waits_to_be_confirmed(cup: Cup) -> None:
    scorer = Reader(cup, "scorer")
    page = preview(scorer, HEAD + ROWS)
    assert "Enter the results (tables: 1)" in page
    assert 'name="note"' not in page
    assert cup.get(f"/tables/{cup.tables[1, 1]}/results")["version"] == 0
    scorer.send(PATH, page, data=kept(page), apply="1")
    (result,) = cup.get(f"/tables/{cup.tables[1, 1]}/results")["versions"]
    assert [each["assets"] for each in result["players"]] == [4000, 3000, 1000, 0]
    assert (result["source"], result["confirmed_at"]) == ("list", None)
    again = preview(scorer, HEAD + ROWS)
    assert 'name="apply"' not in again


def test_what_changes_a_confirmed_result_shows_what_stood_there_and_wants_a_reason(cup: Cup) -> None:
    cup.enter_confirmed(1, 1, 400, 300, 200, 100)
    scorer = Reader(cup, "scorer")
    page = preview(scorer, HEAD + ROWS)
    assert "before: Assets: 400" in page
    refused = scorer.send(PATH, page, 422, data=kept(page), apply="1", note="")
    assert kept(refused) == kept(page)
    scorer.send(PATH, page, data=kept(page), apply="1", note="the sheets were swapped")
    assert cup.get(f"/tables/{cup.tables[1, 1]}/results")["versions"][0]["note"] == "the sheets were swapped"


def test_every_fault_is_told_at_its_row_and_nothing_is_entered(cup: Cup) -> None:
    scorer = Reader(cup, "scorer")
    page = preview(scorer, HEAD + ROWS.replace("Bob", "Zoe").replace("4000", "viel"))
    assert "Zoe" in page and "viel" in page
    assert 'name="apply"' not in page
    scorer.send(PATH, page, 422, text=HEAD + ROWS.replace("Bob", "Zoe"), apply="1")
    typed = scorer.send(PATH, page, 200, text="no list at all")
    assert "no list at all" in typed
    assert cup.get(f"/tables/{cup.tables[1, 1]}/results")["version"] == 0


def test_the_page_is_the_staff_s_and_speaks_every_language(cup: Cup) -> None:
    Reader(cup, "viewer").read(PATH, 403)
    for language in LANGUAGES:
        assert words(language)["results_import_says"] in Reader(cup, "judge").read(f"{PATH}?lang={language}")
