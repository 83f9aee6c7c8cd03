"""What the judge's tablet costs a hall's network."""

from __future__ import annotations

import gzip
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Browser, Page

from referee.core.pages.static import CACHE_FOREVER, LATER, drawing_modules, tablet_modules, tablet_version
from tests.referee.support.browser import visit
from tests.referee.support.running import Running
from tests.referee.support.tablets import new_table

MOST = 220_000
"""Most bytes on the wire, headers included, until a table's page can be used for the first time."""


def is_later(path: str) -> bool:
    """Whether a script is one that the page loads when it works already."""
    own = {name.partition("/")[2] for name in tablet_modules()}
    later = {name.partition("/")[2] for each in LATER for name in tablet_modules(each)} - own
    return "/vendor/uqr" in path or any(path.endswith(f"/{name}") for name in later)


def counted(page: Page) -> list[float]:
    """Collect the bytes on the wire of every answer that a page gets from now on and needs in order to work."""
    sizes: list[float] = []
    later: set[str] = set()
    wire = page.context.new_cdp_session(page)
    wire.send("Network.enable")

    def asked(request: dict[str, Any]) -> None:
        if is_later(urlsplit(request["request"]["url"]).path):
            later.add(request["requestId"])

    def came(answer: dict[str, Any]) -> None:
        if answer["requestId"] not in later:
            sizes.append(answer["encodedDataLength"])

    wire.on("Network.requestWillBeSent", asked)
    wire.on("Network.loadingFinished", came)
    return sizes


def test_the_page_of_a_table_comes_in_less_than_220_kilobytes(browser: Browser, service: Running) -> None:
    table = new_table(service)
    with visit(browser, f"http://127.0.0.1:{service.port}", "tablet", f"referee={table.bind_device()}") as opened:
        sizes = counted(opened.page)
        opened.page.goto(table.page, wait_until="networkidle")
        opened.page.locator('[data-pair="1-1"]').first.wait_for()
        assert opened.faults == []
    assert 0 < sum(sizes) < MOST, sum(sizes)


def test_texts_are_gzipped_on_request_and_each_form_has_its_tag(service: Running) -> None:
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


def test_the_scripts_of_the_tablet_come_once_each_from_one_version_all_named_by_the_page(
    browser: Browser, service: Running
) -> None:
    table = new_table(service)
    with visit(browser, f"http://127.0.0.1:{service.port}", "tablet", f"referee={table.bind_device()}") as opened:
        fetched: list[str] = []
        opened.page.on("request", lambda request: fetched.append(urlsplit(request.url).path))
        opened.page.goto(table.page, wait_until="networkidle")
        opened.page.locator('[data-pair="1-1"]').first.wait_for()
        named = opened.page.eval_on_selector_all(
            "link[rel=modulepreload], script[src]",
            "all => all.map(each => each.getAttribute('href') ?? each.getAttribute('src'))",
        )
        assert opened.faults == []
    scripts = [path for path in fetched if path.endswith(".js") and path != "/tablet-worker.js" and not is_later(path)]
    assert sorted(scripts) == sorted(named)
    own = {path for path in scripts if "/vendor/" not in path and "/board/" not in path}
    modules = {path.partition("/")[2] for path in tablet_modules()}
    (version,) = {path.split("/")[2] for path in own}
    assert {f"/static/{version}/{name}" for name in modules} == own
    assert {path for path in scripts if "/board/" in path} == {f"/static/{name}" for name in drawing_modules()}


def test_a_script_is_kept_for_good_under_the_address_of_its_version_and_not_found_under_another(
    service: Running,
) -> None:
    first, *others = tablet_modules()
    assert first.endswith("/app.js") and others == sorted(others)
    response = service.ask("GET", f"/static/{first}")
    assert (response.status, response.headers["cache-control"]) == (200, CACHE_FOREVER)
    assert response.headers["content-type"].startswith("text/javascript")
    tag = response.headers["etag"]
    assert service.ask("GET", f"/static/{first}", **{"If-None-Match": tag}).status == 304
    for wrong in ("tablet-0123456789abcdef/app.js", first.replace("app.js", "worker.js"), first.replace("app", "none")):
        assert service.ask("GET", f"/static/{wrong}").status == 404, wrong


def test_the_version_changes_with_a_text_and_with_a_name(tmp_path: Path) -> None:
    def version(name: str, text: str) -> str:
        path = tmp_path / name
        path.write_text(text, "utf-8")
        return tablet_version(((path, path.stat().st_mtime_ns),))

    versions = [version("a.js", "1"), version("b.js", "1"), version("c.js", "2")]
    assert len(set(versions)) == len(versions)
    assert versions[0] == version("a.js", "1")


def test_one_answer_to_a_report_carries_what_would_be_fetched_next(service: Running) -> None:
    table = new_table(service)
    at = f"/api/v1/tables/{table.id}"

    def reported(base: int, player: str) -> Any:
        roll = {"type": "roll", "player": player, "dice": [2, 4]}
        body = {"client_id": f"one-answer-{base}", "base": base, "report": roll}
        return service.ask("POST", f"{at}/entries?view=tablet", body)

    done = reported(0, "A")
    assert done.status == 201
    assert done.json["tablet"] == service.ask("GET", f"{at}/tablet").json
    assert done.json["lines"] == service.ask("GET", f"{at}/lines?since=0").json["lines"]
    assert [line["to"] for line in done.json["lines"]] == ["oriental_avenue"]
    refused = reported(1, "D")
    assert refused.status == 422
    assert refused.json["entry"]["tablet"]["seq"] == 2
    assert [line["accepted"] for line in refused.json["entry"]["lines"]] == [False]
    assert not {"tablet", "lines"} & table.post_elsewhere({"type": "buy", "player": "A"}).keys()


def test_a_table_comes_packed_and_not_again_to_whom_has_it(service: Running) -> None:
    path = f"/api/v1/tables/{new_table(service).id}/tablet"
    plain = service.ask("GET", path)
    packed = service.ask("GET", path, **{"Accept-Encoding": "gzip"})
    assert gzip.decompress(packed.body) == plain.body
    for known in (plain, packed):
        again = service.ask("GET", path, **{"If-None-Match": known.headers["etag"], "Accept-Encoding": "gzip"})
        assert (again.status, again.body) == (304, b"")
