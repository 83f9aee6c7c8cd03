"""A page that preloads what its script imports preloads all of it, to fetch it at once, and for the service worker to
cache.
"""

from __future__ import annotations

import re
from pathlib import Path
from posixpath import dirname, join, normpath

import pytest

from referee.core.pages.templates import folder

STATIC = folder() / "static"
PRELOADED = re.compile(r'rel="modulepreload" href="{{ url_for\("static", filename="([^"]+)"\)')
BEGINS = re.compile(r'type="module" src="{{ url_for\("static", filename="([^"]+)"\)')
IMPORT = re.compile(r'^(?:import|export)\b[^;]*?from "([^"]+)";', re.M)
PAGES = sorted(
    page
    for page in folder().rglob("*.html")
    if "modulepreload" in (text := page.read_text("utf-8")) and BEGINS.search(text)
)


def imported(script: str) -> set[str]:
    """All scripts that a script imports, directly or indirectly."""
    found = {normpath(join(dirname(script), name)) for name in IMPORT.findall((STATIC / script).read_text("utf-8"))}
    return found.union(*map(imported, found))


def test_some_pages_preload_modules() -> None:
    assert {page.stem for page in PAGES} >= {"rules_search", "public", "screen"}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_a_page_names_every_script_that_its_own_imports(page: Path) -> None:
    text = page.read_text("utf-8")
    begun = set(BEGINS.findall(text))
    assert set(PRELOADED.findall(text)) == set().union(*map(imported, begun))
