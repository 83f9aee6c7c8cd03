"""What the judge's tablet costs a hall's network."""

from __future__ import annotations

import gzip
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from referee.core.pages.joined import NotJoined, joined
from referee.core.pages.templates import folder
from tests.referee.service.browser import visit
from tests.referee.service.running import Running, running
from tests.referee.service.tablets import new_table

MOST = 200_000
"""Bytes on the wire until a table's page can be used for the first time, headers and all."""


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """The service of all tests."""
    with running(tmp_path_factory.mktemp("load")) as started:
        started.log_in()
        yield started


def counted(page: Page) -> list[float]:
    """The bytes of every answer that comes to a page from now on, as they come over the wire."""
    sizes: list[float] = []
    wire = page.context.new_cdp_session(page)
    wire.send("Network.enable")
    wire.on("Network.loadingFinished", lambda answer: sizes.append(answer["encodedDataLength"]))
    return sizes


def test_the_page_of_a_table_comes_in_less_than_200_kilobytes(browser: Browser, service: Running) -> None:
    table = new_table(service)
    with visit(browser, f"http://127.0.0.1:{service.port}", "tablet", f"referee={table.bound()}") as opened:
        sizes = counted(opened.page)
        opened.page.goto(table.page, wait_until="networkidle")
        opened.page.locator('[data-die="1-1"]').first.wait_for()
        assert opened.faults == []
    assert 0 < sum(sizes) < MOST


def test_texts_come_packed_to_whom_can_unpack_them_and_each_form_has_its_tag(service: Running) -> None:
    path = "/static/tablet.css"
    written = Path("templates/static/tablet.css").read_bytes()
    plain = service.ask("GET", path)
    packed = service.ask("GET", path, **{"Accept-Encoding": "gzip"})
    assert (plain.body, gzip.decompress(packed.body)) == (written, written)
    assert (plain.headers.get("content-encoding"), packed.headers["content-encoding"]) == (None, "gzip")
    assert plain.headers["vary"] == packed.headers["vary"] == "Accept-Encoding"
    tags = plain.headers["etag"], packed.headers["etag"]
    assert tags[0] != tags[1]
    statuses = [
        service.ask("GET", path, **{"If-None-Match": tag, **accepted}).status
        for accepted in ({}, {"Accept-Encoding": "gzip"}, {"Accept-Encoding": "gzip;q=0"})
        for tag in tags
    ]
    assert statuses == [304, 200, 200, 304, 304, 200]


def test_the_scripts_of_the_tablet_are_one_in_which_each_module_stands_once_behind_what_it_needs() -> None:
    modules = folder() / "static" / "tablet"
    text = joined(modules, "app.js")
    order = re.findall(r"^// \./(\w+\.js)$", text, re.MULTILINE)
    assert order[-1] == "app.js"
    assert len(order) == len(set(order))
    assert {each.name for each in modules.glob("*.js")} - set(order) == {"worker.js"}
    for place, name in enumerate(order):
        needed = re.findall(r'from "\./(\w+\.js)"', (modules / name).read_text("utf-8"))
        assert set(needed) <= set(order[:place])


@pytest.mark.parametrize("other", ['import { a } from "./a.js";\nexport const b = 1;\n', "export default 1;\n"])
def test_modules_that_need_each_other_in_a_circle_or_say_it_otherwise_are_not_joined(
    tmp_path: Path, other: str
) -> None:
    (tmp_path / "a.js").write_text('import { b } from "./b.js";\nexport const a = () => b;\n', "utf-8")
    (tmp_path / "b.js").write_text(other, "utf-8")
    with pytest.raises(NotJoined, match=r"b\.js"):
        joined(tmp_path, "a.js")
